/** Checks that the certificate and the key of a Secret match. A mismatch is a warning, not an error. */
import { createPrivateKey, X509Certificate } from "node:crypto";

/** The message of kube-apiserver about a mismatch; `undefined` if they match. */
export function keyPairProblem(certificate: string, key: string): string | undefined {
  if (!/-----BEGIN [A-Z ]*CERTIFICATE-----/u.test(certificate)) {
    if (!certificate.includes("-----BEGIN ")) return "tls: failed to find any PEM data in certificate input";
    return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [${blocksOf(certificate)}]`;
  }
  if (!/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/u.test(key)) {
    if (!key.includes("-----BEGIN ")) return "tls: failed to find any PEM data in key input";
    if (blocksOf(key) === "CERTIFICATE") {
      return "tls: found a certificate rather than a key in the PEM for the private key";
    }
    return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [${blocksOf(key)}]`;
  }
  try {
    const isPair = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
    return isPair ? undefined : "tls: private key does not match public key";
  } catch {
    return "tls: failed to parse private key"; // One of the two cannot be parsed.
  }
}

function blocksOf(text: string): string {
  return [...text.matchAll(/-----BEGIN ([A-Z ]+)-----/gu)].map(([, type = ""]) => type).join(" ");
}
