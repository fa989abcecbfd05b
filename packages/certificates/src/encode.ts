// From what a certificate should say to its signed encoding: RFC 5280's structures by their library, keys and signature
// by Node. The only module that loads the library; everything here is synchronous and depends on its arguments alone
// (and on the randomness inside ECDSA).
import { createHash, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  Extension as AsnExtension,
  Extensions,
  ExtendedKeyUsage,
  GeneralName,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_clientAuth,
  id_kp_serverAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from "@peculiar/asn1-x509";
import { CertificateError } from "./errors.ts";
import { isIpAddress } from "./hosts.ts";

/** Whom a certificate names. */
export interface Subject {
  readonly commonName?: string;
  readonly organizations: readonly string[];
}

/** What a certificate is good for. */
export type Extension =
  | { readonly kind: "authority" }
  | { readonly kind: "serving"; readonly hosts: readonly string[] }
  | { readonly kind: "client" };

/** All that a certificate says. Times in ms since the Unix epoch, rounded down to seconds. */
export interface Content {
  readonly serialNumber: Uint8Array;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  readonly subject: Subject;
  /** The issuer's public key with its certificate (PEM), or with its own subject when it signs itself. */
  readonly issuer: { readonly publicKey: KeyObject } & (
    | { readonly certificate: string }
    | { readonly subject: Subject }
  );
  readonly publicKey: KeyObject;
  readonly extension: Extension;
}

const commonNameOid = "2.5.4.3";
const organizationOid = "2.5.4.10";
const ecdsaWithSha256 = "1.2.840.10045.4.3.2";
const ecPublicKey = "1.2.840.10045.2.1";
// The curve's object identifier, 1.2.840.10045.3.1.7, in its encoded form: the library takes parameters encoded.
const p256 = new Uint8Array([0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07]).buffer;

/** Encodes `content`, signs it with `issuerKey` and gives the certificate as PEM. */
export function encodeCertificate(content: Content, issuerKey: KeyObject): string {
  const signatureAlgorithm = new AlgorithmIdentifier({ algorithm: ecdsaWithSha256 });
  const subjectPublicKeyInfo = publicKeyInfoOf(content.publicKey);
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: arrayBufferOf(content.serialNumber),
    signature: signatureAlgorithm,
    issuer: issuerNameOf(content.issuer),
    validity: new Validity({ notBefore: wholeSecond(content.notBeforeMs), notAfter: wholeSecond(content.notAfterMs) }),
    subject: nameOf(content.subject),
    subjectPublicKeyInfo,
    extensions: new Extensions([
      ...extensionsOf(content),
      extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyIdOf(subjectPublicKeyInfo))),
      extension(
        id_ce_authorityKeyIdentifier,
        new AuthorityKeyIdentifier({
          keyIdentifier: new KeyIdentifier(keyIdOf(publicKeyInfoOf(content.issuer.publicKey))),
        }),
      ),
    ]),
  });
  const signatureValue = arrayBufferOf(sign("sha256", new Uint8Array(AsnConvert.serialize(tbsCertificate)), issuerKey));
  return pemOf(AsnConvert.serialize(new Certificate({ tbsCertificate, signatureAlgorithm, signatureValue })));
}

function extensionsOf({ extension: wanted, subject }: Content): readonly AsnExtension[] {
  switch (wanted.kind) {
    case "authority":
      return [
        extension(id_ce_basicConstraints, new BasicConstraints({ cA: true }), { critical: true }),
        keyUsage(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign),
      ];
    case "serving":
      return [
        notAnAuthority(),
        keyUsage(KeyUsageFlags.digitalSignature),
        extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
        // RFC 5280 section 4.2.1.6: critical when it is all that names the subject.
        extension(id_ce_subjectAltName, new SubjectAlternativeName(wanted.hosts.map(generalNameOf)), {
          critical: subject.commonName === undefined,
        }),
      ];
    case "client":
      return [
        notAnAuthority(),
        keyUsage(KeyUsageFlags.digitalSignature),
        extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_clientAuth])),
      ];
  }
}

function notAnAuthority(): AsnExtension {
  return extension(id_ce_basicConstraints, new BasicConstraints({ cA: false }), { critical: true });
}

function keyUsage(flags: number): AsnExtension {
  return extension(id_ce_keyUsage, new KeyUsage(flags), { critical: true });
}

function extension(
  extnID: string,
  value: object,
  { critical = false }: { readonly critical?: boolean } = {},
): AsnExtension {
  return new AsnExtension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

function generalNameOf(host: string): GeneralName {
  return isIpAddress(host) ? new GeneralName({ iPAddress: host }) : new GeneralName({ dNSName: host });
}

// A chain is followed by comparing the issuer's name with the authority's subject byte by byte, so an authority's name is
// taken out of its certificate as it stands there.
function issuerNameOf(issuer: Content["issuer"]): Name {
  if ("subject" in issuer) return nameOf(issuer.subject);
  const base64 = issuer.certificate.replaceAll(/-----[A-Z ]+-----|\s/gu, "");
  return AsnConvert.parse(Buffer.from(base64, "base64"), Certificate).tbsCertificate.subject;
}

function nameOf({ commonName, organizations }: Subject): Name {
  const parts = organizations.map((organization) => namePart(organizationOid, "organization", organization));
  return new Name(commonName === undefined ? parts : [...parts, namePart(commonNameOid, "common name", commonName)]);
}

function namePart(type: string, label: string, text: string): RelativeDistinguishedName {
  // RFC 5280 appendix A bounds both at 64; Go and Kubernetes accept longer ones, as service accounts' names are.
  if (text === "" || text.includes("\0")) {
    throw new CertificateError(`Cannot issue certificate: ${label} is ${JSON.stringify(text)}, want text without NUL`);
  }
  return new RelativeDistinguishedName([
    new AttributeTypeAndValue({ type, value: new AttributeValue({ utf8String: text }) }),
  ]);
}

// A P-256 key's encoding ends with its point (0x04, x, y: 65 bytes), so nothing has to be parsed to find it.
function publicKeyInfoOf(key: KeyObject): SubjectPublicKeyInfo {
  const { namedCurve } = key.asymmetricKeyDetails ?? {};
  if (namedCurve !== "prime256v1") {
    throw new CertificateError(
      `Cannot issue certificate: key is of type "${namedCurve ?? key.asymmetricKeyType ?? ""}", want an ECDSA P-256 key`,
    );
  }
  return new SubjectPublicKeyInfo({
    algorithm: new AlgorithmIdentifier({ algorithm: ecPublicKey, parameters: p256 }),
    subjectPublicKey: arrayBufferOf(key.export({ type: "spki", format: "der" }).subarray(-65)),
  });
}

// RFC 5280 section 4.2.1.2, method 1. SHA-1 names the key here; nothing is protected by it.
function keyIdOf(info: SubjectPublicKeyInfo): ArrayBuffer {
  return arrayBufferOf(createHash("sha1").update(new Uint8Array(info.subjectPublicKey)).digest());
}

function wholeSecond(ms: number): Date {
  return new Date(Math.floor(ms / 1000) * 1000);
}

function arrayBufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

function pemOf(der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/gu) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
