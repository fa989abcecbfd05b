// Handles PUT of a whole object, at its own path or at a subresource of the same kind, such as `status`.
import { notFound } from "@kubewright/apimachinery";
import type { ApiObject, ReadonlyObject } from "../registry/api-object.ts";
import { groupResourceOf } from "../registry/create.ts";
import { dropDuplicateOwners, matchName, matchNamespace, matchRequest } from "../registry/metadata.ts";
import { assertStoragePreconditions } from "../registry/preconditions.ts";
import { toWorkingForm } from "../registry/served-form.ts";
import type { UpdateStrategy } from "../registry/strategy.ts";
import { trackFields } from "../registry/track-fields.ts";
import { updateObject } from "../registry/update.ts";
import { parseSentVersion } from "../registry/sent-version.ts";
import { answerWrite } from "./answer.ts";
import { decodeObject, expectedKindOf } from "./decode-object.ts";
import type { Scope } from "./scope.ts";
import { contextOf } from "./scope.ts";
import type { ServerResponse } from "./server-request.ts";
import { parseWriteOptions } from "./write-options.ts";

/** Answers a PUT. `strategy` holds the rules of the endpoint. */
export async function update(scope: Scope, strategy: UpdateStrategy): Promise<ServerResponse> {
  const { engine, form, namespace, target, request } = scope;
  const options = parseWriteOptions(request.query, "UpdateOptions");
  const context = contextOf(scope, options.dryRun);
  // An attempt changes the decoded object. The first attempt uses the object decoded here; a repeated attempt decodes the body again.
  let decoded: ApiObject | undefined = decodeObject(scope, expectedKindOf(scope), options.fieldValidation);
  matchNamespace(decoded.metadata, namespace);
  matchName(decoded.metadata, target.name);
  const { uid } = decoded.metadata;

  function decode(): ApiObject {
    const object = decoded ?? decodeObject(scope, expectedKindOf(scope), options.fieldValidation);
    decoded = undefined;
    return toWorkingForm(object, form);
  }

  const place = { form, namespace, name: target.name, context };
  const result = await updateObject(engine, {
    ...place,
    options,
    strategy,
    change(live) {
      if (live !== undefined) assertUid(live.object);
      const draft = decode();
      matchRequest(draft.metadata, place);
      dropDuplicateOwners(draft, false, context.warn);
      if (live === undefined) prepareToCreate(draft);
      trackFields(engine, { form, context, options }, draft, live?.object);
      return { object: draft };
    },
  });
  return answerWrite(scope, result);

  /** A uid in the body is a precondition. */
  function assertUid(live: ReadonlyObject | undefined): void {
    const named = { resource: form.resource, namespace, name: target.name, dryRun: context.dryRun };
    assertStoragePreconditions(named, { uid }, live);
  }

  function prepareToCreate(draft: ApiObject): void {
    if (form.resource.strategy.allowCreateOnUpdate !== true) throw notFound(groupResourceOf(form), target.name);
    parseSentVersion(draft.metadata);
    assertUid(undefined);
    scope.authorize("create");
    // Webhooks do not see the version. A dry run answers with it.
    if (!context.dryRun) delete draft.metadata.resourceVersion;
  }
}
