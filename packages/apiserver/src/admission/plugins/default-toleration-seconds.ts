/**
 * DefaultTolerationSeconds: a Pod tolerates for five minutes that its node is not ready or unreachable.
 * https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#defaulttolerationseconds
 */
import type { Pod, Toleration } from "@kubewright/api/core/v1";
import type { Draft } from "../../kinds/typed.ts";
import { draftOf } from "../../kinds/typed.ts";
import type { AdmissionPlugin } from "../../registry/admission-plugin.ts";
import { isAbout } from "./forbid.ts";

const taints = ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"] as const;
const tolerationSeconds = 300;

export const defaultTolerationSeconds: AdmissionPlugin = {
  name: "DefaultTolerationSeconds",
  mutate: (attributes) => {
    const { object, operation } = attributes;
    if (!isAbout(attributes, "", "pods") || object === undefined || operation === "DELETE") return;
    const spec = (draftOf<Pod>(object).spec ??= {});
    const given = spec.tolerations ?? [];
    const missing = taints.filter((taint) => !given.some((toleration) => tolerates(toleration, taint)));
    if (missing.length === 0) return;
    const added = missing.map((key): Draft<Toleration> => ({
      key,
      operator: "Exists",
      effect: "NoExecute",
      tolerationSeconds,
    }));
    spec.tolerations = [...given, ...added];
  },
};

function tolerates({ key, effect }: Draft<Toleration>, taint: string): boolean {
  return (key === undefined || key === taint) && (effect === undefined || effect === "NoExecute");
}
