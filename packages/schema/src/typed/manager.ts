// An entry of `metadata.managedFields`.

import type { FieldSet } from "./field-set.ts";

/** A manager of fields. */
export interface Manager {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  /** The version that the set is in. */
  readonly apiVersion: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  readonly time?: string;
  readonly set: FieldSet;
}
