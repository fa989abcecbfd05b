// The quantity library of Kubernetes.

import type { ParsedQuantity } from "@kubewright/apimachinery";
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  isQuantity,
  parseQuantity,
  QuantityError,
  quantityOf,
  subtractQuantities,
} from "@kubewright/apimachinery";
import type { FunctionDeclaration } from "../checking/declarations.ts";
import { declare, member, overload } from "../checking/declarations.ts";
import type { CelType } from "../types/type.ts";
import { boolType, doubleType, intType, stringType, structType } from "../types/type.ts";
import { Double, toInt } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";
import { CelError, noSuchOverload, OpaqueValue } from "../values/value.ts";
import type { Library } from "./library.ts";
import type { Amount } from "./quantity-amount.ts";
import { addAmounts, amountOf, integerOf } from "./quantity-amount.ts";

/** The type of quantities. */
export const quantityType: CelType = structType("kubernetes.Quantity");

class QuantityValue extends OpaqueValue {
  override readonly goType = "cel.Quantity";
  override readonly type: CelType = quantityType;
  readonly quantity: ParsedQuantity;
  readonly amount: Amount | undefined;

  constructor(quantity: ParsedQuantity, amount: Amount | undefined) {
    super();
    this.quantity = quantity;
    this.amount = amount;
  }

  override equals(other: Value): boolean | CelError {
    if (!(other instanceof QuantityValue)) return noSuchOverload();
    return compareQuantities(this.quantity, other.quantity) === 0;
  }

  override get goForm(): string {
    return `(*resource.Quantity)${formatQuantity(this.quantity)}`;
  }
}

/** Functions such as `quantity("1Gi").isGreaterThan(quantity("1M"))`. */
export const quantityLibrary: Library = {
  name: "kubernetes quantity",
  functions: [
    declare("quantity", overload("string_to_quantity", [stringType], quantityType, parse)),
    declare(
      "isQuantity",
      overload(
        "is_quantity_string",
        [stringType],
        boolType,
        (text: Value) => typeof text === "string" && isQuantity(text),
      ),
    ),
    declare(
      "sign",
      overload("quantity_sign", [quantityType], intType, (value: Value) =>
        withQuantity(value, ({ unscaled }) => (unscaled < 0n ? -1 : unscaled > 0n ? 1 : 0)),
      ),
    ),
    comparison("isGreaterThan", "quantity_is_greater_than", boolType, (order) => order > 0),
    comparison("isLessThan", "quantity_is_less_than", boolType, (order) => order < 0),
    comparison("compareTo", "quantity_compare_to", intType, (order) => order),
    declare(
      "asApproximateFloat",
      member("quantity_get_float", [quantityType], doubleType, (value: Value) =>
        withQuantity(value, (quantity) => new Double(approximate(quantity))),
      ),
    ),
    declare(
      "asInteger",
      member("quantity_get_int", [quantityType], intType, (value: Value) =>
        withQuantity(value, (_quantity, amount) => {
          const integer = integerOf(amount);
          return integer === undefined ? new CelError("cannot convert value to integer") : toInt(integer);
        }),
      ),
    ),
    declare(
      "isInteger",
      member("quantity_is_integer", [quantityType], boolType, (value: Value) =>
        withQuantity(value, (_quantity, amount) => integerOf(amount) !== undefined),
      ),
    ),
    arithmetic("add", addQuantities),
    arithmetic("sub", subtractQuantities),
  ],
};

function parse(text: Value): Value {
  if (typeof text !== "string") return noSuchOverload();
  try {
    return new QuantityValue(parseQuantity(text), amountOf(text));
  } catch (error) {
    if (error instanceof QuantityError) return new CelError(error.message);
    throw error;
  }
}

function withQuantity(value: Value, use: (quantity: ParsedQuantity, amount: Amount | undefined) => Value): Value {
  return value instanceof QuantityValue ? use(value.quantity, value.amount) : noSuchOverload();
}

function comparison(name: string, id: string, result: CelType, use: (order: number) => Value): FunctionDeclaration {
  const call = (left: Value, right: Value): Value =>
    left instanceof QuantityValue && right instanceof QuantityValue
      ? use(compareQuantities(left.quantity, right.quantity))
      : noSuchOverload();
  return declare(name, member(id, [quantityType, quantityType], result, call));
}

function arithmetic(
  name: string,
  compute: (left: ParsedQuantity, right: ParsedQuantity) => ParsedQuantity,
): FunctionDeclaration {
  const call = (left: Value, right: Value): Value => {
    if (!(left instanceof QuantityValue)) return noSuchOverload();
    const operand = operandOf(right);
    if (operand === undefined) return noSuchOverload();
    const added = operand.amount;
    const amount = added && name === "sub" ? { ...added, value: BigInt.asIntN(64, -added.value) } : added;
    const sum = addAmounts(left.amount, amount);
    // The least 64-bit integer is its own negation, so that subtracting it adds it.
    const isAddition = sum !== undefined && amount?.value === added?.value;
    try {
      return new QuantityValue((isAddition ? addQuantities : compute)(left.quantity, operand.quantity), sum);
    } catch (error) {
      if (error instanceof RangeError) return new CelError(error.message);
      throw error;
    }
  };
  return declare(
    name,
    member(`quantity_${name}`, [quantityType, quantityType], quantityType, call),
    member(`quantity_${name}_int`, [quantityType, intType], quantityType, call),
  );
}

function operandOf(value: Value): QuantityValue | undefined {
  if (value instanceof QuantityValue) return value;
  if (typeof value !== "number" && typeof value !== "bigint") return undefined;
  return new QuantityValue(quantityOf(value), { value: BigInt(value), scale: 0 });
}

function approximate({ unscaled, exponent }: ParsedQuantity): number {
  return Number(`${unscaled}e${exponent}`);
}
