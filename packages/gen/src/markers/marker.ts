/**
 * A marker is one record: its name, targets, arguments, help and effect, and the way back from a CRD. The parser, the help, the reference and
 * the import of CRDs read the records. An effect changes the facts about its target, and generators read only these facts, not the names of
 * markers. So a new marker is one new record.
 */
import type { JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";

import type { Definition, DefinitionVersion } from "../definitions/definition.ts";
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

/** The description of one marker. */
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

/** A named argument with a string. */
export function text(help: string): NamedArgument {
  return { type: "string", help };
}

/** A named argument with a list of strings. */
export function texts(help: string): NamedArgument {
  return { type: { list: "string" }, help };
}

export function optional(argument: NamedArgument): NamedArgument {
  return { ...argument, optional: true };
}

/** The registration of a marker. The compiler rejects a record without an effect; `none` is the reason why a marker needs none. */
export interface MarkerRecord extends MarkerDefinition {
  readonly effect: Effect | ({ readonly none: string } & { readonly [A in keyof Facts]?: never });
  /** Effects are applied in ascending order. Default: 0. Below 0 they set the type that other markers require; above 0 they read the result. */
  readonly phase?: number;
  /** Names by which other tools know the marker, in lower case. */
  readonly aliases?: readonly string[];
  /** The way back: the arguments of the markers that restore these parts of a schema or of a CRD. */
  readonly fromSchema?: (schema: JsonSchema) => readonly MarkerArguments[];
  readonly fromDefinition?: (definition: Definition, version: DefinitionVersion) => readonly MarkerArguments[];
}

/** The value of a marker with one argument, `true` for a marker without arguments, or named arguments: by name, or as text. */
export type MarkerArguments = JsonValue | Readonly<Record<string, JsonValue | undefined>>;

/** At least one change of facts. */
export type Effect = {
  [A in keyof Facts]: { readonly [B in A]: EffectOn<B> } & { readonly [B in Exclude<keyof Facts, A>]?: EffectOn<B> };
}[keyof Facts];

/** The changed facts, or why the marker does not fit them. */
export type EffectOn<A extends keyof Facts> = (facts: Facts[A], marker: Marker) => Facts[A] | Complaint;

/** Continues the sentence `the marker "…"`. */
export interface Complaint {
  readonly complaint: string;
}

/** A marker in a comment, with its parsed arguments. */
export interface Marker {
  readonly definition: MarkerRecord;
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

/** What markers set on their targets. */
export interface Facts {
  /** The schema of a type or a field. */
  readonly schema: JsonSchema;
  /** The schema of the items of a list. */
  readonly items: JsonSchema;
  readonly field: FieldFacts;
  readonly kind: KindFacts;
  readonly client: ClientFacts;
  readonly code: CodeFacts;
  readonly folder: FolderFacts;
}

/** A field beyond its schema. */
export interface FieldFacts {
  /** Whether the field is required, by the marker with the highest precedence. */
  readonly presence?: { readonly required: boolean; readonly precedence: number };
  readonly isImmutable?: boolean;
  /** The type of the field adds nothing to its schema. */
  readonly isSchemaless?: boolean;
  readonly number?: NumberFacts;
}

/** The type and format of a plain `number`. */
export interface NumberFacts {
  readonly type?: string;
  readonly format?: string;
  readonly ofItems?: NumberFacts;
}

/** One version of a kind, with the names that a read CRD has. */
export interface KindFacts extends Omit<DefinitionVersion, "name" | "schema"> {
  readonly isRoot: boolean;
  /** Whether the version is left out of the CRD. */
  readonly isSkipped: boolean;
  readonly resource?: ResourceFacts;
  readonly annotations: KeyValues;
  readonly labels: KeyValues;
}

export type KeyValues = readonly (readonly [key: string, value: string])[];

/** The names of a resource and its scope, as far as a marker sets them. */
export interface ResourceFacts {
  readonly plural: string | undefined;
  readonly singular: string | undefined;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: "Namespaced" | "Cluster";
}

/** The typed client of a kind. */
export interface ClientFacts {
  readonly kind: string;
  readonly isNamespaced: boolean;
  readonly verbs: readonly string[];
}

/** Whether code is generated for a kind. The markers of the kind follow those of its folder. */
export interface CodeFacts {
  readonly descriptor: boolean;
  readonly conversion: boolean;
  readonly applyConfiguration: boolean;
}

/** A folder of sources. */
export interface FolderFacts {
  readonly group?: string;
  readonly version?: string;
  /** Nothing is generated from the types of the folder. */
  readonly isSkipped?: boolean;
  /** The fields of its types are optional by default. */
  readonly isOptional?: boolean;
  /** The folder for apply configurations. */
  readonly applyConfigurations?: { readonly path: string; readonly position: Position };
  readonly rules: readonly RoleRule[];
  readonly webhooks: readonly Marker[];
  readonly webhookConfigurations: readonly Marker[];
}

/** A rule of a role; a list is empty if the rule does not name it. */
export interface PolicyRule {
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly urls: readonly string[];
  readonly verbs: readonly string[];
}

/** A rule and its role; without a name it is that of the generator. */
export interface RoleRule {
  readonly rule: PolicyRule;
  readonly namespace: string;
  readonly roleName: string | undefined;
  readonly position: Position;
}
