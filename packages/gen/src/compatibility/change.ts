/** A change of a CRD: its rule, its place, and the old and new values. */
import { isDeepEqual } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";

/** `breaking`: correct objects or programs fail. `note`: users may notice the change. `compatible`: neither. */
export type Severity = "breaking" | "note" | "compatible";

/**
 * The scope of a change. `stored`: objects in storage. `writers`: programs and people that write objects in the old form.
 * `readers`: programs that read them. `install`: the API server rejects the CRD.
 */
export type Affected = "stored" | "writers" | "readers" | "install";

/** The names of all rules: those on a CRD and its versions, and those on the schema. */
export type CompatibilityRule = DefinitionRule | SchemaRule;

/** The rules on a CRD as a whole and on its versions. */
export type DefinitionRule =
  | `${"group" | "plural" | "kind" | "list-kind" | "singular" | "scope"}-changed`
  | `${"definition" | "short-name" | "category" | "version" | "status" | "scale"}-${"added" | "removed"}`
  | `${"selectable-field" | "column"}-${"added" | "removed"}`
  | `${"storage-version" | "scale-path" | "column"}-changed`
  | `conversion-${"withdrawn" | "introduced"}`
  | `${"stored" | "unserved"}-version-removed`
  | `version-${"served" | "unserved" | "deprecated" | "undeprecated"}`
  | "storage-version-unserved"
  | "status-separated";

/** The rules on schemas. */
export type SchemaRule =
  | `field-${"added" | "removed" | "undeclared" | "constrained" | "required" | "required-with-default" | "optional"}`
  | `default-${"added" | "beside-limits" | "changed" | "removed"}`
  | `rule-${"added" | "changed" | "removed" | "message-changed"}`
  | `${"type" | "pattern" | "multiple" | "list-type" | "map-keys" | "map-type" | "embedded-resource" | "description"}-changed`
  | `${"enum" | "format" | "alternatives"}-${"narrowed" | "widened"}`
  | `${"type" | "bounds"}-widened`
  | `${"length" | "items" | "properties"}-narrowed`
  | `${"int-or-string" | "nullable" | "unknown-fields"}-withdrawn`
  | `additional-properties-${"added" | "removed"}`
  | "pattern-removed"
  | "minimum-raised"
  | "maximum-lowered"
  | "nullable-added"
  | "unknown-fields-kept";

/** One change. */
export interface CrdChange {
  readonly rule: CompatibilityRule;
  readonly severity: Severity;
  /** The CRD: `myjobs.batch.example.com`. */
  readonly definition: string;
  /** The version of the kind, for a change within a version; `v1 -> v2` for objects stored in v1 that are now read as v2. */
  readonly version?: string;
  /** The field of the objects (`spec.ports[*].name`), or the field of the CRD (`spec.scope`). */
  readonly path: string;
  /** The old value; absent if the change adds one. */
  readonly before?: JsonValue;
  /** The new value; absent when it was removed. */
  readonly after?: JsonValue;
}

/** A change at a place. */
export interface PlacedChange {
  readonly rule: CompatibilityRule;
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The part of a CRD that is compared. */
export class Place {
  readonly #report: (change: PlacedChange) => void;
  readonly path: string;

  /** `report` receives each change. */
  constructor(path: string, report: (change: PlacedChange) => void) {
    this.path = path;
    this.#report = report;
  }

  /** Reports a change of this part, or of the part at `path`. */
  report(change: Omit<PlacedChange, "path"> & { readonly path?: string }): void {
    this.#report({ path: this.path, ...change });
  }

  /** Reports a change from `before` to `after`, unless they are equal. */
  compare(rule: CompatibilityRule, before: unknown, after: unknown, path: string = this.path): void {
    if (!isDeepEqual(before, after)) this.#report({ rule, path, before, after });
  }

  /** Reports the items of one list that the other does not have. `pathOf` returns the path of an item. */
  compareSets(
    rules: { readonly removed: CompatibilityRule; readonly added: CompatibilityRule },
    before: readonly string[],
    after: readonly string[],
    pathOf: (item: string) => string,
  ): void {
    for (const item of before)
      if (!after.includes(item)) this.#report({ rule: rules.removed, path: pathOf(item), before: item });
    for (const item of after)
      if (!before.includes(item)) this.#report({ rule: rules.added, path: pathOf(item), after: item });
  }

  /** A nested part: `.name`, `[*]`. */
  within(step: string): Place {
    return new Place(`${this.path}${step}`.replace(/^\./, ""), this.#report);
  }
}

/** A step to a field of an object: `.replicas`, or `["a.b"]` for a name that would be ambiguous. */
export function fieldStep(name: string): string {
  return /^[A-Za-z_$][\w$-]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
