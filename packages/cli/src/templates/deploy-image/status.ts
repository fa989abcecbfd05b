/** `internal/controller/memcached-status.ts`: what an object that runs an image says of itself. */
import { printedList } from "../printed-list.ts";
import type { ImageControllerNames } from "./image-controller-names.ts";

export function statusCode(about: string, names: ImageControllerNames): string {
  const { variable, kind, imported, status } = names;
  const parameters = [`${variable}: Stored<${kind}>`, "found: Found", "nowMs: number"];
  return `/** What a ${about} says of itself. A pure function of what there is. */
import type { Deployment } from "@kubewright/api/apps/v1";
import { setCondition } from "@kubewright/apimachinery";
import type { ConditionUpdate, Stored } from "@kubewright/apimachinery";
import type { ${status} } from "${names.typesModule}";
import type { ${imported} } from "${names.kindModule}";

/** The Deployment, or what is in its way. */
export interface Found {
  readonly deployment?: Deployment;
  readonly hindrance?: Hindrance;
}

/** A word for programs, and a sentence for people. */
export interface Hindrance {
  readonly reason: string;
  readonly message: string;
}

${printedList(0, "export function statusOf(", parameters, `): Required<${status}> {`)}
  const observedGeneration = ${variable}.metadata.generation ?? 0;
  const conditions = [available(found), degraded(found)].reduce(
    (list, condition) => setCondition(list, { ...condition, observedGeneration }, nowMs),
    ${variable}.status?.conditions ?? [],
  );
  return { conditions, observedGeneration };
}

function available({ deployment, hindrance }: Found): ConditionUpdate {
  if (hindrance) return { type: "Available", status: "False", ...hindrance };
  const wanted = deployment?.spec?.replicas ?? 1;
  const there = deployment?.status?.availableReplicas ?? 0;
  const message = \`\${there} of \${wanted} Pods are available\`;
  return there >= wanted
    ? { type: "Available", status: "True", reason: "PodsAvailable", message }
    : { type: "Available", status: "False", reason: "PodsUnavailable", message };
}

function degraded({ deployment, hindrance = failureOf(deployment) }: Found): ConditionUpdate {
  return hindrance
    ? { type: "Degraded", status: "True", ...hindrance }
    : { type: "Degraded", status: "False", reason: "AsExpected", message: "Nothing is in the way" };
}

/** The Deployment cannot make its Pods, or they have not become available in the time that it gives them. */
function failureOf(deployment: Deployment | undefined): Hindrance | undefined {
  const failure = deployment?.status?.conditions?.find(
    ({ type, status }) =>
      (type === "ReplicaFailure" && status === "True") || (type === "Progressing" && status === "False"),
  );
  return failure && { reason: failure.reason ?? failure.type, message: failure.message ?? "" };
}
`;
}
