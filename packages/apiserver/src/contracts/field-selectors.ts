/** Field selectors of a kind: https://kubernetes.io/docs/concepts/overview/working-with-objects/field-selectors/ */
import type { ReadonlyObject } from "../objects/api-object.ts";

/** The fields of a kind that field selectors can name, beyond `metadata.name` and `metadata.namespace`. */
export interface FieldSelectorFields {
  readonly labels: readonly string[];
  /** Their values, of an object in the storage version. Absent values are empty strings. */
  readonly valuesOf: (object: ReadonlyObject) => Readonly<Record<string, string>>;
  /** The text for a label that is not selectable. Default: `field label not supported: LABEL`. */
  readonly unsupportedText?: (label: string) => string;
  /** The labels of another version of the API, mapped to those above (events.k8s.io `regarding.name` → `involvedObject.name`). */
  readonly aliases?: (version: string) => Readonly<Record<string, string>>;
}
