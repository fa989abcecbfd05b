// Which overloads of a function fit the types of arguments.

import type { CelType } from "../types/type.ts";
import { CelType as CelTypeClass, dynType, isSameType, parameterOf } from "../types/type.ts";
import type { Bindings } from "./assignability.ts";
import { isDyn } from "./assignability.ts";
import type { FunctionDeclaration, Overload } from "./declarations.ts";

/** The overloads that fit, and the type of the call; no type if none fits. */
export interface MatchedOverloads {
  readonly matching: readonly Overload[];
  readonly result: CelType | undefined;
}

/** Finds the overloads that fit. Several can fit where types are not known; the result is then `dyn` unless they agree. */
export function matchOverloads(
  declaration: FunctionDeclaration,
  types: readonly CelType[],
  isMember: boolean,
  bindings: Bindings,
): MatchedOverloads {
  const matching: Overload[] = [];
  let result: CelType | undefined;
  for (const overload of declaration.overloads) {
    if (overload.isMember !== isMember || overload.args.length !== types.length) continue;
    const fresh = isGeneric(overload) ? instantiate(overload, bindings) : overload;
    if (!bindings.areAssignable(types, fresh.args)) continue;
    matching.push(overload);
    const type = bindings.substitute(fresh.result, false);
    if (result === undefined) result = type;
    else if (!isDyn(result) && !isSameType(type, result)) result = dynType;
  }
  return { matching, result };
}

const generic = new WeakMap<Overload, boolean>();

/** Whether the overload has type parameters. */
function isGeneric(overload: Overload): boolean {
  const known = generic.get(overload);
  if (known !== undefined) return known;
  const isParametric = ({ kind, parameters }: CelType): boolean =>
    kind === "typeParam" || parameters.some(isParametric);
  const found = isParametric(overload.result) || overload.args.some(isParametric);
  generic.set(overload, found);
  return found;
}

/** The overload with type parameters that no other call shares. */
function instantiate(
  { args, result }: Overload,
  bindings: Bindings,
): { readonly args: readonly CelType[]; readonly result: CelType } {
  const fresh = new Map<string, CelType>();
  const rename = (type: CelType): CelType => {
    if (type.kind === "typeParam") {
      const known = fresh.get(type.name) ?? bindings.freeType();
      fresh.set(type.name, known);
      return known;
    }
    if (type.parameters.length === 0) return type;
    return new CelTypeClass(type.kind, type.name, type.parameters.map(rename));
  };
  return { args: args.map(rename), result: rename(result) };
}

/** Arguments as messages show them: `(int, string)`, `list(int).(string)`. */
export function formatSignature(types: readonly string[], isMember: boolean): string {
  return isMember ? `${types[0] ?? ""}.(${types.slice(1).join(", ")})` : `(${types.join(", ")})`;
}

/** The type inside an optional; undefined for other types. */
export function unwrapOptional(type: CelType): CelType | undefined {
  return type.kind === "opaque" && type.name === "optional_type" ? parameterOf(type, 0) : undefined;
}
