// Paths: a variable or a computed value followed by fields and indexes, as `self.spec.replicas` or `f(x)[0].name`. A path
// is computed as a whole, because after an optional step the rest of the path is optional, too.

import { nativeValue } from "../values/native.ts";
import { SchemaMap } from "../schemas/values.ts";
import { formatValue, goTypeOfValue } from "../values/describe.ts";
import { Double, Uint } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";
import { CelError, ListValue, MapValue, none, noSuchOverload, OpaqueValue, Optional } from "../values/value.ts";
import { listIndex } from "../values/containers.ts";
import { fieldReader } from "./field-reader.ts";
import type { Evaluate, Frame } from "./frame.ts";
import { charge } from "./frame.ts";

/** A step of a path. */
export interface Qualifier {
  /** The key, or how it is computed. */
  readonly key: { readonly value: Value } | { readonly evaluate: Evaluate };
  /** An absent value gives `optional.none()` rather than an error. */
  readonly isOptional: boolean;
  /** The step only tests whether there is a value. */
  readonly isTest: boolean;
}

/** Where a path begins. */
export type Root =
  | { readonly kind: "variable"; readonly name: string; readonly evaluate: Evaluate }
  | { readonly kind: "operand"; readonly evaluate: Evaluate }
  | {
      readonly kind: "conditional";
      readonly condition: Evaluate;
      readonly whenTrue: Attribute;
      readonly whenFalse: Attribute;
    };

/** A path while it is planned: steps are added until its value is needed. */
export class Attribute {
  readonly root: Root;
  readonly #qualifiers: Qualifier[] = [];

  constructor(root: Root) {
    this.root = root;
  }

  add(qualifier: Qualifier): this {
    if (this.root.kind === "conditional") {
      this.root.whenTrue.add(qualifier);
      this.root.whenFalse.add(qualifier);
    } else {
      this.#qualifiers.push(qualifier);
    }
    return this;
  }

  /** Computes the value. Only the steps are charged here, as in the reference. */
  resolver(): Evaluate {
    if (this.root.kind === "conditional") return conditional(this.root);
    const { evaluate } = this.root;
    const qualifiers = this.#qualifiers;
    if (qualifiers.length === 0) return (frame) => withNativeValue(evaluate(frame));
    const steps = plainSteps(qualifiers);
    const [only] = qualifiers.length === 1 ? (steps ?? []) : [];
    if (steps === undefined) return (frame) => applyAll(frame, evaluate(frame), qualifiers);
    if (only !== undefined) {
      return (frame) => {
        const value = evaluate(frame);
        if (value instanceof Optional) return applyAll(frame, value, qualifiers);
        if (value instanceof CelError) return value;
        charge(frame, 1);
        return only(value);
      };
    }
    return (frame) => {
      let value = evaluate(frame);
      if (value instanceof Optional) return applyAll(frame, value, qualifiers);
      for (const step of steps) {
        if (value instanceof CelError) return value;
        charge(frame, 1);
        value = step(value);
      }
      return value;
    };
  }
}

function conditional(root: Extract<Root, { readonly kind: "conditional" }>): Evaluate {
  const [whenTrue, whenFalse] = [root.whenTrue.resolver(), root.whenFalse.resolver()];
  return (frame) => {
    const condition = root.condition(frame);
    if (condition === true) return whenTrue(frame);
    if (condition === false) return whenFalse(frame);
    return condition instanceof CelError ? condition : noSuchOverload();
  };
}

type Step = (value: Value) => Value;

/** The steps of a path whose keys are known; undefined for other paths. */
function plainSteps(qualifiers: readonly Qualifier[]): readonly Step[] | undefined {
  const steps: Step[] = [];
  for (const { key, isOptional, isTest } of qualifiers) {
    if (isOptional || isTest || !("value" in key)) return undefined;
    steps.push(stepOf(key.value));
  }
  return steps;
}

function stepOf(key: Value): Step {
  if (typeof key !== "string") return (value) => select(value, key);
  const read = fieldReader(key);
  return (value) => {
    if (!(value instanceof SchemaMap)) return select(value, key);
    const found = read(value);
    return found === undefined ? noSuchKey(key) : found;
  };
}

function noSuchKey(key: Value): CelError {
  return new CelError(`no such key: ${formatValue(key)}`);
}

/** Reading an optional gives the plain value inside it, as the reference does. */
function withNativeValue(value: Value): Value {
  return value instanceof Optional && value.value !== undefined ? new Optional(nativeValue(value.value)) : value;
}

function applyAll(frame: Frame, start: Value, qualifiers: readonly Qualifier[]): Value {
  let value = start;
  let isOptional = start instanceof Optional;
  if (start instanceof Optional) {
    if (start.value === undefined) return start;
    // Inside an optional the reference works with the plain value, which has lost its schema.
    value = nativeValue(start.value);
  }
  for (const qualifier of qualifiers) {
    if (value instanceof CelError) return value;
    isOptional ||= qualifier.isOptional;
    const next = apply(frame, value, qualifier, isOptional);
    if (next === undefined) return none;
    value = next;
  }
  if (value instanceof CelError) return value;
  return isOptional ? new Optional(value) : value;
}

/** The value after one step; undefined if it is absent and may be. */
function apply(frame: Frame, value: Value, qualifier: Qualifier, isOptional: boolean): Value | undefined {
  const key = keyOf(frame, qualifier);
  if (key instanceof CelError) {
    if (!isOptional) charge(frame, 1);
    return key;
  }
  if (qualifier.isTest) {
    charge(frame, 1);
    const isPresent = hasValue(value, key);
    return isOptional && isPresent === false ? undefined : isPresent;
  }
  if (!isOptional) {
    charge(frame, 1);
    return select(value, key);
  }
  const found = find(value, key);
  if (found !== undefined && !(found instanceof CelError)) charge(frame, 1);
  return found;
}

function keyOf(frame: Frame, { key }: Qualifier): Value {
  if ("value" in key) return key.value;
  const value = key.evaluate(frame);
  return value instanceof CelError || isKey(value) ? value : new CelError(invalidKeyMessage(value));
}

/** Whether a value can be the key of a step. */
export function isKey(key: Value): boolean {
  return isScalarKey(typeof key) || key instanceof Double || key instanceof Uint;
}

function isScalarKey(type: string): boolean {
  return type === "string" || type === "number" || type === "bigint" || type === "boolean";
}

/** The error of a value that cannot be a key. */
export function invalidKeyMessage(key: Value): string {
  return `invalid qualifier type: ${goTypeOfValue(key)}`;
}

function hasValue(value: Value, key: Value): Value {
  if (value instanceof OpaqueValue) return value.has(formatValue(key)) ?? false;
  const found = find(value, key);
  return found instanceof CelError ? found : found !== undefined;
}

/** The value of a key or an error. */
function select(value: Value, key: Value): Value {
  const found = find(value, key);
  if (found !== undefined) return found;
  return value instanceof ListValue ? new CelError(`index out of bounds: ${formatValue(key)}`) : noSuchKey(key);
}

function find(value: Value, key: Value): Value | undefined {
  if (value instanceof MapValue) return value.find(key);
  if (value instanceof ListValue) {
    const index = listIndex(key);
    if (index instanceof CelError) return index;
    return index >= 0 && index < value.size ? value.get(key) : undefined;
  }
  return value instanceof OpaqueValue ? value.field(formatValue(key)) : undefined;
}
