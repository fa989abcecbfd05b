/** What a marker is: its name, where it may stand, what it takes. One table of these drives parsing, errors and help. */
import type { JsonValue } from "@kubewright/apimachinery";

import type { Position } from "../problem.ts";

/** What a marker describes: a whole folder of sources, a type, or a field of one. */
export type MarkerTarget = "package" | "type" | "field";

/** The types of arguments, as controller-gen names them. `raw` is the rest of the line as it stands, `json` is a JSON value. */
export type ArgumentType =
  | "int"
  | "number"
  | "string"
  | "bool"
  | "any"
  | "raw"
  | "json"
  | { readonly list: "string" | "any" };

/** One kind of marker. */
export interface MarkerDefinition {
  /** Without the `@`: `kubebuilder:validation:Minimum`. */
  readonly name: string;
  readonly targets: readonly MarkerTarget[];
  readonly category: MarkerCategory;
  /** One sentence: what it does. */
  readonly help: string;
  /** The one argument of a marker whose value follows its name directly: `kubebuilder:validation:Minimum=1`. */
  readonly value?: ArgumentType;
  /** The named arguments of a marker that takes several: `kubebuilder:printcolumn:name="Phase",type=string`. */
  readonly named?: Readonly<Record<string, NamedArgument>>;
  /** The short form that reads like JSDoc: `minimum`, written `@minimum 1`. */
  readonly short?: string;
  /** How it is written, where its type does not show it: what follows the name. */
  readonly example?: string;
  /** What to write instead, for a marker that is kept for those who know it. */
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

/** A marker found in a comment, its arguments parsed. */
export interface Marker {
  readonly definition: MarkerDefinition;
  /** The name as written, for messages: `cel` or `kubebuilder:validation:XValidation`. */
  readonly written: string;
  /** The value of a marker with one argument; `undefined` for others, and where nothing followed the name. */
  readonly value: JsonValue | undefined;
  /** The named arguments that were given. */
  readonly named: ReadonlyMap<string, JsonValue>;
  /** Where the value of each named argument begins, after its quote. */
  readonly argumentPositions: ReadonlyMap<string, Position>;
  readonly position: Position;
}
