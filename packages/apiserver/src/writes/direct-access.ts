// The server's own reads and writes, without admission and validation: `ServerContext.read` and `.write`.
import { alreadyExists, finish, formatTime, parseApiVersion } from "@kubewright/apimachinery";
import type { GroupResource, ObjectKey } from "@kubewright/apimachinery";
import { createEntryDecoder } from "../storage/decoded-entries.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { decodeEntry, entryKey } from "../storage/stored-entry.ts";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import { cloneObject } from "../objects/clone-object.ts";
import { draftOfNew } from "./create-rules.ts";
import { prepareDelete, deleteObject } from "./delete.ts";
import type { Engine } from "../registry/engine.ts";
import { fillSystemMetadata } from "./metadata.ts";
import type { VersionedResource } from "../registry/registry.ts";
import { trackFields } from "./track-fields.ts";
import { storedObject } from "../conversion/served-object.ts";
import type { ObjectReader, ObjectWriter, OwnWriteOptions } from "../contracts/server-context.ts";
import type { ServedResource } from "../contracts/strategy.ts";
import { ownContext } from "./own-context.ts";
import { write } from "./write.ts";
import { putObject, removeEntry } from "./commit.ts";

/** Reads for the server itself. */
export function createObjectReader(engine: Engine): ObjectReader {
  const decode = createEntryDecoder();
  function entryOf(resource: GroupResource, key: ObjectKey): StoredEntry | undefined {
    const served = engine.registry.get(resource);
    return served && engine.store.tableOf(served).get(entryKey(key.namespace, key.name));
  }
  return {
    get(resource, key) {
      const entry = entryOf(resource, key);
      return entry && decode(entry);
    },
    has: (resource, key) => entryOf(resource, key) !== undefined,
    hasAny(resource, namespace) {
      const served = engine.registry.get(resource);
      const prefix = `${namespace}/`;
      return (served && engine.store.tableOf(served).current.firstFrom(prefix))?.key.startsWith(prefix) === true;
    },
    expiresAtMs: (resource, key) => entryOf(resource, key)?.expiresAtMs,
    *keys(resource, namespace) {
      for (const { namespace: own, name, deleting } of entriesOf(resource, namespace)) {
        yield { ...(own === "" ? {} : { namespace: own }), name, isDeleting: deleting };
      }
    },
    *list(resource, namespace) {
      for (const entry of entriesOf(resource, namespace)) yield decode(entry);
    },
    entry: entryOf,
    entries: entriesOf,
  };

  function* entriesOf(resource: GroupResource, namespace = ""): Generator<StoredEntry> {
    const served = engine.registry.get(resource);
    if (served === undefined) return;
    const prefix = namespace === "" ? "" : `${namespace}/`;
    for (const entry of engine.store.tableOf(served).current.valuesFrom(prefix)) {
      if (!entry.key.startsWith(prefix)) return;
      yield entry;
    }
  }
}

function servedOf({ registry }: Engine, resource: GroupResource): ServedResource {
  const served = registry.get(resource);
  if (served === undefined) throw new Error(`Cannot write ${resource.resource}.${resource.group}: it is not served`);
  return served;
}

function versionedResource({ registry }: Engine, { group, resource }: GroupResource): VersionedResource {
  const served = registry.get({ group, resource });
  const versioned = registry.find(group, served?.versions[0]?.name ?? "", resource);
  if (versioned === undefined) throw new Error(`Cannot write ${resource}.${group}: it has no version`);
  return versioned;
}

/** Writes for the server itself. */
export function createObjectWriter(engine: Engine): ObjectWriter {
  return {
    create(resource, object, options = {}) {
      const served = servedOf(engine, resource);
      recordOwnWrite(engine, served, { draft: object, old: undefined }, options);
      options.fillUnowned?.(object);
      fillSystemMetadata(object.metadata, engine);
      if (served.strategy.tracksGeneration) object.metadata.generation = 1;
      const { namespace, name = "" } = object.metadata;
      const key = entryKey(namespace, name);
      const entry = putObject(engine, served, { key, expected: undefined, object, old: undefined });
      if (entry === undefined) throw alreadyExists(resource, name);
      return object;
    },
    update(resource, key, change, options = {}) {
      const served = servedOf(engine, resource);
      const entry = engine.store.tableOf(served).get(entryKey(key.namespace, key.name));
      if (entry === undefined) return undefined;
      const old = storedObject(entry, served);
      const draft = cloneObject(old);
      if (change(draft) === false) return old;
      recordOwnWrite(engine, served, { draft, old }, options);
      options.fillUnowned?.(draft);
      if (isFinished(served, draft)) removeEntry(engine, served, { entry, old });
      else putObject(engine, served, { key: entry.key, expected: entry, object: draft, old });
      return draft;
    },
    remove(resource, key) {
      const served = servedOf(engine, resource);
      const entry = engine.store.tableOf(served).get(entryKey(key.namespace, key.name));
      return entry !== undefined && removeEntry(engine, served, { entry, old: decodeEntry(entry) }) !== undefined;
    },
    delete(resource, key, options = { propagationPolicy: "Background" }) {
      const served = servedOf(engine, resource);
      const entry = engine.store.tableOf(served).get(entryKey(key.namespace, key.name));
      if (entry === undefined) return false;
      const allOptions = { ...deleteOptions, propagationPolicy: undefined, ...options };
      const request = { resource: served, options: allOptions, context: ownContext(engine), form: "asStored" as const };
      const deleting = prepareDelete(engine, { ...request, followUps: undefined }, entry, decodeEntry(entry));
      return finish(deleting)() !== undefined;
    },
    async createReviewed(resource, object) {
      const { namespace = "" } = object.metadata;
      const versioned = versionedResource(engine, resource);
      const target = { engine: engine, resource: versioned, namespace, name: "", context: ownContext(engine) };
      const request = { ...target, options: createOptions };
      await write({ ...request, strategy: versioned.strategy, change: () => draftOfNew(request, object) });
    },
    async deleteReviewed(resource, { namespace = "", name }) {
      const target = { engine: engine, resource: versionedResource(engine, resource), namespace, name };
      await deleteObject({ ...target, reviewedName: name, options: deleteOptions, context: ownContext(engine) });
    },
  };
}

/** Makes the server the manager of the fields that its write changes. `old`: `undefined` for a create. */
function recordOwnWrite(
  engine: Engine,
  served: ServedResource,
  { draft, old }: { readonly draft: ApiObject; readonly old: ReadonlyObject | undefined },
  { ownedThrough, fieldsV1 }: OwnWriteOptions,
): void {
  const { apiVersion } = served.storage;
  if (fieldsV1 !== undefined) {
    const time = formatTime(engine.clock.wallTime());
    const manager = ownContext(engine).userAgent;
    draft.metadata.managedFields = [
      { manager, operation: "Update", apiVersion, time, fieldsType: "FieldsV1", fieldsV1 },
    ];
  }
  if (ownedThrough === undefined) return;
  const { version } = parseApiVersion(apiVersion);
  const resource = engine.registry.find(served.group, version, served.plural);
  if (resource === undefined) return; // The storage version is not served.
  const context = { ...ownContext(engine), subresource: ownedThrough };
  finish(trackFields({ engine, resource, context, options: { fieldManager: "" } }, draft, old));
}

const metaApiVersion = "meta.k8s.io/v1";

const createOptions = {
  dryRun: false,
  fieldManager: "",
  fieldValidation: "Warn",
  asObject: { kind: "CreateOptions", apiVersion: metaApiVersion },
} as const;

const deleteOptions = {
  dryRun: false,
  gracePeriodSeconds: undefined,
  propagationPolicy: "Background",
  orphanDependents: undefined,
  preconditions: {},
  asObject: { kind: "DeleteOptions", apiVersion: metaApiVersion },
} as const;

function isFinished({ strategy }: ServedResource, object: ReadonlyObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] } = object.metadata;
  if (deletionTimestamp === undefined || finalizers.length > 0 || deletionGracePeriodSeconds > 0) return false;
  return strategy.deletion?.isDeletable?.(object) ?? true;
}
