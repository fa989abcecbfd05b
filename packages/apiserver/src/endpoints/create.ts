// A create: POST to a collection.
import { afterPause } from "@kubewright/apimachinery";
import { whenReady } from "../registry/awaitable.ts";
import { draftOfNew } from "../registry/create-rules.ts";
import { expectedKindOf } from "../registry/decode-value.ts";
import { write } from "../registry/write.ts";
import { respondWithResult } from "./responses.ts";
import { decodeObject } from "./decode-object.ts";
import type { Scope } from "./scope.ts";
import { targetOf } from "./scope.ts";
import type { ServerResponse } from "../http/server-request.ts";
import { parseWriteOptions } from "./write-options.ts";

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
  return whenReady(request.context.pause(), () => respondWithResult(scope, result));
}
