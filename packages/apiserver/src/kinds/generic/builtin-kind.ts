/** What a kind adds to the generic strategy of built-in kinds. A kind that adds nothing is served from facts alone. */
import type { GroupVersionKind, NameRule } from "@kubewright/apimachinery";
import type { ApiObject } from "../../objects/api-object.ts";
import type { FieldSelectorFields, Strategy, UpdateStrategy } from "../../registry/strategy.ts";
import type { Subresource } from "../../registry/subresource.ts";

type Hooks = Pick<
  Strategy,
  | "beginDeletion"
  | "checkDelete"
  | "committed"
  | "convert"
  | "desiredStateChanged"
  | "fillIn"
  | "gracePeriodFor"
  | "isDeletable"
  | "keepsStatusOnCreate"
  | "lifetimeMs"
  | "prepareForCreate"
  | "prepareForUpdate"
  | "reserve"
  | "validate"
  | "validateUpdate"
  | "warningsOnCreate"
  | "warningsOnDelete"
  | "warningsOnUpdate"
>;

/**
 * One kind, with the hooks in the form of `Strategy`. Without `validate` every object is checked by its schema; `validateUpdate` then adds to
 * that check, otherwise it replaces `validate`.
 */
export interface BuiltinKind extends Hooks {
  readonly group: string;
  readonly plural: string;
  /** The kind whose objects these are in the store, for a kind that is only another view (events.k8s.io). */
  readonly storedAs?: GroupVersionKind & { readonly plural: string };
  readonly validateName?: NameRule;
  /** Changes the decoded object before it gets its defaults, for fields that are other names of fields. */
  readonly fold?: (draft: ApiObject, version: string) => void;
  /** Defaults beyond the published ones, which are filled in before. */
  readonly defaults?: (draft: ApiObject, version: string) => void;
  readonly fields?: FieldSelectorFields;
  /** Rules of `/status` beyond those of every status: nothing but metadata and status changes. */
  readonly status?: UpdateStrategy;
  /** Subresources by name, in place of those that cannot be served from facts alone. */
  readonly subresources?: readonly Subresource[];
}
