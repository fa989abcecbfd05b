// An apply: what somebody declares of an object, merged into it; where there is none, one is created.
// https://kubernetes.io/docs/reference/using-api/server-side-apply/
import { conflict } from "@kubewright/apimachinery";
import { objectAfterApply } from "../managed-fields/after-apply.ts";
import type { ApiObject } from "../registry/api-object.ts";
import { groupResourceOf } from "../registry/create.ts";
import { toServedForm, toWorkingForm } from "../registry/served-form.ts";
import type { UpdateStrategy } from "../registry/strategy.ts";
import { updateObject } from "../registry/update.ts";
import { answerWrite } from "./answer.ts";
import { decodeApplied, reportDuplicateKeys } from "./apply-body.ts";
import { expectedKindOf, withMetadata, withMetadataAlone } from "./decode-object.ts";
import type { Scope } from "./scope.ts";
import { contextOf } from "./scope.ts";
import type { ServerResponse } from "./server-request.ts";
import { parseApplyOptions } from "./write-options.ts";

/** Answers an apply that goes by these rules. */
export async function apply(scope: Scope, strategy: UpdateStrategy): Promise<ServerResponse> {
  const { engine, form, namespace, target, request } = scope;
  const options = parseApplyOptions(request.query);
  const context = contextOf(scope, options.dryRun);
  const result = await updateObject(engine, {
    form,
    namespace,
    name: target.name,
    options,
    context,
    strategy,
    isPatch: true,
    isOwned: true,
    createsWhenAbsent: target.subresource === "" || form.resource.strategy.allowCreateOnUpdate === true,
    next(readOld) {
      const old = readOld?.();
      const { value: applied, strictErrors } = decodeApplied(request.body);
      const object = objectAfterApply({
        door: engine.doors.of(form, target.subresource),
        live: old && toServedForm(old, form),
        applied,
        manager: options.fieldManager,
        force: options.force,
        nowMs: engine.clock.wallTime(),
      });
      reportDuplicateKeys(strictErrors, options.fieldValidation, context.warn);
      const { uid } = object.metadata;
      if (old === undefined && uid !== undefined) {
        const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
        throw conflict(groupResourceOf(form), target.name, why);
      }
      return toWorkingForm(readApplied(scope, object), form);
    },
    authorizeCreate: () => scope.authorize("create"),
  });
  return answerWrite(scope, result);
}

/** Nulls that an apply has left in a custom resource are still there to be refused. */
function readApplied(scope: Scope, object: ApiObject): ApiObject {
  const { resource, version } = scope.form;
  const expected = expectedKindOf(scope);
  if (!resource.custom) return withMetadata(object, expected).object;
  const read = withMetadataAlone(object, expected).object;
  return resource.strategy.prune?.(read, version.name) ?? read;
}
