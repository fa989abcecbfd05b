// Functions of the checker and the planner: overloads with types, and what they compute. A function may compute
// all its overloads in one place and then names the first arguments it accepts.

import type { CelType } from "../types/type.ts";
import type { Value } from "../values/value.ts";

/** Computes a call. Arguments are values, not errors, unless the overload is not strict. */
export type Call = (...args: Value[]) => Value;

/** One signature of a function. */
export interface Overload {
  readonly id: string;
  /** `target.name(...)`; the target is the first argument. */
  readonly isMember: boolean;
  readonly args: readonly CelType[];
  readonly result: CelType;
  readonly call?: Call;
  /** Errors among the arguments are passed on to `call`. */
  readonly isNonStrict?: boolean;
}

/** A function with all its signatures. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /** Computes every overload. */
  readonly single?: SingleCall;
  /** The arguments are not compared with the signature at run time; the call does that. */
  readonly isUnguarded?: boolean;
}

/** The computation of all overloads of a function. */
export interface SingleCall {
  readonly call: Call;
  /** Whether the computation supports the type of a first argument. */
  readonly accepts: (first: Value) => boolean;
}

/** An overload `name(...)`. */
export function overload(id: string, args: readonly CelType[], result: CelType, call?: Call): Overload {
  return { id, isMember: false, args, result, ...(call === undefined ? {} : { call }) };
}

/** An overload `first.name(...)`. */
export function member(id: string, args: readonly CelType[], result: CelType, call?: Call): Overload {
  return { ...overload(id, args, result, call), isMember: true };
}

/** A function whose overloads compute themselves. */
export function declare(name: string, ...overloads: readonly Overload[]): FunctionDeclaration {
  return { name, overloads };
}

/** A function whose overloads share one computation. */
export function declareSingle(
  name: string,
  single: SingleCall,
  ...overloads: readonly Overload[]
): FunctionDeclaration {
  return { name, overloads, single };
}

/** All functions by name; overloads of one name from several libraries are merged in order. */
export function mergeFunctions(declarations: readonly FunctionDeclaration[]): ReadonlyMap<string, FunctionDeclaration> {
  const merged = new Map<string, FunctionDeclaration>();
  for (const declaration of declarations) {
    const existing = merged.get(declaration.name);
    const overloads = [...(existing?.overloads ?? []), ...declaration.overloads];
    merged.set(declaration.name, existing === undefined ? declaration : { ...existing, ...declaration, overloads });
  }
  return merged;
}
