/**
 * Steps of several concurrent requests, and a read of the object after them. Every step is chosen so that neither the outcomes, taken as a
 * set, nor the object afterwards depend on the order of the requests: both servers must return the same.
 */
import type { JsonObject } from "@kubewright/apimachinery";
import type { DifferentialRequest } from "../differential/case.ts";
import { fieldsOf, objectOf } from "./bodies.ts";
import { knownText, optional, patchTypes } from "./request-parts.ts";
import type { Context } from "./request-parts.ts";
import type { Step } from "./sequence.ts";

type Together = Extract<Step, { readonly do: "together" }>;

export function togetherRequests(step: Together, context: Context): readonly DifferentialRequest[] {
  const path = `${context.collection}/${step.name}`;
  const [first, ...others] = requestsIn(step, context);
  if (first === undefined) return [];
  // A patch that is served after the delete finds no object.
  const either = step.what === "delete" ? { either: ["200", "404 NotFound"] } : {};
  return [
    { ...first, together: others, ...either },
    { method: "GET", path },
  ];
}

function requestsIn(step: Together, { kind, collection, seen }: Context): readonly DifferentialRequest[] {
  const { name, what, count } = step;
  const path = `${collection}/${name}`;
  const each = <T>(make: (index: number) => T): readonly T[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const typed = (metadata: JsonObject): JsonObject => ({ apiVersion: kind.apiVersion, kind: kind.kind, metadata });
  switch (what) {
    case "patch":
      return each((index) => annotationPatch(path, index));
    case "delete":
      return [{ method: "DELETE", path }, ...each((index) => annotationPatch(path, index))];
    case "create":
      return each(() => ({ method: "POST", path: collection, body: objectOf(kind, name, fieldsOf(step, kind)) }));
    case "update": {
      const metadata = optional("resourceVersion", knownText(step.version, seen.get(name), "resourceVersion"));
      const body = objectOf(kind, name, fieldsOf(step, kind), metadata);
      return each(() => ({ method: "PUT", path, body }));
    }
    case "annotate":
      return each((index) => apply(path, `racer-${index}`, typed({ name, annotations: annotation(index) })));
    case "apply":
      // By one manager: others would conflict with a value that the server normalizes.
      return each(() => apply(path, "racer", { ...typed({ name }), ...kind.base }));
  }
}

function apply(path: string, manager: string, body: JsonObject): DifferentialRequest {
  return {
    method: "PATCH",
    path: `${path}?fieldManager=${manager}`,
    headers: { "content-type": patchTypes.apply },
    body,
  };
}

function annotationPatch(path: string, index: number): DifferentialRequest {
  return {
    method: "PATCH",
    path,
    headers: { "content-type": patchTypes.merge },
    body: { metadata: { annotations: annotation(index) } },
  };
}

function annotation(index: number): JsonObject {
  return { [`racer-${index}`]: "here" };
}
