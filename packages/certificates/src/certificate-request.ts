// Reads certificate signing requests (PKCS #10, https://www.rfc-editor.org/rfc/rfc2986). A library decodes ASN.1 and Node verifies the
// signature. This module finds the fields. The library is loaded synchronously with the first request, because an API server validates a request
// synchronously.
import { constants, createPublicKey, verify } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { createRequire, findPackageJSON } from "node:module";
import type * as Asn1Module from "asn1js";
import type { AsnType } from "asn1js";
import { CertificateError } from "./errors.ts";
import { parsePem } from "./pem.ts";

/** The subject of a certificate request. */
export interface CertificateRequest {
  /** The subject's last common name. */
  readonly commonName?: string;
  /** The subject's organizations, in their order: Kubernetes' groups in a client certificate. */
  readonly organizations: readonly string[];
}

/**
 * Reads the first block of a PEM text as a certificate request and verifies its signature. Messages are those of Go's `crypto/x509` where a client could
 * compare them.
 *
 * @throws CertificateError if the first block is not a certificate request, or if its signature is not that of its key.
 */
export function parseCertificateRequest(pem: string): CertificateRequest {
  const [block] = parsePem(pem);
  if (block?.label !== "CERTIFICATE REQUEST") throw new CertificateError("PEM block type must be CERTIFICATE REQUEST");
  const request = decode(block.bytes);
  verifySignature(request);
  return subjectOf(request.subject);
}

interface DecodedRequest {
  readonly signed: Uint8Array;
  readonly subject: AsnType;
  readonly publicKey: Uint8Array;
  readonly algorithm: SignatureAlgorithm | undefined;
  readonly signature: Uint8Array;
}

// Universal tags.
const tags = { integer: 2, bitString: 3, objectIdentifier: 6, sequence: 16 } as const;

function decode(bytes: Uint8Array): DecodedRequest {
  const { offset, result } = loadAsn1().fromBER(bytes);
  expectTag(result, tags.sequence, "certificateRequest", 0);
  if (offset === -1) throw new CertificateError("asn1: syntax error: data truncated");
  if (offset !== bytes.length) throw new CertificateError("asn1: syntax error: trailing data");
  const [content, algorithm, signature] = fieldsOf(result, [
    [tags.sequence, "tbsCertificateRequest"],
    [tags.sequence, "AlgorithmIdentifier"],
    [tags.bitString, "BitString"],
  ]);
  const [, subject, publicKey] = fieldsOf(content, [
    [tags.integer, "int"],
    [undefined, "RawValue"],
    [tags.sequence, "publicKeyInfo"],
  ]);
  fieldsOf(algorithm, [[tags.objectIdentifier, "ObjectIdentifier"]]);
  if (content === undefined || subject === undefined || publicKey === undefined || signature === undefined) {
    throw new CertificateError("asn1: syntax error: sequence truncated");
  }
  return {
    signed: bytesOf(content),
    subject,
    publicKey: bytesOf(publicKey),
    algorithm: algorithmOf(algorithm),
    signature: bitsOf(signature),
  };
}

type Expected = readonly [tag: number | undefined, goType: string];

/** The first fields of a sequence, each with the tag that it must have. */
function fieldsOf(parent: AsnType | undefined, expected: readonly Expected[]): readonly (AsnType | undefined)[] {
  const children = childrenOf(parent);
  let offset = 0;
  return expected.map(([tag, goType], index) => {
    const child = children[index];
    if (child === undefined) throw new CertificateError("asn1: syntax error: sequence truncated");
    if (tag !== undefined) expectTag(child, tag, goType, offset);
    offset += child.blockLength;
    return child;
  });
}

/** Go prints the parameters of a field with every mismatch. They are the same for all fields of a request. */
const goParameters =
  "{optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}";

function expectTag({ idBlock, lenBlock }: AsnType, tag: number, goType: string, offset: number): void {
  const { tagClass, tagNumber, isConstructed } = idBlock;
  // Encodings other than DER are ambiguous: another program could read something else in them.
  if (lenBlock.isIndefiniteForm) {
    throw new CertificateError("asn1: syntax error: indefinite length found (not DER)");
  }
  if (tagClass === 1 && tagNumber === tag) return;
  // Go counts classes from zero.
  const found = `{class:${tagClass - 1} tag:${tagNumber} length:${lenBlock.length} isCompound:${isConstructed}}`;
  const at = offset + idBlock.blockLength + lenBlock.blockLength;
  throw new CertificateError(
    `asn1: structure error: tags don't match (${tag} vs ${found}) ${goParameters} ${goType} @${at}`,
  );
}

interface SignatureAlgorithm {
  readonly keyType: "rsa" | "ec" | "ed25519";
  readonly hash: string | undefined;
  readonly isPss?: boolean;
}

/** By object identifier. MD5 is missing because it is insecure. */
const signatureAlgorithms: ReadonlyMap<string, SignatureAlgorithm> = new Map([
  ["1.2.840.113549.1.1.5", { keyType: "rsa", hash: "sha1" }],
  ["1.2.840.113549.1.1.11", { keyType: "rsa", hash: "sha256" }],
  ["1.2.840.113549.1.1.12", { keyType: "rsa", hash: "sha384" }],
  ["1.2.840.113549.1.1.13", { keyType: "rsa", hash: "sha512" }],
  ["1.2.840.10045.4.1", { keyType: "ec", hash: "sha1" }],
  ["1.2.840.10045.4.3.2", { keyType: "ec", hash: "sha256" }],
  ["1.2.840.10045.4.3.3", { keyType: "ec", hash: "sha384" }],
  ["1.2.840.10045.4.3.4", { keyType: "ec", hash: "sha512" }],
  ["1.3.101.112", { keyType: "ed25519", hash: undefined }],
]);

const pss = "1.2.840.113549.1.1.10";
const pssHashes: ReadonlyMap<string, string> = new Map([
  ["2.16.840.1.101.3.4.2.1", "sha256"],
  ["2.16.840.1.101.3.4.2.2", "sha384"],
  ["2.16.840.1.101.3.4.2.3", "sha512"],
]);

/** The algorithm of an AlgorithmIdentifier; `undefined` for one that is not supported. */
function algorithmOf(block: AsnType | undefined): SignatureAlgorithm | undefined {
  const [identifier, parameters] = childrenOf(block);
  if (stringOf(identifier) !== pss) return signatureAlgorithms.get(stringOf(identifier));
  // RSASSA-PSS names its hash in the first parameter, which is an AlgorithmIdentifier with an explicit tag.
  const [hashIdentifier] = childrenOf(childrenOf(childrenOf(parameters)[0])[0]);
  const hash = pssHashes.get(stringOf(hashIdentifier));
  return hash === undefined ? undefined : { keyType: "rsa", hash, isPss: true };
}

const failures = {
  rsa: "crypto/rsa: verification error",
  ec: "x509: ECDSA verification failure",
  ed25519: "x509: Ed25519 verification failure",
} as const;

function verifySignature({ signed, publicKey, algorithm, signature }: DecodedRequest): void {
  const key = publicKeyOf(publicKey);
  if (algorithm === undefined || key.asymmetricKeyType !== algorithm.keyType) {
    throw new CertificateError("x509: cannot verify signature: algorithm unimplemented");
  }
  const { keyType, hash, isPss } = algorithm;
  const padding =
    isPss === true ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST } : {};
  if (!verify(hash, signed, { key, ...padding }, signature)) throw new CertificateError(failures[keyType]);
}

function publicKeyOf(der: Uint8Array): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(der), format: "der", type: "spki" });
  } catch (cause) {
    throw new CertificateError("x509: malformed public key", { cause });
  }
}

const attributes = { commonName: "2.5.4.3", organization: "2.5.4.10" } as const;

/** A subject is a sequence of sets of pairs of an object identifier and a string of any type. */
function subjectOf(subject: AsnType): CertificateRequest {
  const pairs = childrenOf(subject).flatMap((set) => childrenOf(set).map((pair) => childrenOf(pair)));
  const valuesOf = (identifier: string): readonly string[] =>
    pairs.filter(([id]) => stringOf(id) === identifier).map(([, value]) => stringOf(value));
  const commonName = valuesOf(attributes.commonName).at(-1);
  return {
    ...(commonName === undefined ? {} : { commonName }),
    organizations: valuesOf(attributes.organization),
  };
}

function childrenOf(block: AsnType | undefined): readonly AsnType[] {
  const value = valueOf(block);
  return Array.isArray(value) ? (value as readonly AsnType[]) : []; // The value of a constructed block is its children.
}

function bitsOf(block: AsnType): Uint8Array {
  return "valueHexView" in block.valueBlock && block.valueBlock.valueHexView instanceof Uint8Array
    ? block.valueBlock.valueHexView
    : new Uint8Array();
}

/** The value of a string or of an object identifier; `""` for a value of any other type. */
function stringOf(block: AsnType | undefined): string {
  if (block === undefined) return "";
  const { valueBlock } = block;
  if (block instanceof loadAsn1().ObjectIdentifier) return block.valueBlock.toString();
  return "value" in valueBlock && typeof valueBlock.value === "string" ? valueBlock.value : "";
}

function valueOf(block: AsnType | undefined): unknown {
  const valueBlock: object = block?.valueBlock ?? {};
  return "value" in valueBlock ? valueBlock.value : undefined;
}

/** The encoding as it was read. */
function bytesOf(block: AsnType): Uint8Array {
  return block.valueBeforeDecodeView;
}

/** Resolves the library from the folder of this package, also in the bundled command line, which does not depend on the library itself. */
function loadAsn1(): typeof Asn1Module {
  const manifest = findPackageJSON("@kubewright/certificates", import.meta.url) ?? import.meta.url;
  return createRequire(manifest)("asn1js") as typeof Asn1Module;
}
