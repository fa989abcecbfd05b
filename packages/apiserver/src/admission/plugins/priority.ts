/**
 * Priority: turns the name of a PriorityClass into the number the scheduler compares.
 * https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#priority
 */
import type { Pod } from "@kubewright/api/core/v1";
import type { PriorityClass } from "@kubewright/api/scheduling.k8s.io/v1";
import type { Draft, View } from "../../kinds/typed.ts";
import { draftOf, viewOf } from "../../kinds/typed.ts";
import type { AdmissionAttributes, AdmissionPlugin } from "../../registry/admission-plugin.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import { forbid, isAbout } from "./forbid.ts";

const group = "scheduling.k8s.io";
const priorityClasses = { group, resource: "priorityclasses" } as const;

export const priorityPlugin: AdmissionPlugin = {
  name: "Priority",
  mutate: (attributes, context) => {
    const { object, oldObject, operation } = attributes;
    if (!isAbout(attributes, "", "pods") || object === undefined) return;
    const spec = (draftOf<Pod>(object).spec ??= {});
    if (operation === "CREATE") resolvePriority(spec, attributes, context);
    if (operation === "UPDATE" && oldObject !== undefined) {
      // An update by a client that does not know these fields must not remove them.
      const before = viewOf<Pod>(oldObject).spec;
      if (before?.priority !== undefined) spec.priority ??= before.priority;
      if (before?.preemptionPolicy !== undefined) spec.preemptionPolicy ??= before.preemptionPolicy;
    }
  },
  validate: (attributes, context) => {
    const { object, operation } = attributes;
    if (!isAbout(attributes, group, "priorityclasses") || object === undefined) return;
    if (operation !== "CREATE" && operation !== "UPDATE") return;
    if (draftOf<PriorityClass>(object).globalDefault !== true) return;
    const current = defaultClass(context);
    if (current === undefined) return;
    const name = current.metadata?.name ?? "";
    if (operation === "UPDATE" && name === object.metadata.name) return;
    throw forbid(attributes, `PriorityClass ${name} is already marked as default. Only one default can exist`);
  },
};

type Spec = NonNullable<Draft<Pod>["spec"]>;

function resolvePriority(spec: Spec, attributes: AdmissionAttributes, context: RequestContext): void {
  const { name, priority, policy } = priorityOf(spec, attributes, context);
  if (name !== "") spec.priorityClassName = name;
  if (spec.priority !== undefined && spec.priority !== priority) {
    throw forbid(
      attributes,
      `the integer value of priority (${spec.priority}) must not be provided in pod spec; ` +
        `priority admission controller computed ${priority} from the given PriorityClass name`,
    );
  }
  spec.priority = priority;
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== policy) {
    throw forbid(
      attributes,
      `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; ` +
        `priority admission controller computed ${policy} from the given PriorityClass name`,
    );
  }
  spec.preemptionPolicy = policy;
}

interface Resolved {
  readonly name: string;
  readonly priority: number;
  readonly policy: "Never" | "PreemptLowerPriority";
}

function priorityOf(spec: Spec, attributes: AdmissionAttributes, context: RequestContext): Resolved {
  const { priorityClassName = "" } = spec;
  const found = priorityClassName === "" ? defaultClass(context) : classNamed(priorityClassName, context);
  if (found === undefined && priorityClassName !== "") {
    throw forbid(attributes, `no PriorityClass with name ${priorityClassName} was found`);
  }
  return {
    name: found?.metadata?.name ?? "",
    priority: found?.value ?? 0,
    policy: found?.preemptionPolicy === "Never" ? "Never" : "PreemptLowerPriority",
  };
}

function classNamed(name: string, { read }: RequestContext): View<PriorityClass> | undefined {
  const found = read.get(priorityClasses, { name });
  return found === undefined ? undefined : viewOf<PriorityClass>(found);
}

/** The default class with the lowest value. */
function defaultClass({ read }: RequestContext): View<PriorityClass> | undefined {
  let lowest: View<PriorityClass> | undefined;
  for (const object of read.list(priorityClasses)) {
    const candidate = viewOf<PriorityClass>(object);
    if (candidate.globalDefault !== true) continue;
    if (lowest === undefined || (candidate.value ?? 0) < (lowest.value ?? 0)) lowest = candidate;
  }
  return lowest;
}
