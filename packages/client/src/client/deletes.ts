// The typed deletes. An object that is already gone is success: the caller wants it absent.

import { isConflict, isNotFound, keyOf } from "@kubewright/apimachinery";

import type { ClientContext } from "./client-context.ts";
import type { Client } from "./client.ts";
import { resourceOf } from "./resource-of.ts";
import { selectorParameter } from "./selector-parameter.ts";

export function createDeletes({ raw, mapper }: ClientContext): Pick<Client, "delete" | "deleteKey" | "deleteAll"> {
  return {
    async delete(object, options = {}) {
      const { expectUid = true, expectResourceVersion = false, ...rest } = options;
      const type = await resourceOf(mapper, object, "delete", rest);
      const { uid, resourceVersion } = object.metadata;
      const preconditions = { ...(expectUid ? { uid } : {}), ...(expectResourceVersion ? { resourceVersion } : {}) };
      try {
        await raw.delete(type, keyOf(object), { ...rest, ...preconditions });
      } catch (error) {
        if (!isNotFound(error) && !(expectUid && isOtherUid(error))) throw error;
      }
    },
    async deleteKey(type, key, options = {}) {
      mapper.register(type);
      try {
        await raw.delete(type, key, options);
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
    async deleteAll(type, { labelSelector, ...rest } = {}) {
      mapper.register(type);
      if (type.namespaced && rest.namespace === undefined) {
        throw new TypeError(
          `Cannot delete ${type.plural}: namespace is not set, and the API deletes in one namespace only`,
        );
      }
      await raw.deleteCollection(type, { ...rest, ...selectorParameter(labelSelector) });
    },
  };
}

/**
 * Whether the uid precondition of a delete names another object. That is a Conflict which only its message identifies. The registry and the
 * storage below it have one message each: "the UID in the precondition (…) does not match" and "UID in precondition: …".
 */
function isOtherUid(error: unknown): boolean {
  return isConflict(error) && /UID in (?:the )?precondition/u.test(error.status.message ?? "");
}
