/** `internal/controller/memcached-status.ts`: the status of an object that runs an image. */
import { withArticle } from "../../project/derived-names.ts";
import { printedList } from "../printed-list.ts";
import type { ImageControllerNames } from "./image-controller-names.ts";

export function statusCode(about: string, names: ImageControllerNames): string {
  const { variable, kind, imported, status } = names;
  const parameters = [`${variable}: Stored<${kind}>`, "found: Found", "nowMs: number"];
  return `/** The status of ${withArticle(about)}, as a pure function of its Deployment. */
import type { Deployment } from "@kubewright/api/apps/v1";
import { setCondition } from "@kubewright/apimachinery";
import type { ConditionUpdate, Stored } from "@kubewright/apimachinery";
import type { ${status} } from "${names.typesModule}";
import type { ${imported} } from "${names.kindModule}";

/** The Deployment, or the problem with it. */
export interface Found {
  readonly deployment?: Deployment;
  readonly problem?: Problem;
}

/** A reason for programs, and a message for people. */
export interface Problem {
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

function available({ deployment, problem }: Found): ConditionUpdate {
  if (problem) return { type: "Available", status: "False", ...problem };
  const desired = deployment?.spec?.replicas ?? 1;
  const ready = deployment?.status?.availableReplicas ?? 0;
  const message = \`\${ready} of \${desired} Pods are available\`;
  return ready >= desired
    ? { type: "Available", status: "True", reason: "PodsAvailable", message }
    : { type: "Available", status: "False", reason: "PodsUnavailable", message };
}

function degraded({ deployment, problem = failureOf(deployment) }: Found): ConditionUpdate {
  return problem
    ? { type: "Degraded", status: "True", ...problem }
    : { type: "Degraded", status: "False", reason: "AsExpected", message: "The Deployment has no errors" };
}

/** The Deployment cannot create its Pods, or they have not become available before its deadline. */
function failureOf(deployment: Deployment | undefined): Problem | undefined {
  const failure = deployment?.status?.conditions?.find(
    ({ type, status }) =>
      (type === "ReplicaFailure" && status === "True") || (type === "Progressing" && status === "False"),
  );
  return failure && { reason: failure.reason ?? failure.type, message: failure.message ?? "" };
}
`;
}
