// A create: POST to a collection.
import type { Work } from "@kubewright/apimachinery";
import { runInSteps } from "../conversion/converted-objects.ts";
import type { ApiObject } from "../objects/api-object.ts";
import { whenReady } from "../registry/awaitable.ts";
import { createObject } from "../registry/create.ts";
import { expectedKindOf } from "../registry/decode-value.ts";
import { respondWithResult } from "./responses.ts";
import { decodeObject } from "./decode-object.ts";
import type { Scope } from "./scope.ts";
import { contextOf } from "./scope.ts";
import type { ServerResponse } from "../http/server-request.ts";
import { parseWriteOptions } from "./write-options.ts";

/** Handles a create. */
export async function create(scope: Scope): Promise<ServerResponse> {
  const { engine, resource, namespace, request } = scope;
  const options = parseWriteOptions(request.query, "CreateOptions");
  const context = contextOf(scope, options.dryRun);
  const decode = (): Work<ApiObject> => decodeObject(scope, expectedKindOf(resource), options.fieldValidation);
  const decoding = runInSteps(decode, context);
  const object = decoding instanceof Promise ? await decoding : decoding;
  const result = await createObject(engine, { resource, object, namespace, options, context });
  return whenReady(context.pause(), () => respondWithResult(scope, result));
}
