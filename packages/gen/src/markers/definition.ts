/** The definition of a marker: its name, targets and arguments. Parsing, errors and help use the same table of definitions. */
import type { JsonValue } from "@kubewright/apimachinery";

import type { Position } from "../problem.ts";

/** The target of a marker: a folder of sources, a type, or a field. */
export type MarkerTarget = "package" | "type" | "field";

/** The types of arguments, by the names of controller-gen. `raw` is the rest of the line, `json` is a JSON value. */
export type ArgumentType =
  | "int"
  | "number"
  | "string"
  | "bool"
  | "any"
  | "raw"
  | "json"
  | { readonly list: "string" | "any" };

/** The definition of one marker. */
export interface MarkerDefinition {
  /** Without the `@`: `kubebuilder:validation:Minimum`. */
  readonly name: string;
  readonly targets: readonly MarkerTarget[];
  readonly category: MarkerCategory;
  /** The description, in one sentence. */
  readonly help: string;
  /** The one argument of a marker whose value follows its name directly: `kubebuilder:validation:Minimum=1`. */
  readonly value?: ArgumentType;
  /** The named arguments of a marker that takes several: `kubebuilder:printcolumn:name="Phase",type=string`. */
  readonly named?: Readonly<Record<string, NamedArgument>>;
  /** The short form in the style of JSDoc: `minimum`, written `@minimum 1`. */
  readonly short?: string;
  /** An example of the part after the name, if its type does not show it. */
  readonly example?: string;
  /** The replacement of a deprecated marker. */
  readonly deprecatedBy?: string;
}

export type MarkerCategory =
  | "CRD"
  | "CRD validation"
  | "CRD processing"
  | "object"
  | "applyconfiguration"
  | "client"
  | "RBAC"
  | "Webhook";

export interface NamedArgument {
  readonly type: ArgumentType;
  readonly optional?: true;
  readonly help: string;
}

/** A marker in a comment, with its parsed arguments. */
export interface Marker {
  readonly definition: MarkerDefinition;
  /** The name as written, for messages: `cel` or `kubebuilder:validation:XValidation`. */
  readonly written: string;
  /** The value of a marker with one argument; `undefined` for other markers and for an absent value. */
  readonly value: JsonValue | undefined;
  /** The named arguments that were given. */
  readonly named: ReadonlyMap<string, JsonValue>;
  /** Where a character of a named argument is written, by its offset in the value. `undefined` if the argument was not given. */
  readonly positionIn: (argument: string, offset: number) => Position | undefined;
  readonly position: Position;
}
