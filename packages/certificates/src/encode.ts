// Encodes and signs certificates. A library encodes ASN.1, and Node creates keys and signatures. This module has
// the issued profile of RFC 5280, with the fields in the order of the RFC. It is synchronous, and its result depends
// only on its arguments and on the randomness in ECDSA.
import { createHash, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import {
  BitString,
  Boolean as Asn1Boolean,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  Set as Asn1Set,
  UTCTime,
  Utf8String,
} from "asn1js";
import type { AsnType } from "asn1js";
import { CertificateError } from "./errors.ts";
import { ipAddressBytes } from "./hosts.ts";
import { uidAttribute } from "./uid-attribute.ts";

/** The subject of a certificate. */
export interface Subject {
  readonly commonName?: string;
  readonly organizations: readonly string[];
  /** The uid of a Kubernetes user. */
  readonly uid?: string;
}

/** The purpose of a certificate. */
export type Purpose =
  | { readonly kind: "authority" }
  | { readonly kind: "serving"; readonly hosts: readonly string[] }
  | { readonly kind: "client" };

/** The content of a certificate. Times in ms since the Unix epoch, rounded down to seconds. */
export interface Content {
  readonly serialNumber: Uint8Array;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  readonly subject: Subject;
  /** The public key of the issuer with its certificate (PEM), or with the subject for a self-signed certificate. */
  readonly issuer: { readonly publicKey: KeyObject } & (
    | { readonly certificate: string }
    | { readonly subject: Subject }
  );
  readonly publicKey: KeyObject;
  readonly purpose: Purpose;
}

/** Encodes `content`, signs it with `issuerKey` and returns the certificate in PEM. */
export function encodeCertificate(content: Content, issuerKey: KeyObject): string {
  const ecdsaWithSha256 = sequence(identifier("1.2.840.10045.4.3.2"));
  const point = pointOf(content.publicKey);
  const toBeSigned = sequence(
    explicit(0, new Integer({ value: 2 })), // Version 3.
    new Integer({ valueHex: content.serialNumber }),
    ecdsaWithSha256,
    issuerNameOf(content.issuer),
    sequence(time(content.notBeforeMs), time(content.notAfterMs)),
    nameOf(content.subject),
    publicKeyInfo(point),
    explicit(
      3,
      sequence(
        ...purposeExtensions(content),
        extension("2.5.29.14", new OctetString({ valueHex: keyIdOf(point) })),
        extension("2.5.29.35", sequence(implicit(0, keyIdOf(pointOf(content.issuer.publicKey))))),
      ),
    ),
  );
  const signature = sign("sha256", bytesOf(toBeSigned), issuerKey);
  return pemOf(bytesOf(sequence(toBeSigned, ecdsaWithSha256, new BitString({ valueHex: signature }))));
}

// Section 4.2.1. A verifier must understand a critical extension.
function purposeExtensions({ purpose, subject }: Content): readonly AsnType[] {
  switch (purpose.kind) {
    case "authority":
      // Key usage: digitalSignature (bit 0), keyCertSign (bit 5), cRLSign (bit 6).
      return [basicConstraints({ isAuthority: true }), keyUsage(0b1000_0110, { unusedBits: 1 })];
    case "serving":
      return [
        basicConstraints({ isAuthority: false }),
        keyUsage(0b1000_0000, { unusedBits: 7 }),
        extendedKeyUsage("1.3.6.1.5.5.7.3.1"),
        // Section 4.2.1.6: critical if the subject is empty.
        extension("2.5.29.17", sequence(...purpose.hosts.map(generalNameOf)), {
          critical: subject.commonName === undefined,
        }),
      ];
    case "client":
      return [
        basicConstraints({ isAuthority: false }),
        keyUsage(0b1000_0000, { unusedBits: 7 }),
        extendedKeyUsage("1.3.6.1.5.5.7.3.2"),
      ];
  }
}

function basicConstraints({ isAuthority }: { readonly isAuthority: boolean }): AsnType {
  // False is the default, which DER leaves out.
  return extension("2.5.29.19", isAuthority ? sequence(new Asn1Boolean({ value: true })) : sequence(), {
    critical: true,
  });
}

function keyUsage(bits: number, { unusedBits }: { readonly unusedBits: number }): AsnType {
  return extension("2.5.29.15", new BitString({ unusedBits, valueHex: new Uint8Array([bits]) }), { critical: true });
}

function extendedKeyUsage(usage: string): AsnType {
  return extension("2.5.29.37", sequence(identifier(usage)));
}

function extension(id: string, value: AsnType, { critical = false }: { readonly critical?: boolean } = {}): AsnType {
  const octets = new OctetString({ valueHex: bytesOf(value) });
  return critical
    ? sequence(identifier(id), new Asn1Boolean({ value: true }), octets)
    : sequence(identifier(id), octets);
}

// Section 4.2.1.6: a DNS name is choice 2, an IP address choice 7.
function generalNameOf(host: string): AsnType {
  const address = ipAddressBytes(host);
  return address === undefined ? implicit(2, new TextEncoder().encode(host)) : implicit(7, address);
}

// Verifiers compare the issuer with the subject of the authority byte by byte. So the encoded subject is copied
// from its certificate: the sixth field, after version, serial, algorithm, issuer and validity.
function issuerNameOf(issuer: Content["issuer"]): AsnType {
  if ("subject" in issuer) return nameOf(issuer.subject);
  const { result } = fromBER(Buffer.from(issuer.certificate.replaceAll(/-----[A-Z ]+-----|\s/gu, ""), "base64"));
  const [toBeSigned] = result instanceof Sequence ? result.valueBlock.value : [];
  const name = toBeSigned instanceof Sequence ? toBeSigned.valueBlock.value[5] : undefined;
  if (name === undefined)
    throw new CertificateError("Cannot issue certificate: the authority's certificate has no subject");
  return name;
}

function nameOf({ commonName, organizations, uid }: Subject): AsnType {
  return sequence(
    ...organizations.map((organization) => namePart("2.5.4.10", "organization", organization)),
    ...(commonName === undefined ? [] : [namePart("2.5.4.3", "common name", commonName)]),
    ...(uid === undefined ? [] : [namePart(uidAttribute, "uid", uid)]),
  );
}

// RFC 5280 appendix A bounds names at 64 characters; Go and Kubernetes accept longer ones, as service accounts' names are.
function namePart(id: string, label: string, text: string): AsnType {
  if (text === "" || text.includes("\0")) {
    throw new CertificateError(
      `Cannot issue certificate: ${label} is ${JSON.stringify(text)}, must be text without NUL`,
    );
  }
  return new Asn1Set({ value: [sequence(identifier(id), new Utf8String({ value: text }))] });
}

function publicKeyInfo(point: Uint8Array): AsnType {
  const ecdsaOnP256 = sequence(identifier("1.2.840.10045.2.1"), identifier("1.2.840.10045.3.1.7"));
  return sequence(ecdsaOnP256, new BitString({ valueHex: point }));
}

// A P-256 key's own encoding ends with its point (0x04, x, y: 65 bytes), so nothing has to be parsed to find it.
function pointOf(key: KeyObject): Uint8Array {
  const { namedCurve } = key.asymmetricKeyDetails ?? {};
  if (namedCurve !== "prime256v1") {
    const type = namedCurve ?? key.asymmetricKeyType ?? "";
    throw new CertificateError(`Cannot issue certificate: key is of type "${type}", must be an ECDSA P-256 key`);
  }
  return key.export({ type: "spki", format: "der" }).subarray(-65);
}

// Section 4.2.1.2, method 1. SHA-1 only identifies the key here, so its weaknesses do not matter.
function keyIdOf(point: Uint8Array): Uint8Array {
  return createHash("sha1").update(point).digest();
}

// Section 4.1.2.5: two digits for the year through 2049, four from 2050 on; always whole seconds.
function time(ms: number): AsnType {
  const valueDate = new Date(Math.floor(ms / 1000) * 1000);
  return valueDate.getUTCFullYear() < 2050 ? new UTCTime({ valueDate }) : new GeneralizedTime({ valueDate });
}

function identifier(value: string): AsnType {
  return new ObjectIdentifier({ value });
}

function sequence(...value: AsnType[]): AsnType {
  return new Sequence({ value });
}

// Tags that only mean something at their place are of the "context-specific" class, which is 3.
function explicit(tagNumber: number, value: AsnType): AsnType {
  return new Constructed({ idBlock: { tagClass: 3, tagNumber }, value: [value] });
}

function implicit(tagNumber: number, valueHex: Uint8Array): AsnType {
  return new Primitive({ idBlock: { tagClass: 3, tagNumber }, valueHex });
}

function bytesOf(value: AsnType): Uint8Array {
  return new Uint8Array(value.toBER());
}

function pemOf(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/gu) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
