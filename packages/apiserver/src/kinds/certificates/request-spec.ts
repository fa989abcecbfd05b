/** The spec of a CertificateSigningRequest, with its requester: https://kubernetes.io/docs/reference/access-authn-authz/certificate-signing-requests/ */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, isDns1123Label, isDns1123Subdomain, quoteGoString } from "@kubewright/apimachinery";
import type { CertificateSigningRequest } from "@kubewright/api/certificates.k8s.io/v1";
import { isCertificateError, parseCertificateRequest } from "@kubewright/certificates";
import type { UserInfo } from "../../authentication/user-info.ts";
import type { Draft, View } from "../typed.ts";
import { checkSupported } from "../field-checks.ts";

type Spec = NonNullable<View<CertificateSigningRequest>["spec"]>;

/** Sets the requester in the spec and replaces the values of the client, because signers trust these fields. */
export function recordRequester(
  spec: NonNullable<Draft<CertificateSigningRequest>["spec"]>,
  { name, uid = "", groups, extra = {} }: UserInfo,
): void {
  for (const key of ["username", "uid", "groups", "extra"] as const) delete spec[key];
  if (name !== "") spec.username = name;
  if (uid !== "") spec.uid = uid;
  if (groups.length > 0) spec.groups = [...groups];
  const entries = Object.entries(extra);
  if (entries.length > 0) spec.extra = Object.fromEntries(entries.map(([key, values]) => [key, [...values]]));
}

const legacySignerName = "kubernetes.io/legacy-unknown";
const expirationSecondsMin = 600;

/** Errors of a new spec. It cannot change later. */
export function checkRequestSpec(spec: Spec): readonly FieldError[] {
  const path = fieldPath("spec");
  const { request, usages = [], signerName = "", expirationSeconds } = spec;
  const signerPath = path.child("signerName");
  const expirationText = "may not specify a duration less than 600 seconds (10 minutes)";
  return [
    // The decoder makes an absent list of bytes null.
    ...checkRequest(request ?? null),
    ...checkUsages(usages),
    ...(signerName === legacySignerName
      ? [field.invalid(signerPath, signerName, "the legacy signerName is not allowed via this API version")]
      : checkSignerName(signerName, signerPath)),
    ...(expirationSeconds !== undefined && expirationSeconds < expirationSecondsMin
      ? [field.invalid(path.child("expirationSeconds"), expirationSeconds, expirationText)]
      : []),
  ];
}

/** `request` is the PEM text in base64. */
function checkRequest(request: string | null): readonly FieldError[] {
  try {
    parseCertificateRequest(pemOf(request ?? ""));
    return [];
  } catch (error) {
    if (!isCertificateError(error)) throw error;
    return [field.invalid(fieldPath("spec", "request"), request, error.message)];
  }
}

/** Decodes a field with PEM in base64. PEM is ASCII. */
export function pemOf(value: string): string {
  return Buffer.from(value, "base64").toString("latin1");
}

const knownUsages: readonly string[] = [
  "any",
  "cert sign",
  "client auth",
  "code signing",
  "content commitment",
  "crl sign",
  "data encipherment",
  "decipher only",
  "digital signature",
  "email protection",
  "encipher only",
  "ipsec end system",
  "ipsec tunnel",
  "ipsec user",
  "key agreement",
  "key encipherment",
  "microsoft sgc",
  "netscape sgc",
  "ocsp signing",
  "s/mime",
  "server auth",
  "signing",
  "timestamping",
];

function checkUsages(usages: readonly string[]): readonly FieldError[] {
  const path = fieldPath("spec", "usages");
  if (usages.length === 0) return [field.required(path, "")];
  return [
    ...usages.flatMap((usage, index) => checkSupported(usage, knownUsages, path.index(index))),
    ...usages.flatMap((usage, index) =>
      usages.indexOf(usage) === index ? [] : [field.duplicate(path.index(index), usage)],
    ),
  ];
}

const domainLengthMax = 253;
const pathLengthMax = 253 + 63 + 1;
const lengthMax = domainLengthMax + pathLengthMax + 1;

/**
 * Errors of a signer name, which is a domain and a path: `example.com/signer-name`.
 * https://kubernetes.io/docs/reference/access-authn-authz/certificate-signing-requests/#signers
 */
function checkSignerName(name: string, path: FieldPath): readonly FieldError[] {
  if (name === "") return [field.required(path, "")];
  const [domain = "", signer, ...more] = name.split("/");
  if (signer === undefined || more.length > 0) {
    return [
      field.invalid(path, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'"),
    ];
  }
  const domainLabels = domain.split(".");
  return [
    ...(domain.length > domainLengthMax ? [field.tooLong(path, domainLengthMax)] : []),
    ...labelErrors(domain, domainLabels, isDns1123Label, path),
    ...(domainLabels.length < 2
      ? [field.invalid(path, domain, "should be a domain with at least two segments separated by dots")]
      : []),
    ...labelErrors(signer, signer.split("."), isDns1123Subdomain, path),
    ...(name.length > lengthMax ? [field.tooLong(path, lengthMax)] : []),
  ];
}

/** The errors of the first label that has some. */
function labelErrors(
  segment: string,
  labels: readonly string[],
  errorsOf: (label: string) => readonly string[],
  path: FieldPath,
): readonly FieldError[] {
  const wrong = labels.find((label) => errorsOf(label).length > 0);
  if (wrong === undefined) return [];
  return errorsOf(wrong).map((error) =>
    field.invalid(path, segment, `validating label ${quoteGoString(wrong)}: ${error}`),
  );
}
