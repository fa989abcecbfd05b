// Environments: which variables, functions, macros and types an expression can use.

import type { FunctionDeclaration } from "./checking/declarations.ts";
import { mergeFunctions } from "./checking/declarations.ts";
import type { StructResolver } from "./checking/scope.ts";
import { namedTypes } from "./checking/scope.ts";
import type { Library } from "./libraries/library.ts";
import { standardLibrary } from "./libraries/standard.ts";
import { messages } from "./libraries/messages.ts";
import type { Macro } from "./syntax/builder.ts";
import type { CelType } from "./types/type.ts";

/** What expressions can use. Immutable. */
export interface Environment {
  readonly container: string;
  readonly variables: ReadonlyMap<string, CelType>;
  readonly types: ReadonlyMap<string, CelType>;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  readonly structs: StructResolver;
  readonly macros: readonly Macro[];
  readonly hasOptionals: boolean;
  /** Literals are checked beyond their types. */
  readonly isStrict: boolean;
  readonly hasEscapedNames: boolean;
}

/** The parts of an environment. */
export interface EnvironmentOptions {
  /** Added to the standard library, in this order. */
  readonly libraries?: readonly Library[];
  readonly variables?: Readonly<Record<string, CelType>> | ReadonlyMap<string, CelType>;
  /** Finds types with fields by name. Messages such as `google.protobuf.Timestamp` are found without it. Default: it finds no other type. */
  readonly structs?: StructResolver;
  /** The namespace that names are resolved in. Default: none. */
  readonly container?: string;
  /** Lists and maps of one literal have items of one type, and constant arguments are checked, as Kubernetes requires. */
  readonly isStrict?: boolean;
  /** Field names in backquotes. Default: false, as in Kubernetes. */
  readonly hasEscapedNames?: boolean;
}

/** Creates an environment with the standard library and what the options add. */
export function createEnvironment(options: EnvironmentOptions = {}): Environment {
  const libraries = [standardLibrary, ...(options.libraries ?? [])];
  const opaque = libraries.flatMap(({ types = [] }) => types.map((type) => [type.name, type] as const));
  return {
    container: options.container ?? "",
    variables: toMap(options.variables),
    types: new Map([...namedTypes, ...opaque]),
    functions: mergeFunctions(libraries.flatMap(({ functions = [] }) => functions)),
    structs: (name) => options.structs?.(name) ?? messages.get(name),
    macros: libraries.flatMap(({ macros = [] }) => macros),
    hasOptionals: libraries.some(({ hasOptionals }) => hasOptionals === true),
    isStrict: options.isStrict ?? false,
    hasEscapedNames: options.hasEscapedNames ?? false,
  };
}

/** The environment with more variables and types; everything else is shared. */
export function extendEnvironment(
  environment: Environment,
  { variables, structs }: Pick<EnvironmentOptions, "variables" | "structs">,
): Environment {
  const inner = environment.structs;
  return {
    ...environment,
    variables: new Map([...environment.variables, ...toMap(variables)]),
    structs: structs === undefined ? inner : (name) => structs(name) ?? inner(name),
  };
}

function toMap(variables: EnvironmentOptions["variables"]): ReadonlyMap<string, CelType> {
  if (variables === undefined) return new Map();
  return variables instanceof Map ? variables : new Map(Object.entries(variables));
}
