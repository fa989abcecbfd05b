/**
 * A history: the requests of concurrent clients for a few objects of one kind, the responses, and the order of requests and responses
 * each other. Times are the numbers of a counter: of two operations the first has returned before the second was invoked exactly if its
 * `returned` is less than the other's `invoked`.
 */

/** The part of an object that histories use. The values of all kinds are annotations. */
export interface View {
  readonly uid: string;
  readonly revision: number;
  readonly annotations: Fields;
  /** In alphabetical order. */
  readonly finalizers: readonly string[];
  readonly deleting: boolean;
  readonly status: Fields;
  /** The annotations that each manager owns, by `manager/Apply` or `manager/Update`. */
  readonly owners: Readonly<Record<string, readonly string[]>>;
}

export type Fields = Readonly<Record<string, string>>;

/** A request for one object. A version or a uid is a precondition. */
export type Operation =
  | { readonly verb: "create"; readonly manager: string; readonly annotations: Fields; readonly finalizers: Finalizers }
  | {
      readonly verb: "put";
      readonly manager: string;
      readonly annotations: Fields;
      readonly finalizers: Finalizers;
      readonly version?: number;
      readonly uid?: string;
    }
  | {
      readonly verb: "merge";
      readonly manager: string;
      readonly annotations: Readonly<Record<string, string | null>>;
      readonly finalizers?: Finalizers;
      readonly version?: number;
    }
  | { readonly verb: "add"; readonly manager: string; readonly key: string; readonly value: string }
  | {
      readonly verb: "compareAndSet";
      readonly manager: string;
      readonly key: string;
      readonly from: string;
      readonly to: string;
    }
  | { readonly verb: "apply"; readonly manager: string; readonly annotations: Fields; readonly force: boolean }
  | { readonly verb: "status"; readonly manager: string; readonly status: Fields }
  | { readonly verb: "delete"; readonly version?: number; readonly uid?: string }
  | { readonly verb: "get" };

export type Finalizers = readonly string[];

/** A response: an object, the success of a delete that removed one, a Status with this code, or none. */
export type Outcome =
  | { readonly type: "object"; readonly code: 200 | 201; readonly object: View }
  | { readonly type: "removed"; readonly uid: string }
  | { readonly type: "refused"; readonly code: number; readonly message: string }
  /**
   * The server was killed before its response: it has carried out the operation or not. `views` and `uids` are those of the object in other responses.
   * The operation wrote one of them, or a version that no read returned.
   */
  | { readonly type: "unknown"; readonly views: readonly View[]; readonly uids: readonly string[] };

/** A request with its response. */
export interface Call {
  readonly client: number;
  readonly object: string;
  readonly operation: Operation;
  readonly invoked: number;
  /** Infinity without a response: the server may have carried out the operation or not. */
  readonly returned: number;
  readonly outcome: Outcome;
}

/** A list of all objects. `exact`: the client has requested the state of this revision. */
export interface ListCall {
  readonly client: number;
  readonly invoked: number;
  readonly returned: number;
  readonly exact?: number;
  readonly revision: number;
  readonly items: Readonly<Record<string, View>>;
}

export interface WatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: string;
  readonly view: View;
}

/** A watch of all objects from a revision to the end of the history. */
export interface Watch {
  readonly client: number;
  readonly from: number;
  readonly events: readonly WatchEvent[];
}

export interface History {
  readonly kind: HistoryKind;
  readonly calls: readonly Call[];
  readonly lists: readonly ListCall[];
  readonly watches: readonly Watch[];
}

/** The rules of a kind for writes. */
export interface HistoryKind {
  readonly name: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  /** A PUT needs no version. */
  readonly unconditionalUpdate: boolean;
  /** A PUT creates an absent object. */
  readonly createOnUpdate: boolean;
  readonly hasStatus: boolean;
}

export const historyGroup = "histories.test";

export const historyKinds: readonly [HistoryKind, HistoryKind, HistoryKind, HistoryKind] = [
  kindOf("configmaps", "v1", "ConfigMap", { unconditionalUpdate: true }),
  kindOf("roles", "rbac.authorization.k8s.io/v1", "Role", { unconditionalUpdate: true, createOnUpdate: true }),
  kindOf("leases", "coordination.k8s.io/v1", "Lease", { createOnUpdate: true }),
  kindOf("widgets", `${historyGroup}/v1`, "Widget", { hasStatus: true }),
];

function kindOf(plural: string, apiVersion: string, kind: string, rules: Partial<HistoryKind>): HistoryKind {
  const none = { unconditionalUpdate: false, createOnUpdate: false, hasStatus: false };
  return { name: plural, apiVersion, kind, plural, ...none, ...rules };
}
