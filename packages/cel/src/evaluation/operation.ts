// Calls at run time: which overload computes them, what arguments it accepts, and what they cost.

import type { Call, FunctionDeclaration, Overload, SingleCall } from "../checking/declarations.ts";
import type { CelType } from "../types/type.ts";
import { parameterOf } from "../types/type.ts";
import { typeOfValue } from "../values/describe.ts";
import { Duration, Timestamp } from "../values/time.ts";
import type { Value } from "../values/value.ts";
import { CelError, ListValue, MapValue, noSuchOverload } from "../values/value.ts";

/** How a call is computed. */
export interface Operation {
  readonly call: Call;
  readonly isStrict: boolean;
}

/** The computation of a call that was resolved to `overloads`. */
export function operationOf(
  declaration: FunctionDeclaration,
  overloads: readonly Overload[],
  argumentCount: number,
): Operation {
  const { name, single } = declaration;
  if (single !== undefined) return { call: ofSingle(name, single, argumentCount), isStrict: true };
  const [only, ...others] = overloads;
  if (only?.call !== undefined && others.length === 0) {
    return { call: guarded(declaration, only, only.call), isStrict: only.isNonStrict !== true };
  }
  const candidates = declaration.overloads.filter(({ args }) => args.length === argumentCount);
  const call = (...args: Value[]): Value => {
    const found = candidates.find((candidate) => accepts(candidate, args));
    return found?.call === undefined ? mismatch(name, args) : found.call(...args);
  };
  return { call, isStrict: true };
}

// Spreading arguments takes longer than most calls, so the usual numbers of arguments have separate closures.
function ofSingle(name: string, { accepts: isAccepted, call }: SingleCall, argumentCount: number): Call {
  if (argumentCount === 1) {
    return (value = null) => (isAccepted(value) ? call(value) : receiverError(name, value));
  }
  return (left = null, right = null) => (isAccepted(left) ? call(left, right) : receiverError(name, left));
}

function guarded(declaration: FunctionDeclaration, overload: Overload, call: Call): Call {
  const isUnguarded = declaration.isUnguarded === true || overload.isNonStrict === true;
  if (isUnguarded || !overload.args.some(isChecked)) return call;
  const { name } = declaration;
  const [first, second] = overload.args;
  if (first !== undefined && second === undefined) {
    return (value = null) => (isOfType(value, first) ? call(value) : mismatch(name, [value]));
  }
  if (first !== undefined && second !== undefined && overload.args.length === 2) {
    return (left = null, right = null) =>
      isOfType(left, first) && isOfType(right, second) ? call(left, right) : mismatch(name, [left, right]);
  }
  return (...args) => (accepts(overload, args) ? call(...args) : mismatch(name, args));
}

function accepts({ args }: Overload, values: readonly Value[]): boolean {
  for (let index = 0; index < args.length; index++) {
    const type = args[index];
    const value = values[index];
    if (type !== undefined && value !== undefined && !isOfType(value, type)) return false;
  }
  return true;
}

function isChecked(type: CelType): boolean {
  return type.kind !== "dyn" && type.kind !== "typeParam";
}

/** Whether a value has a type. Of a container, only the first item is compared. */
function isOfType(value: Value, type: CelType): boolean {
  if (!isChecked(type)) return true;
  if (type.kind === "string") return typeof value === "string";
  const actual = typeOfValue(value);
  if (actual.kind !== type.kind || actual.name !== type.name) return false;
  if (value instanceof ListValue) return value.size === 0 || isOfType(value.at(0), parameterOf(type, 0));
  if (!(value instanceof MapValue)) return true;
  const key = value.firstKey();
  if (key === undefined) return true;
  return isOfType(key, parameterOf(type, 0)) && isOfType(value.find(key) ?? null, parameterOf(type, 1));
}

function mismatch(name: string, args: readonly Value[]): CelError {
  const failed = args.find((arg) => arg instanceof CelError);
  if (failed instanceof CelError) return failed;
  return new CelError(`no such overload: ${name}(${args.map((arg) => typeOfValue(arg).name).join(", ")})`);
}

// Strings and times have methods in the reference, whose error is the short form.
function receiverError(name: string, first: Value): CelError {
  const hasReceiver = typeof first === "string" || first instanceof Timestamp || first instanceof Duration;
  return hasReceiver ? noSuchOverload() : new CelError(`no such overload: ${name}`);
}
