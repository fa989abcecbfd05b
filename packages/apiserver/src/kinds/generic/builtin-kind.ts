// The record of a built-in kind: its behaviour beyond the generated facts. Generic code reads the record and names
// no kind. A kind that the facts describe completely needs no record.
import type { PodTemplateSpec } from "@kubewright/api/core/v1";
import type { FieldError, GroupVersionKind, NameRule, Work } from "@kubewright/apimachinery";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import type { FieldSelectorFields } from "../../contracts/field-selectors.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import type { DeletionStrategy, Strategy } from "../../contracts/strategy.ts";
import type { UpdateStrategy } from "../../contracts/update-strategy.ts";
import type { Subresource } from "../../contracts/subresource.ts";
import type { Draft, View } from "../typed.ts";

/** A record without the type of its objects. */
export type BuiltinKind = BuiltinKindOf<ReadonlyObject, ApiObject>;

/**
 * Defines a kind whose methods receive typed objects. Fields may be absent until the object is validated.
 *
 * ```ts
 * export const leaseKind: BuiltinKind = builtinKind<Lease>({
 *   group: "coordination.k8s.io",
 *   plural: "leases",
 *   validate: (lease) => checkNonNegative(lease.spec?.leaseTransitions, fieldPath("spec", "leaseTransitions")),
 *   cells: (lease) => ({ Holder: lease.spec?.holderIdentity ?? "" }),
 * });
 * ```
 */
export function builtinKind<T extends object>(kind: BuiltinKindOf<ReadonlyView<T>, OwnDraft<T>>): BuiltinKind {
  // The decoder has checked the types of the fields, which the compiler cannot infer.
  return kind as unknown as BuiltinKind;
}

type ReadonlyView<T> = View<T> & ReadonlyObject;
type OwnDraft<T> = Draft<T> & ApiObject;

/**
 * The methods are those of `Strategy`. Without `validate` every object is checked by its schema; `validateUpdate` then adds to that check,
 * otherwise it replaces `validate`.
 */
export interface BuiltinKindOf<Seen extends ReadonlyObject, Changed extends ApiObject>
  extends Typed<Pick<Strategy, StrategyMethods>, Seen, Changed>, Partial<Pick<Strategy, OwnFacts>> {
  readonly group: string;
  readonly plural: string;
  /** The stored kind of the objects, for a kind that is another view of them (events.k8s.io). */
  readonly storedAs?: GroupVersionKind & { readonly plural: string };
  /** The prefix of the objects in etcd, if it is not `plural`. Only error messages contain it. */
  readonly storagePrefix?: string;
  readonly validateName?: NameRule;
  /** Converts between versions whose fields differ. May change `object` in place. */
  readonly convert?: (object: Changed, toApiVersion: string) => ApiObject;
  /** Sent as a `Warning` header with every request. */
  readonly deprecationWarning?: string;

  /** Called with an object of a request before it is decoded in place. */
  readonly beforeDecoding?: (object: ReadonlyObject) => void;
  /** Changes the decoded object before it gets its defaults, for fields that have two names. In steps. */
  readonly fold?: (draft: Changed, version: string) => Work<void>;
  /** Defaults in addition to the published ones, which are set before. In steps. */
  readonly defaults?: (draft: Changed, version: string) => Work<void>;
  /** Required lists print `null` if they are empty. Default false. */
  readonly nullsEmptyLists?: boolean;
  /** The rules of the Pod template, from `podTemplateAt`. */
  readonly podTemplate?: PodTemplateRules<Seen>;

  readonly validate?: (object: Seen, context: RequestContext) => FoundErrors;
  readonly validateUpdate?: (object: Seen, old: Seen, context: RequestContext) => FoundErrors;

  readonly fields?: Typed<FieldSelectorFields, Seen, Changed>;
  /** Rules of `/status` beyond those of every status, which changes nothing but metadata and status. */
  readonly status?: StatusRules<Seen, Changed>;
  /** Subresources that need more than the generated facts, by name. */
  readonly subresources?: readonly Subresource[];

  readonly deletion?: Typed<DeletionStrategy, Seen, Changed>;

  /** The cells of an object in the version of the request, by column, without the name and the age. Default: `<none>` in each. */
  readonly cells?: (object: Seen, now: Date) => Readonly<Record<string, unknown>>;
  /** Conditions of a row. Default: none. */
  readonly rowConditions?: (object: Seen) => readonly object[] | undefined;
  /** Orders the rows of a list. Default: the order of the list. */
  readonly compareRows?: (a: Seen, b: Seen) => number;
}

export interface PodTemplateRules<Seen extends ReadonlyObject = ReadonlyObject> {
  /** Returns the template of an object. */
  readonly templateOf: (object: ReadonlyObject) => View<PodTemplateSpec> | undefined;
  /** Drops the fields of Pods whose features are disabled. Their field managers keep them. */
  readonly dropGatedFields: (draft: ApiObject) => void;
  /** The warnings about the template of an object. */
  readonly warnings: (object: ReadonlyObject) => readonly string[];
  /** Whether the warnings about the template precede those of the kind. Default false. */
  readonly warnsFirst?: boolean;
  /** The object whose template an update warns about. Default: the new one. */
  readonly warnedOf?: (object: Seen, old: Seen) => Seen;
}

type StatusRules<Seen extends ReadonlyObject, Changed extends ApiObject> = Typed<
  Omit<UpdateStrategy, "validateUpdate">,
  Seen,
  Changed
> & {
  readonly validateUpdate?: (object: Seen, old: Seen, context: RequestContext) => FoundErrors;
  /** Labels, annotations, finalizers, owner references and the deletion timestamp are kept. Default false. */
  readonly keepsMetadata?: boolean;
};

/** Facts of `Strategy` that are not generated. */
type OwnFacts =
  | "allowCreateOnUpdate"
  | "allowUnconditionalUpdate"
  | "keepsStatusOnCreate"
  | "lifetimeMs"
  | "metadataChecks"
  | "tracksGeneration"
  | "versionAnnotations";

/** Methods of the strategy, to which generic code adds the rules of all kinds. */
type StrategyMethods =
  | "committed"
  | "desiredStateChanged"
  | "fillIn"
  | "prepareForCreate"
  | "prepareForUpdate"
  | "reserve"
  | "resetFields"
  | "warningsOnCreate"
  | "warningsOnUpdate";

/** Errors, found at once or in steps. */
export type FoundErrors = Work<readonly FieldError[]>;

/** Functions that take `Seen` for stored objects and `Changed` for drafts. */
type Typed<Methods, Seen, Changed> = {
  readonly [Name in keyof Methods]: Methods[Name] extends
    | ((...parameters: infer Parameters) => infer Result)
    | undefined
    ? (...parameters: TypedParameters<Parameters, Seen, Changed>) => Result
    : Methods[Name];
};

type TypedParameters<Parameters, Seen, Changed> = {
  [Index in keyof Parameters]: Parameters[Index] extends ApiObject
    ? Changed
    : Parameters[Index] extends ReadonlyObject
      ? Seen
      : Parameters[Index] extends ReadonlyObject | undefined
        ? Seen | undefined
        : Parameters[Index];
};
