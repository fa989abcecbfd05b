/** The backend that sends each request to the API server: objects as JSON, responses as typed objects. */
import { encodeJson, isConflict, isNotFound } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";

import { listPages } from "../verbs/list-pages.ts";
import { decodedFrom } from "../verbs/named-response.ts";
import { collectionPath, objectPath } from "../verbs/paths.ts";
import type { Verbs } from "../verbs/verbs.ts";
import type { ClientBackend } from "./client-backend.ts";
import type { DeleteOptions } from "./call-options.ts";
import { assertOwners } from "./assert-owners.ts";
import { completeObject, decodedBody, storedObject } from "./objects.ts";
import { selectorParameter } from "./selector-parameter.ts";

/** The number of items per page of `list`: the value of client-go's pager and of kubectl. */
export const defaultPageSize = 500;

export function createServerBackend(raw: Verbs): ClientBackend {
  return { ...reads(raw), ...writes(raw), ...deletes(raw) };
}

function reads(raw: Verbs): Pick<ClientBackend, "get" | "list" | "watch"> {
  return {
    async get({ type, key, options }) {
      try {
        const bytes = await raw.get(type, key, options);
        return decodedFrom(objectRequest("GET", type, key, options), () => objectIn(type, bytes, options));
      } catch (error) {
        // A 404 whose details name the object means that the object is missing; any other 404 means that the resource is.
        if (isNotFound(error) && error.status.details?.name === key.name && options.subresource === undefined)
          return undefined;
        throw error;
      }
    },
    async *list({ type, options: { pageSize = defaultPageSize, labelSelector, index, ...rest } }) {
      if (index)
        throw new TypeError(`Cannot list ${type.plural} by index "${index.name}" at the server: read from a cache`);
      const options = { ...rest, ...selectorParameter(labelSelector), limit: pageSize };
      const request = { method: "GET", path: collectionPath(type, options.namespace) };
      for await (const chunk of listPages(raw, type, options)) {
        if (chunk.kind !== "items") continue;
        for (const { bytes } of chunk.items) yield decodedFrom(request, () => storedObject(type, bytes));
      }
    },
    async *watch({ type, options: { labelSelector, ...rest } }) {
      const options = { ...rest, ...selectorParameter(labelSelector), allowWatchBookmarks: false };
      const request = { method: "GET", path: collectionPath(type, options.namespace) };
      for await (const event of raw.watch(type, options)) {
        if (event.type === "BOOKMARK") continue;
        yield { type: event.type, object: decodedFrom(request, () => storedObject(type, event.bytes)) };
      }
    },
  };
}

function writes(raw: Verbs): Pick<ClientBackend, "create" | "update" | "patch"> {
  return {
    async create({ type, key, object, options }) {
      assertOwners("create", type, key, object);
      const bytes = await raw.create(type, key, encodeJson(object), options);
      const path =
        options.subresource === undefined
          ? collectionPath(type, key.namespace)
          : objectPath(type, key, options.subresource);
      return decodedFrom({ method: "POST", path }, () => objectIn(type, bytes, options));
    },
    async update({ type, key, object, options }) {
      assertOwners("update", type, key, object);
      const bytes = await raw.update(type, key, encodeJson(object), options);
      return decodedFrom(objectRequest("PUT", type, key, options), () => objectIn(type, bytes, options));
    },
    async patch({ type, key, patch, options }) {
      assertOwners(patch.type === "apply" ? "apply" : "patch", type, key, patch.body);
      const force = patch.type === "apply" && patch.force !== undefined ? { force: patch.force } : {};
      const sent = { ...options, type: patch.type, ...force };
      const bytes = await raw.patch(type, key, encodeJson(patch.body), sent);
      return decodedFrom(objectRequest("PATCH", type, key, options), () => objectIn(type, bytes, options));
    },
  };
}

/** A delete of an object that does not exist succeeds. */
function deletes(raw: Verbs): Pick<ClientBackend, "delete" | "deleteAllOf"> {
  return {
    async delete({ type, key, options: { preconditions = {}, ...rest } }) {
      try {
        await raw.delete(type, key, { ...rest, ...preconditionsIn(preconditions) });
      } catch (error) {
        if (!isNotFound(error) && !(preconditions.uid !== undefined && isOtherUid(error))) throw error;
      }
    },
    async deleteAllOf({ type, options: { labelSelector, ...rest } }) {
      if (type.namespaced && rest.namespace === undefined) {
        throw new TypeError(
          `Cannot delete ${type.plural}: namespace is not set, and the API deletes in one namespace only`,
        );
      }
      const request = { ...rest, ...selectorParameter(labelSelector), metadataOnly: true };
      const bytes = await raw.deleteCollection(type, request);
      return decodedFrom({ method: "DELETE", path: collectionPath(type, rest.namespace) }, () =>
        deletedObjects(type, bytes),
      );
    },
  };
}

function objectRequest(
  method: string,
  type: ResourceType,
  key: ObjectKey,
  { subresource }: { readonly subresource?: string },
): { readonly method: string; readonly path: string } {
  return { method, path: objectPath(type, key, subresource) };
}

/** The object in a response. The response to a subresource other than the status may be of another kind. */
function objectIn<T extends KubernetesObject>(
  type: ResourceType<T>,
  bytes: Uint8Array,
  { subresource }: { readonly subresource?: string },
): Stored<T> {
  if (subresource === undefined || subresource === "status") return storedObject(type, bytes);
  return decodedBody<Stored<T>>(bytes); // The type that the caller declares for the subresource.
}

/** The objects in the response to a delete of a collection. Some servers respond with a Status. */
function deletedObjects(type: ResourceType, body: Uint8Array): readonly Stored[] | undefined {
  const { items } = decodedBody<KubernetesObject & { readonly items?: readonly Stored[] | null }>(body);
  return items === undefined ? undefined : (items ?? []).map(({ metadata }) => completeObject(type, { metadata }));
}

/** Only the preconditions: callers may pass the whole metadata of an object. */
function preconditionsIn({ uid, resourceVersion }: NonNullable<DeleteOptions["preconditions"]>): object {
  return { ...(uid === undefined ? {} : { uid }), ...(resourceVersion === undefined ? {} : { resourceVersion }) };
}

/**
 * Whether the uid precondition of a delete failed. The response is a Conflict that can be recognized only by its message. The registry and the
 * storage each have one: "the UID in the precondition (…) does not match" and "UID in precondition: …".
 */
function isOtherUid(error: unknown): boolean {
  return isConflict(error) && /UID in (?:the )?precondition/u.test(error.status.message ?? "");
}
