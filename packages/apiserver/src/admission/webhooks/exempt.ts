/** Writes that webhooks do not receive: the configuration of admission. Otherwise a webhook that denies everything could not be deleted. */
import type { AdmissionAttributes } from "../../registry/admission-plugin.ts";

const exemptKinds: ReadonlySet<string> = new Set([
  "MutatingWebhookConfiguration",
  "ValidatingWebhookConfiguration",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
]);

/** Whether webhooks do not receive this write. */
export function isExempt({ kind }: Pick<AdmissionAttributes, "kind">): boolean {
  return kind.group === "admissionregistration.k8s.io" && exemptKinds.has(kind.kind);
}
