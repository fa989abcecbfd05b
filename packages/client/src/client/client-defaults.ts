/** Defaults for the calls of a client: `client.withOptions({ namespace: "default", dryRun: true })`. */
import type { ObjectKey, ResourceType } from "@kubewright/apimachinery";

import type { ClientBackend } from "./client-backend.ts";
import type { FieldValidation } from "./call-options.ts";

/** Values for the options that a call leaves out. */
export interface ClientDefaults {
  /**
   * The namespace of keys, objects, lists and watches of namespaced kinds that do not name one. A call that names another namespace throws a
   * TypeError, as with controller-runtime's namespaced client.
   */
  readonly namespace?: string;
  readonly fieldManager?: string;
  readonly fieldValidation?: FieldValidation;
  /** Makes every write a dry run. A call cannot override it. */
  readonly dryRun?: boolean;
  /** Aborts every call, in addition to the signal of the call. */
  readonly signal?: AbortSignal;
  /**
   * Fences writes: each write is rejected with a `LeadershipError` unless this process leads, and aborted when leadership ends. Reads are not fenced. A
   * manager fences its clients below this layer, right before the first byte of a request is sent.
   */
  readonly leadership?: WriteFence;
}

/** The part of a `LeaderElection` that a fence uses. */
export interface WriteFence {
  readonly signal: AbortSignal;
  /** Throws unless this process leads at this moment. */
  assertLeading(): void;
}

/** A backend whose requests have these defaults. */
export function withDefaults(next: ClientBackend, defaults: ClientDefaults): ClientBackend {
  const read = <O extends { readonly signal?: AbortSignal | undefined }>(options: O): O => ({
    ...options,
    ...signalOf(options.signal, defaults.signal),
  });
  const fenced = <O extends { readonly signal?: AbortSignal | undefined }>(options: O): O => {
    defaults.leadership?.assertLeading();
    return { ...options, ...signalOf(options.signal, defaults.leadership?.signal) };
  };
  const write = <O extends WriteDefaults>(options: O): O =>
    fenced({ ...read(options), ...writeDefaults(options, defaults) });
  const at = (type: ResourceType, key: ObjectKey): ObjectKey => keyIn(type, key, defaults.namespace);
  const scoped = <O extends { readonly namespace?: string }>(type: ResourceType, options: O): O =>
    type.namespaced && defaults.namespace !== undefined
      ? { ...options, namespace: namespaceIn(type.plural, options.namespace, defaults.namespace) }
      : options;
  return {
    get: ({ type, key, options }) => next.get({ type, key: at(type, key), options: read(options) }),
    list: ({ type, options }) => next.list({ type, options: scoped(type, read(options)) }),
    watch: ({ type, options }) => next.watch({ type, options: scoped(type, read(options)) }),
    create: (call) => next.create({ ...call, ...placedIn(call, defaults.namespace), options: write(call.options) }),
    update: (call) => next.update({ ...call, ...placedIn(call, defaults.namespace), options: write(call.options) }),
    patch: (call) => next.patch({ ...call, key: at(call.type, call.key), options: write(call.options) }),
    delete: (call) =>
      next.delete({ ...call, key: at(call.type, call.key), options: fenced(dry(read(call.options), defaults)) }),
    deleteAllOf: ({ type, options }) =>
      next.deleteAllOf({ type, options: fenced(scoped(type, dry(read(options), defaults))) }),
  };
}

interface WriteDefaults {
  readonly fieldManager?: string | undefined;
  readonly fieldValidation?: FieldValidation | undefined;
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal | undefined;
}

function writeDefaults(options: WriteDefaults, defaults: ClientDefaults): WriteDefaults {
  const fieldManager = options.fieldManager ?? defaults.fieldManager;
  const fieldValidation = options.fieldValidation ?? defaults.fieldValidation;
  return {
    ...(fieldManager === undefined ? {} : { fieldManager }),
    ...(fieldValidation === undefined ? {} : { fieldValidation }),
    ...dry({}, defaults),
  };
}

function dry<O extends object>(options: O, { dryRun }: ClientDefaults): O {
  return dryRun === true ? { ...options, dryRun } : options;
}

function signalOf(own: AbortSignal | undefined, other: AbortSignal | undefined): { readonly signal?: AbortSignal } {
  const signal = own && other && own !== other ? AbortSignal.any([own, other]) : (own ?? other);
  return signal ? { signal } : {};
}

function keyIn(type: ResourceType, key: ObjectKey, namespace: string | undefined): ObjectKey {
  if (namespace === undefined || !type.namespaced || key.namespace === namespace) return key;
  return { ...key, namespace: namespaceIn(`${type.kind} "${key.name}"`, key.namespace, namespace) };
}

function namespaceIn(what: string, given: string | undefined, namespace: string): string {
  if (given === undefined || given === "" || given === namespace) return namespace;
  throw new TypeError(
    `Cannot access ${what} in namespace "${given}": the client is limited to namespace "${namespace}"`,
  );
}

function placedIn(
  { type, key, object }: Parameters<ClientBackend["create"]>[0],
  namespace: string | undefined,
): Pick<Parameters<ClientBackend["create"]>[0], "key" | "object"> {
  const placed = keyIn(type, key, namespace);
  if (placed === key || placed.namespace === undefined) return { key, object };
  return { key: placed, object: { ...object, metadata: { ...object.metadata, namespace: placed.namespace } } };
}
