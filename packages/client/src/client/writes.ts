// The typed writes of objects and subresources. The body of a write is JSON of what the caller passes; nothing is added to it.

import { encodeJson, keyOf } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";

import type { ClientContext } from "./client-context.ts";
import type { Client, Patch, PatchOptions, SubresourceClient } from "./client.ts";
import { decodedBody, storedObject } from "./objects.ts";
import { resourceOf } from "./resource-of.ts";

type Write = "create" | "update" | "updateStatus" | "patch" | "patchKey" | "apply";

export function createWrites(context: ClientContext): Pick<Client, Write> {
  const { raw, mapper, fieldManager } = context;
  return {
    async create(object, options = {}) {
      const type = await resourceOf(mapper, object, "create", options);
      return storedObject(type, await raw.create(type, keyOf(object), encodeJson(object), options));
    },
    async update(object, options = {}) {
      const type = await resourceOf(mapper, object, "update", options);
      return storedObject(type, await raw.update(type, keyOf(object), encodeJson(object), options));
    },
    async updateStatus(object, options = {}) {
      const type = await resourceOf(mapper, object, "update status of", options);
      const written = { ...options, subresource: "status" };
      return storedObject(type, await raw.update(type, keyOf(object), encodeJson(object), written));
    },
    async patch(object, change, options = {}) {
      const type = await resourceOf(mapper, object, "patch", options);
      return patchKey(context, type, keyOf(object), change, options);
    },
    patchKey: (type, key, change, options = {}) => patchKey(context, type, key, change, options),
    async apply(object, options = {}) {
      const { force, ...rest } = options;
      const type = await resourceOf(mapper, object, "apply", options);
      if ((options.fieldManager ?? fieldManager ?? "") === "") {
        throw new TypeError(
          `Cannot apply ${type.kind}: there is no field manager, set it in createClient({ fieldManager })`,
        );
      }
      const change: Patch = { type: "apply", body: object, ...(force === undefined ? {} : { force }) };
      return patchKey(context, type, keyOf(object), change, rest);
    },
  };
}

/** The client of subresource `name` of one object. */
export function subresourceClient<R extends KubernetesObject>(
  context: ClientContext,
  type: ResourceType,
  key: ObjectKey,
  name: string,
): SubresourceClient<R> {
  const { raw, mapper } = context;
  mapper.register(type);
  const within = { subresource: name };
  return {
    get: async (options) => decodedBody<R>(await raw.get(type, key, { ...options, ...within })),
    create: async (body, options) =>
      decodedBody<R>(await raw.create(type, key, encodeJson(body), { ...options, ...within })),
    update: async (body, options) =>
      decodedBody<R>(await raw.update(type, key, encodeJson(body), { ...options, ...within })),
    patch: async (change, options) =>
      decodedBody<R>(await sendPatch(context, type, key, change, { ...options, ...within })),
  };
}

async function patchKey<T extends KubernetesObject>(
  context: ClientContext,
  type: ResourceType<T>,
  key: ObjectKey,
  change: Patch,
  options: PatchOptions,
): Promise<Stored<T>> {
  context.mapper.register(type);
  return storedObject(type, await sendPatch(context, type, key, change, options));
}

function sendPatch(
  { raw }: ClientContext,
  type: ResourceType,
  key: ObjectKey,
  change: Patch,
  options: PatchOptions,
): Promise<Uint8Array> {
  const force = change.type === "apply" && change.force !== undefined ? { force: change.force } : {};
  return raw.patch(type, key, encodeJson(change.body), { ...options, type: change.type, ...force });
}
