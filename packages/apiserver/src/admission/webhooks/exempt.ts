/** Writes that no webhook is asked about: those that would mend a webhook which refuses everything. */
import type { AdmissionAttributes } from "../../registry/admission-plugin.ts";

const exemptKinds: ReadonlySet<string> = new Set([
  "MutatingWebhookConfiguration",
  "ValidatingWebhookConfiguration",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
]);

/** Whether webhooks are left out of this write. */
export function isExempt({ kind }: Pick<AdmissionAttributes, "kind">): boolean {
  return kind.group === "admissionregistration.k8s.io" && exemptKinds.has(kind.kind);
}
