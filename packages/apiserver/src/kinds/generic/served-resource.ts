/** Creates the registry entry of a built-in resource from facts: names, verbs, versions, columns, subresources. */
import type { ServedKind, ServedSubresource } from "@kubewright/api-facts";
import { definitionOf, schemaOf } from "@kubewright/api-facts";
import { apiVersionOf } from "@kubewright/apimachinery";
import type { JsonObject } from "../../objects/api-object.ts";
import type { ServedResource, ServedVersion, Verb } from "../../contracts/strategy.ts";
import type { UpdateStrategy } from "../../contracts/update-strategy.ts";
import type { ConnectSubresource, ObjectSubresource, Subresource } from "../../contracts/subresource.ts";
import { isObject } from "../decode/decode-scalar.ts";
import { completeStruct } from "../decode/complete.ts";
import { decoderOfSchema, structDecoder } from "../decode/struct-decoder.ts";
import type { BuiltinKind } from "./builtin-kind.ts";
import { keepMetadata } from "../keep-fields.ts";
import { decodeObject } from "./decode-and-complete.ts";
import { builtinStrategy } from "./strategy.ts";
import { tableOf } from "./table.ts";

/** A resource in all its served versions. The first one is the preferred version and the storage version. */
export function builtinResource(
  versions: readonly [ServedKind, ...ServedKind[]],
  own: Partial<BuiltinKind>,
): ServedResource {
  const [preferred] = versions;
  const stored = own.storedAs ?? preferred;
  const definitionName = (version: string): string => definitionOf({ ...preferred, version }) ?? "";
  const facts = {
    kind: preferred.kind,
    hasStatus: preferred.subresources.some(({ name }) => name === "status"),
    storedApiVersion: apiVersionOf(stored.group, stored.version),
    storedDefinition: () => definitionOf(stored) ?? "",
    definitionName,
  };
  const strategy = builtinStrategy(facts, own);
  const subresources = preferred.subresources.flatMap((subresource) =>
    builtinSubresource(subresource, own, () => definitionName(preferred.version)),
  );
  return {
    group: preferred.group,
    plural: preferred.plural,
    singular: preferred.singular,
    kind: preferred.kind,
    listKind: preferred.listKind ?? `${preferred.kind}List`,
    namespaced: preferred.namespaced,
    shortNames: preferred.shortNames,
    categories: preferred.categories,
    // Facts have the verbs as discovery prints them.
    verbs: preferred.verbs as readonly Verb[],
    versions: versions.map((version) => servedVersion(version, own, definitionName)),
    storage: {
      key: resourceName(stored),
      apiVersion: facts.storedApiVersion,
      kind: stored.kind,
      ...(own.storagePrefix === undefined ? {} : { prefix: own.storagePrefix }),
    },
    custom: false,
    strategy,
    subresources,
  };
}

/** `pods`, `deployments.apps`. */
export function resourceName({ plural, group }: { readonly plural: string; readonly group: string }): string {
  return group === "" ? plural : `${plural}.${group}`;
}

function servedVersion(
  kind: ServedKind,
  own: Partial<BuiltinKind>,
  definitionName: (version: string) => string,
): ServedVersion {
  const { deprecationWarning } = own;
  return {
    name: kind.version,
    ...(deprecationWarning === undefined ? {} : { deprecationWarning }),
    // A getter: the start of a server does not need it.
    get definitionName() {
      return definitionName(kind.version);
    },
    schema: () => schemaOf(definitionName(kind.version)),
    emptyFields: () => {
      const object: JsonObject = {};
      completeStruct(object, structDecoder(definitionName(kind.version)));
      delete object["metadata"]; // The server sets its fields.
      dropValues(object);
      return object;
    },
    ...(kind.columns.length > 0 ? { table: () => tableOf(own, kind.columns) } : {}),
  };
}

/** The metadata that a write of the status leaves unchanged for some kinds. */
const ownMetadata = ["labels", "annotations", "finalizers", "ownerReferences", "deletionTimestamp"] as const;

/** Removes published defaults that are not zero, which an empty object does not have. */
function dropValues(object: JsonObject): void {
  for (const [name, value] of Object.entries(object)) {
    if (isObject(value)) dropValues(value);
    else if (value) delete object[name];
  }
}

/**
 * Returns the subresource of the record, or `status` from facts. Other subresources without a record are not served, and discovery does
 * not list them.
 */
function builtinSubresource(
  { name, verbs }: ServedSubresource,
  own: Partial<BuiltinKind>,
  definitionName: () => string,
): readonly Subresource[] {
  const special = own.subresources?.find((subresource) => subresource.name === name);
  if (special !== undefined)
    return [special.type === "object" ? completing(special, definitionName) : decoding(special)];
  if (name !== "status") return [];
  const ofObject = verbs.filter((verb) => verb === "get" || verb === "patch" || verb === "update");
  const { prepareForUpdate, validateUpdate, keepsMetadata = false, ...rules } = own.status ?? {};
  const strategy: UpdateStrategy = {
    resetFields: keepsMetadata ? [["metadata"], ["spec"]] : [["spec"]],
    ...rules,
    prepareForUpdate: (draft, old, context) => {
      if (keepsMetadata) keepMetadata(draft, old, ...ownMetadata);
      prepareForUpdate?.(draft, old, context);
    },
    ...(validateUpdate && { validateUpdate }),
  };
  return [completing({ type: "object", name, verbs: ofObject, strategy }, definitionName)];
}

/** Adds the decoder of the body of a subresource, whose kind differs from that of the object. */
function decoding(subresource: Subresource): Subresource {
  if (subresource.type === "connect") return decodingOptions(subresource);
  if (subresource.type !== "view" && subresource.type !== "action") return subresource;
  const { gvk } = subresource;
  return {
    decode: (value, _version, source) => decodeObject(value, structDecoder(definitionOf(gvk) ?? ""), gvk, source),
    ...subresource,
  };
}

/** Adds the decoder of the options of a connection. */
function decodingOptions(subresource: ConnectSubresource): ConnectSubresource {
  const { gvk, options } = subresource;
  if (options === undefined) return subresource;
  const text = { type: "string" };
  const properties = { apiVersion: text, kind: text, metadata: { type: "object" }, ...options.properties };
  const decoder = decoderOfSchema(`io.k8s.api.core.v1.${gvk.kind}`, { type: "object", properties });
  return {
    decode: (value, _version, source) => decodeObject(value, decoder, gvk, source),
    ...subresource,
  };
}

/** Adds to writes of a subresource the fields that every object of the kind prints. */
function completing(subresource: ObjectSubresource, definitionName: () => string): ObjectSubresource {
  const { prepareForUpdate, ...rules } = subresource.strategy;
  return {
    ...subresource,
    strategy: {
      ...rules,
      prepareForUpdate: (draft, old, context) => {
        prepareForUpdate?.(draft, old, context);
        completeStruct(draft, structDecoder(definitionName()));
      },
    },
  };
}
