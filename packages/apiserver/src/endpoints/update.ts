// Handles PUT of a whole object, at its own path or at a subresource of the same kind, such as `status`.
import { assertAllowed } from "../authorization/authorizer.ts";
import { afterPause, notFound, whenDone } from "@kubewright/apimachinery";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import { groupResourceOf } from "../registry/error-names.ts";
import { dropDuplicateOwners, matchPath, matchRequest } from "../writes/metadata.ts";
import { assertStoragePreconditions } from "../writes/preconditions.ts";
import { toWorkingVersion } from "../conversion/served-object.ts";
import type { UpdateStrategy } from "../contracts/update-strategy.ts";
import { trackFields } from "../writes/track-fields.ts";
import { write } from "../writes/write.ts";
import type { WriteTarget } from "../writes/write-request.ts";
import { parseSentVersion } from "../writes/sent-version.ts";
import { assertKey } from "../request/object-key.ts";
import { respondWithResult } from "../request/responses.ts";
import { decodeObject } from "../bodies/decode-object.ts";
import { expectedKindOf } from "../writes/decode-value.ts";
import type { Scope } from "../request/scope.ts";
import { targetOf } from "../request/scope.ts";
import type { ServerResponse } from "../http/server-request.ts";
import { parseWriteOptions } from "../request/write-options.ts";

/** Handles a PUT. `strategy` holds the rules of the endpoint. */
export async function update(scope: Scope, strategy: UpdateStrategy): Promise<ServerResponse> {
  const { resource, namespace, target } = scope;
  const options = parseWriteOptions(scope.request.query, "UpdateOptions");
  const place = targetOf(scope, options);
  const { context } = place;
  const request = { ...place, options };
  const result = await write({
    ...request,
    strategy,
    change(live) {
      // Each attempt changes the object, so each decodes its own.
      const decoding = decodeObject(scope, expectedKindOf(scope.resource), options.fieldValidation);
      const converting = whenDone(decoding, (sent) => {
        matchPath(sent.metadata, place);
        assertKey(resource, namespace, target.name);
        const { uid } = sent.metadata;
        if (live !== undefined) assertUid(place, uid, live.object);
        return whenDone(toWorkingVersion(sent, resource), (draft) => {
          matchRequest(draft.metadata, place);
          dropDuplicateOwners(draft, context.warn);
          if (live === undefined) prepareToCreate(scope, place, draft, uid);
          return draft;
        });
      });
      return afterPause(converting, (draft) =>
        whenDone(trackFields(request, draft, live?.object), () => ({ object: draft })),
      );
    },
  });
  return respondWithResult(scope, result, context);
}

/** A uid in the body is a precondition. */
function assertUid(
  { resource, namespace, name, context }: WriteTarget,
  uid: string | undefined,
  live: ReadonlyObject | undefined,
): void {
  assertStoragePreconditions({ resource, namespace, name, dryRun: context.dryRun }, { uid }, live);
}

function prepareToCreate(scope: Scope, place: WriteTarget, { metadata }: ApiObject, uid: string | undefined): void {
  const { resource, name, context } = place;
  if (resource.strategy.allowCreateOnUpdate !== true) throw notFound(groupResourceOf(resource), name);
  parseSentVersion(metadata);
  assertUid(place, uid, undefined);
  assertAllowed(scope.engine.context.authorizer, { ...scope.access, verb: "create" });
  // Webhooks receive the object without the version. A dry run returns it.
  if (!context.dryRun) delete metadata.resourceVersion;
}
