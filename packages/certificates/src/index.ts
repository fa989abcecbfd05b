// Keys and certificates: issue, rotate. Importing this is cheap; the X.509 encoder is loaded when a certificate is issued.
export { createCertificateAuthority, loadCertificateAuthority } from "./authority.ts";
export type {
  CertificateAuthority,
  CertificateAuthorityOptions,
  IssueClientOptions,
  IssuedCertificate,
  IssueServingOptions,
  LoadCertificateAuthorityOptions,
} from "./authority.ts";
export { parseCertificate, parseCertificates } from "./certificate.ts";
export type { Certificate } from "./certificate.ts";
export { parseCertificateRequest } from "./certificate-request.ts";
export type { CertificateRequest } from "./certificate-request.ts";
export { parsePem } from "./pem.ts";
export type { PemBlock } from "./pem.ts";
export { bundleOf, rotationOf } from "./rotation.ts";
export type { Rotation, Validity } from "./rotation.ts";
export type { CertificateLog, CertificateSource } from "./source/certificate-source.ts";
export { createSelfSignedCertificate } from "./source/self-signed-certificate.ts";
export type { SelfSignedCertificateOptions } from "./source/self-signed-certificate.ts";
export { createCertificateFromFiles, createReloadedCertificate } from "./source/reloaded-certificate.ts";
export type { CertificateFiles, ReloadedCertificateOptions } from "./source/reloaded-certificate.ts";
export { createExpiryCheck } from "./source/expiry-check.ts";
export type { ExpiryCheck } from "./source/expiry-check.ts";
export { CertificateError, isCertificateError } from "./errors.ts";
export { uidAttribute } from "./uid-attribute.ts";
