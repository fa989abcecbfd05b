/** The `caBundle` of a conversion webhook: the server checks it when a definition is established, and afterwards in each update. */
import { parsePem } from "@kubewright/certificates";
import type { DefinitionView } from "../definition-view.ts";
import { isCertificate } from "../../kinds/certificates/is-certificate.ts";

/** Returns the reason why the `caBundle` of a conversion webhook (PEM in base64) cannot be used. Returns `undefined` if it can, and without a `caBundle`. */
export function caBundleProblem({ spec }: DefinitionView): string | undefined {
  const { caBundle = "" } = spec?.conversion?.webhook?.clientConfig ?? {};
  if (caBundle === "") return undefined;
  const blocks = parsePem(Buffer.from(caBundle, "base64").toString("latin1"));
  const certificates = blocks.filter(({ label, hasHeaders }) => label === "CERTIFICATE" && !hasHeaders);
  // kube-apiserver skips certificates that it cannot parse, if it can parse one.
  if (certificates.some(({ bytes }) => isCertificate(bytes))) return undefined;
  return `unable to load root certificates: ${reasonOf(blocks.length, certificates.length)}`;
}

function reasonOf(blocks: number, certificates: number): string {
  if (blocks === 0) return "unable to parse bytes as PEM block";
  return certificates === 0
    ? "no valid certificate authority data seen"
    : "failed to parse certificate: x509: malformed certificate";
}
