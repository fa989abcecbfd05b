// An apply: the fields that a manager declares, merged into the live object. If there is no object, the apply creates it.
// https://kubernetes.io/docs/reference/using-api/server-side-apply/
import { assertAllowed } from "../authorization/authorizer.ts";
import { afterPause, conflict, notFound, unclassifiedError, whenDone } from "@kubewright/apimachinery";
import type { JsonObject, Work } from "@kubewright/apimachinery";
import { objectAfterApply } from "../field-manager/after-apply.ts";
import { describeObject } from "../field-manager/object-description.ts";
import type { ApiObject } from "../objects/api-object.ts";
import { groupResourceOf } from "../registry/error-names.ts";
import { dropDuplicateOwners, matchRequest } from "../writes/metadata.ts";
import { toServedVersion, toWorkingVersion } from "../conversion/served-object.ts";
import type { UpdateStrategy } from "../contracts/update-strategy.ts";
import type { VersionedResource } from "../registry/registry.ts";
import { write } from "../writes/write.ts";
import type { WriteRequest } from "../writes/write-request.ts";
import { parseSentVersion } from "../writes/sent-version.ts";
import { respondWithResult } from "../request/responses.ts";
import { decodeApplied, reportDuplicateKeys } from "../bodies/apply-body.ts";
import type { ExpectedKind } from "../writes/decode-value.ts";
import { expectedKindOf, withMetadataAlone } from "../writes/decode-value.ts";
import { decodePatched } from "../bodies/decode-patched.ts";
import type { Scope } from "../request/scope.ts";
import { targetOf } from "../request/scope.ts";
import type { ServerResponse } from "../http/server-request.ts";
import { parseApplyOptions } from "../request/write-options.ts";

/** Handles an apply. `strategy` holds the rules of the endpoint. */
export async function apply(scope: Scope, strategy: UpdateStrategy): Promise<ServerResponse> {
  const { engine, resource, target, request } = scope;
  const options = parseApplyOptions(request.query);
  const place = targetOf(scope, options);
  const { context } = place;
  const createsWhenAbsent = target.subresource === "" || resource.strategy.allowCreateOnUpdate === true;
  const result = await write({
    ...place,
    options,
    strategy,
    ...pruneOf(resource),
    change(live) {
      if (live === undefined && !createsWhenAbsent) throw notFound(groupResourceOf(resource), target.name);
      if (live === undefined) assertAllowed(engine.context.authorizer, { ...scope.access, verb: "create" });
      return afterPause(decodeApplied(request.body), ({ value: applied, strictErrors }) => {
        const applying = whenDone(live && toServedVersion(live.copy(), resource), (served) =>
          objectAfterApply({
            fieldManager: engine.fieldManagers.of(resource, target.subresource),
            live: served,
            applied,
            manager: options.fieldManager,
            force: options.force,
            nowMs: engine.clock.wallTime(),
          }),
        );
        const reading = afterPause(applying, (object) => readApplied(scope, object, applied));
        return afterPause(reading, (object) => {
          reportDuplicateKeys(strictErrors, options.fieldValidation, context.warn);
          return whenDone(draftOf(object, live === undefined), (draft) => ({ object: draft }));
        });
      });
    },
  });
  return respondWithResult(scope, result, context);

  function draftOf(object: ApiObject, isNew: boolean): Work<ApiObject> {
    const { uid } = object.metadata;
    if (isNew && uid !== undefined) {
      const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
      throw conflict(groupResourceOf(resource), target.name, why);
    }
    return whenDone(toWorkingVersion(object, resource), (draft) => {
      matchRequest(draft.metadata, place);
      if (!isNew) return draft;
      parseSentVersion(draft.metadata);
      dropDuplicateOwners(draft, context.warn);
      // A dry run returns the resourceVersion of the request.
      if (!context.dryRun) delete draft.metadata.resourceVersion;
      return draft;
    });
  }
}

/** Decodes the merged object, in steps. kube-apiserver does not decode a custom resource here: it reviews and validates all merged fields. */
function readApplied(scope: Scope, object: ApiObject, applied: JsonObject): Work<ApiObject> {
  const expected = expectedKindOf(scope.resource);
  if (!scope.resource.custom) return convertApplied(object, applied, expected);
  return whenDone(withMetadataAlone(object, expected), (decoded) => decoded.object);
}

/**
 * kube-apiserver stores an applied custom resource with the fields that its schema does not declare, and prunes them in reads. They count as a change of
 * `generation`, and the next write stores the object without them.
 */
function pruneOf({ custom, strategy, version }: VersionedResource): Pick<WriteRequest, "prune"> {
  const { prune } = strategy;
  return custom && prune !== undefined ? { prune: (object) => prune(object, version.name) } : {};
}

/** Converts, in steps, an object of a built-in kind that an apply has merged. Throws 500 for values that do not fit the kind's Go type. */
export function convertApplied(object: ApiObject, applied: JsonObject, expected: ExpectedKind): Work<ApiObject> {
  const failure = (problem: string): Error => {
    const { identity, kind } = describeObject(applied);
    const why = `unable to convert unstructured object to ${kind}: ${problem}`;
    return unclassifiedError(`failed to convert new object (${identity}) to proper version: ${why}`);
  };
  return whenDone(decodePatched(object, expected, { source: "values", failure }), (decoded) => decoded.object);
}
