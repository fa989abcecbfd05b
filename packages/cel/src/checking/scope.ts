// Names: the variables of an environment and those of the loops around a place, and the types that can be named.

import type { CelType } from "../types/type.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  listOf,
  mapOf,
  nullType,
  stringType,
  timestampType,
  typeOf,
  typeParam,
  typeType,
  uintType,
} from "../types/type.ts";
import type { Value } from "../values/value.ts";
import type { FunctionDeclaration } from "./declarations.ts";

/** A type with fields. */
export interface StructDeclaration {
  readonly type: CelType;
  /** The type of a field; undefined if there is no such field. */
  readonly fieldType: (name: string) => CelType | undefined;
  /** Creates a value from a literal; undefined for types that expressions cannot create. */
  readonly create?: (fields: ReadonlyMap<string, Value>) => Value;
}

/** Finds a type with fields by its name. */
export type StructResolver = (name: string) => StructDeclaration | undefined;

/** The types that expressions can name. */
export const namedTypes: ReadonlyMap<string, CelType> = new Map([
  ...[boolType, bytesType, doubleType, intType, stringType, typeType, uintType].map(
    (type) => [type.name, type] as const,
  ),
  ["null_type", nullType] as const,
  ["list", listOf(typeParam("A"))] as const,
  ["map", mapOf(typeParam("A"), typeParam("B"))] as const,
  ["google.protobuf.Duration", durationType] as const,
  ["google.protobuf.Timestamp", timestampType] as const,
]);

/** The only constant of the only enum. */
const nullValueName = "google.protobuf.NullValue.NULL_VALUE";

/** The variable, constant or type of a name. */
export interface Resolved {
  readonly name: string;
  readonly type: CelType;
  /** The name is that of a type. */
  readonly isType: boolean;
  /** The value of a constant. */
  readonly value?: Value;
}

/** A scope. */
export interface NamingEnvironment {
  readonly container: string;
  readonly types: ReadonlyMap<string, CelType>;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  readonly structs: StructResolver;
}

/** Variables in scopes inside each other. */
export class Scope {
  readonly #variables: ReadonlyMap<string, CelType>;
  readonly #outer: Scope | undefined;

  constructor(variables: ReadonlyMap<string, CelType>, outer?: Scope) {
    this.#variables = variables;
    this.#outer = outer;
  }

  find(name: string): CelType | undefined {
    return this.#variables.get(name) ?? this.#outer?.find(name);
  }
}

/** The names that a name in a container can mean, the innermost first. A leading dot means the outermost. */
function candidateNames(container: string, name: string): readonly string[] {
  if (name.startsWith(".")) return [name.slice(1)];
  const candidates: string[] = [];
  for (let prefix = container; prefix !== ""; prefix = prefix.slice(0, Math.max(prefix.lastIndexOf("."), 0))) {
    candidates.push(`${prefix}.${name}`);
  }
  return [...candidates, name];
}

/** The variable or type that a name means. */
export function resolveName(name: string, scope: Scope, environment: NamingEnvironment): Resolved | undefined {
  for (const candidate of candidateNames(environment.container, name)) {
    const variable = scope.find(candidate);
    if (variable !== undefined) return { name: candidate, type: variable, isType: false };
    const named = environment.types.get(candidate) ?? environment.structs(candidate)?.type;
    if (named !== undefined) return { name: candidate, type: typeOf(named), isType: true };
    if (candidate === nullValueName) return { name: candidate, type: intType, isType: false, value: 0 };
  }
  return undefined;
}

/** The function that a name means. */
export function resolveFunction(
  name: string,
  { container, functions }: NamingEnvironment,
): FunctionDeclaration | undefined {
  for (const candidate of candidateNames(container, name)) {
    const found = functions.get(candidate);
    if (found !== undefined) return found;
  }
  return undefined;
}
