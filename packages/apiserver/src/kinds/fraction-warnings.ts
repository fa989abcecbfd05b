/** Warnings about parts of bytes. */
import { quoteGoString } from "@kubewright/apimachinery";
import type { FieldPath } from "@kubewright/apimachinery";
import { isIntegerQuantity } from "./quantities.ts";
import { fieldWarning } from "./field-warning.ts";

/** Resources of containers that are counted in bytes. */
export const bytesOf = ["memory", "ephemeral-storage"] as const;

/** A warning about a quantity of bytes that is not a whole number. */
export function fractionWarning(quantity: string | number | undefined, path: FieldPath): readonly string[] {
  if (quantity === undefined || isIntegerQuantity(quantity)) return [];
  return [
    fieldWarning(path, `fractional byte value ${quoteGoString(String(quantity))} is invalid, must be an integer`),
  ];
}
