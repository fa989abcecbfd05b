// A create: POST to a collection.
import { afterPause } from "@kubewright/apimachinery";
import { draftOfNew } from "../writes/create-rules.ts";
import { expectedKindOf } from "../writes/decode-value.ts";
import { write } from "../writes/write.ts";
import { respondWithResult } from "../request/responses.ts";
import { decodeObject } from "../bodies/decode-object.ts";
import type { Scope } from "../request/scope.ts";
import { targetOf } from "../request/scope.ts";
import type { ServerResponse } from "../http/server-request.ts";
import { parseWriteOptions } from "../request/write-options.ts";

/** Handles a create. */
export async function create(scope: Scope): Promise<ServerResponse> {
  const { resource } = scope;
  const options = parseWriteOptions(scope.request.query, "CreateOptions");
  const request = { ...targetOf(scope, options), name: "", options };
  const result = await write({
    ...request,
    strategy: resource.strategy,
    change: () =>
      afterPause(decodeObject(scope, expectedKindOf(resource), options.fieldValidation), (object) =>
        draftOfNew(request, object),
      ),
  });
  return respondWithResult(scope, result, request.context);
}
