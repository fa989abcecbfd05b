/** Recognizes X.509 certificates in PEM blocks. */
import { isCertificateError, parseCertificates } from "@kubewright/certificates";

/** Whether the bytes of a PEM block are one X.509 certificate. */
export function isCertificate(bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes).toString("base64");
  try {
    return parseCertificates(`-----BEGIN CERTIFICATE-----\n${content}\n-----END CERTIFICATE-----`).length === 1;
  } catch (error) {
    if (isCertificateError(error)) return false;
    throw error;
  }
}
