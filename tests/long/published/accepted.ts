// Accepted differences between the two servers for published manifests.
import type { Difference } from "../../differential/differences.ts";
import type { Manifest } from "./manifests.ts";

interface Accepted {
  readonly kind: string;
  readonly at: RegExp;
  readonly reason: string;
}

const accepted: readonly Accepted[] = [
  { kind: "APIService", at: /./, reason: "the embedded server does not proxy requests to other API servers" },
  {
    kind: "Secret",
    at: /^0\.headers\.warning/,
    reason: "Go's X.509 parser rejects some extensions that OpenSSL accepts",
  },
  {
    kind: "CertificateSigningRequest",
    at: /^0\.body\.spec\.uid$/,
    reason: "only the user of the real server has a UID",
  },
  { kind: "Pod", at: /message$/, reason: "an empty list of capabilities is printed as null in a Go value" },
];

/** Whether the responses to a manifest may differ at this place. */
export function isAccepted({ kind }: Manifest, { at }: Difference): boolean {
  return accepted.some((each) => each.kind === kind && each.at.test(at));
}
