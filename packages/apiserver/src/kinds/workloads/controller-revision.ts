/** ControllerRevisions: earlier Pod templates, for rollbacks. https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/controller-revision-v1/ */
import type { FieldError } from "@kubewright/apimachinery";
import { controllerOf, field, fieldPath, isJsonObject, parseApiVersion } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import { checkImmutable, checkNonNegative } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { viewOf } from "../typed.ts";
import type { ControllerRevision } from "@kubewright/api/apps/v1";

const data = fieldPath("data");

export const controllerRevisionKind: BuiltinKind = builtinKind<ControllerRevision>({
  group: "apps",
  plural: "controllerrevisions",
  metadataChecks: { wholeOnUpdate: true },
  validate: (object) => [...checkRevision(object), ...checkData(object["data"])],
  validateUpdate: (object, old) => [...checkRevision(object), ...checkImmutable(object["data"], old["data"], data)],
  cells: (object) => {
    const owner = controllerOf(object);
    const { group } = parseApiVersion(owner?.apiVersion ?? "");
    const kind = (owner?.kind ?? "").toLowerCase();
    return {
      Controller: owner === undefined ? "<none>" : `${kind}${group === "" ? "" : `.${group}`}/${owner.name}`,
      Revision: object.revision ?? 0,
    };
  },
});

function checkRevision(object: ReadonlyObject): readonly FieldError[] {
  return checkNonNegative(viewOf<ControllerRevision>(object).revision, fieldPath("revision"));
}

function checkData(value: unknown): readonly FieldError[] {
  if (value === undefined) return [field.required(data, "data is mandatory")];
  return isJsonObject(value) ? [] : [field.required(data, "data must be a valid JSON object")];
}
