// Handles DELETE of one object and of a collection.
import { finish, isNotFound } from "@kubewright/apimachinery";
import type { Status } from "@kubewright/apimachinery";
import { bodyFormat, decodeBody } from "../negotiation/body.ts";
import { deleteObject } from "../writes/delete.ts";
import type { DeleteResult } from "../writes/delete.ts";
import { pauseBetweenSlices } from "../turns/time-slices.ts";
import { respondWithStatus, respondWithUnstored } from "../request/responses.ts";
import { respondWithPage } from "../reads/list.ts";
import { findPage } from "../reads/page.ts";
import { parseListOptions } from "../request/list-options.ts";
import { decodeProtobufOptions } from "../request/protobuf-body.ts";
import type { Scope } from "../request/scope.ts";
import { requestEndOf, targetOf } from "../request/scope.ts";
import { selectionOf } from "../reads/selection.ts";
import type { ServerResponse } from "../http/server-request.ts";
import type { DeleteOptions } from "../contracts/write-options.ts";
import { parseDeleteOptions } from "../request/write-options.ts";

/** Deletes one object. Returns the object if it remains or its strategy sets `returnsObject`, otherwise a Status. */
export async function remove(scope: Scope): Promise<ServerResponse> {
  const { resource, target } = scope;
  const options = optionsOf(scope);
  warnOfDelete(scope, options);
  const result = await deleteObject({ ...targetOf(scope, options), options, reviewedName: target.name });
  // A request with `orphanDependents: false` gets 202 if the object remains.
  const code = !result.removed && options.orphanDependents === false ? 202 : 200;
  if (!result.removed || resource.strategy.deletion?.returnsObject === true) {
    return respondWithUnstored(scope, code, result.object);
  }
  return respondWithStatus(scope.accept, removedStatus(scope, result));
}

/** Deletes a collection. Returns the objects as they were before the deletion. */
export async function removeCollection(scope: Scope): Promise<ServerResponse> {
  const { resource, request } = scope;
  const options = optionsOf(scope);
  const listOptions = parseListOptions(withoutWatch(request.query), false);
  const unreadable = resource.strategy.unreadable?.();
  if (unreadable !== undefined) throw unreadable;
  const page = await findPage(scope, listOptions, selectionOf(resource, scope.namespace, "", listOptions));
  warnOfDelete(scope, options);
  const entries = [...page.entries];
  const target = targetOf(scope, options);
  const { pause } = pauseBetweenSlices(requestEndOf(scope));
  for (const { namespace, name } of entries) {
    const pausing = pause();
    if (pausing !== undefined) await pausing;
    try {
      // One after the other, in the order of the list, so that a run can be repeated.
      await deleteObject({ ...target, namespace, name, options, reviewedName: "" });
    } catch (error) {
      if (!isNotFound(error)) throw error; // Another request has removed it.
    }
  }
  return respondWithPage(scope, { ...page, entries });
}

function optionsOf({ request }: Scope): DeleteOptions {
  if (request.body.length === 0) return parseDeleteOptions(request.query, undefined);
  const format = bodyFormat(request.headers);
  if (format === "protobuf") return parseDeleteOptions(request.query, decodeProtobufOptions(request.body));
  const { value, literals } = finish(decodeBody(request.body, format, undefined, false));
  return parseDeleteOptions(request.query, value ?? {}, literals);
}

function warnOfDelete({ resource, warnings }: Scope, options: DeleteOptions): void {
  for (const warning of resource.strategy.deletion?.warnings?.(options) ?? []) warnings.add(warning);
}

function withoutWatch(query: URLSearchParams): URLSearchParams {
  if (!query.has("watch")) return query;
  const rest = new URLSearchParams(query);
  rest.delete("watch");
  return rest;
}

function removedStatus({ resource, target }: Scope, { object }: DeleteResult): Status {
  const { group, plural } = resource;
  const { uid } = object.metadata;
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: {
      name: target.name,
      ...(group === "" ? {} : { group }),
      kind: plural,
      ...(uid === undefined ? {} : { uid }),
    },
  };
}
