/** SELinux labels have one of the types for containers, and no users or roles. */
import type { SELinuxOptions } from "@kubewright/api/core/v1";
import type { View } from "../../../kinds/typed.ts";
import type { Check, CheckPod } from "./check.ts";
import { plural, quoted, settersWhere, sortedSet } from "./check.ts";

const types: readonly string[] = ["", "container_t", "container_init_t", "container_kvm_t"];

/** The problems of all labels. */
interface Problems {
  readonly types: Set<string>;
  user: boolean;
  role: boolean;
}

function limitLabels(allowedTypes: readonly string[]): CheckPod {
  return (pod) => {
    const problems: Problems = { types: new Set(), user: false, role: false };
    const setters = settersWhere(pod, ({ seLinuxOptions: label }) => {
      return label !== undefined && addProblems(label, allowedTypes, problems);
    });
    if (setters.length === 0) return undefined;
    const bad: string[] = [];
    const badTypes = sortedSet(problems.types);
    if (badTypes.length > 0) bad.push(`${plural("type", badTypes.length)} ${quoted(badTypes)}`);
    if (problems.user) bad.push("user may not be set");
    if (problems.role) bad.push("role may not be set");
    return {
      reason: "seLinuxOptions",
      detail: `${setters.join(" and ")} set forbidden securityContext.seLinuxOptions: ${bad.join("; ")}`,
    };
  };
}

/** Returns whether the label has problems. */
function addProblems(
  { type = "", user = "", role = "" }: View<SELinuxOptions>,
  allowedTypes: readonly string[],
  problems: Problems,
): boolean {
  const isAllowed = allowedTypes.includes(type);
  if (!isAllowed) problems.types.add(type);
  if (user !== "") problems.user = true;
  if (role !== "") problems.role = true;
  return !isAllowed || user !== "" || role !== "";
}

export const seLinuxOptions: Check = {
  id: "seLinuxOptions",
  level: "baseline",
  versions: [
    { since: 0, check: limitLabels(types) },
    { since: 31, check: limitLabels([...types, "container_engine_t"]) },
  ],
};
