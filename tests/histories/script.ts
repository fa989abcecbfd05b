/**
 * Random scripts: the steps of each client of a history. A step refers to the client's latest view of an object, such
 * as "PUT with the last received version"; `operationOf` converts it to an operation.
 */
import type { Random } from "@kubewright/async";
import type { Fields, HistoryKind, Operation, View } from "./history.ts";

export interface Script {
  readonly kind: HistoryKind;
  readonly clients: readonly (readonly ScriptStep[])[];
}

export interface ScriptStep {
  readonly action: Action;
  readonly object: string;
  /** Makes the values of this step different from those of all others. */
  readonly mark: string;
  readonly key: string;
  readonly manager: string;
  /** Uses the version or the uid that the client received last, or takes fields of other managers. */
  readonly strict: boolean;
  readonly finalizers: readonly string[];
}

const actions = {
  create: 10,
  put: 11,
  putByUid: 3,
  merge: 12,
  mergeFinalizers: 9,
  add: 5,
  compareAndSet: 8,
  apply: 14,
  status: 6,
  deleteByUid: 3,
  deleteByVersion: 3,
  delete: 6,
  get: 10,
  list: 5,
  exactList: 2,
  watch: 2,
} as const;

export type Action = keyof typeof actions;

const objects = ["a", "b", "c"] as const;
const keys = ["k0", "k1", "k2"] as const;
const managers = ["m0", "m1", "m2"] as const;
const finalizerLists = [[], [], ["histories.test/f0"], ["histories.test/f0", "histories.test/f1"]] as const;

export interface ScriptOptions {
  readonly kinds: readonly HistoryKind[];
  readonly clients: number;
  readonly stepsPerClient: number;
}

/** A script about one of these kinds. */
export function randomScript(random: Random, options: ScriptOptions): Script {
  const kind = pick(random, options.kinds);
  const choices = Object.entries(actions).flatMap(([action, weight]) =>
    action === "status" && !kind.hasStatus ? [] : Array.from({ length: weight }, () => action as Action),
  );
  const clients = Array.from({ length: options.clients }, (_client, client) =>
    Array.from(
      { length: options.stepsPerClient },
      (_step, step) =>
        ({
          // The first steps are mostly creates, so that later ones find objects.
          action: step === 0 && random.int(2) === 0 ? "create" : pick(random, choices),
          object: pick(random, objects),
          mark: `${client}.${step}`,
          key: pick(random, keys),
          manager: pick(random, managers),
          strict: random.int(3) === 0,
          finalizers: pick(random, finalizerLists),
        }) satisfies ScriptStep,
    ),
  );
  return { kind, clients };
}

/** The operation of a step, for a client whose latest view of the object is this one. */
export function operationOf(kind: HistoryKind, step: ScriptStep, seen: View | undefined): Operation {
  const { action, mark, key, manager, strict, finalizers } = step;
  // An object without annotations loses the ownership of later ones. An annotation that all writers set prevents that.
  const annotations: Fields = { fixed: "x", [key]: mark };
  const version = seen === undefined ? {} : { version: seen.revision };
  const uid = seen === undefined ? {} : { uid: seen.uid };
  switch (action) {
    case "create":
      return { verb: "create", manager, annotations, finalizers };
    case "put":
      // Kinds that need a version get it nearly always, because other requests are rejected.
      return { verb: "put", manager, annotations, finalizers, ...((strict || !kind.unconditionalUpdate) && version) };
    case "putByUid":
      return {
        verb: "put",
        manager,
        annotations,
        finalizers,
        ...uid,
        ...(!kind.unconditionalUpdate && version),
      };
    case "merge":
      return { verb: "merge", manager, annotations: { [key]: strict ? null : mark }, ...(strict && version) };
    case "mergeFinalizers":
      return { verb: "merge", manager, annotations: {}, finalizers };
    case "add":
      return { verb: "add", manager, key, value: mark };
    case "compareAndSet":
      return { verb: "compareAndSet", manager, key, from: seen?.annotations[key] ?? "unseen", to: mark };
    case "apply":
      return { verb: "apply", manager, annotations, force: strict };
    case "status":
      return { verb: "status", manager, status: { [key]: mark } };
    case "delete":
      return { verb: "delete" };
    case "deleteByUid":
      return { verb: "delete", ...uid };
    case "deleteByVersion":
      return { verb: "delete", ...version };
    default:
      return { verb: "get" };
  }
}

function pick<T>(random: Random, values: readonly T[]): T {
  const value = values[random.int(values.length)];
  if (value === undefined) throw new RangeError("Cannot pick a value: the list is empty");
  return value;
}
