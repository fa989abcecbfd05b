/** Warnings about parts of bytes. */
import { quoteGoString } from "@kubewright/apimachinery";
import type { FieldPath } from "@kubewright/apimachinery";
import { isWholeMultiple } from "../quantities.ts";
import { told } from "../told.ts";
import { textOf } from "./container-resources.ts";
import type { Quantities } from "./container-resources.ts";

/** A warning about a quantity of bytes that is no whole number. */
export function fractionWarning(quantity: string | number, path: FieldPath): readonly string[] {
  if (isWholeMultiple(quantity, 1)) return [];
  return [told(path, `fractional byte value ${quoteGoString(textOf(quantity))} is invalid, must be an integer`)];
}

/** The same for memory and local storage among several quantities. */
export function fractionWarnings(quantities: Quantities, path: FieldPath): readonly string[] {
  return ["memory", "ephemeral-storage"].flatMap((name) => {
    const quantity = quantities[name];
    return quantity === undefined ? [] : fractionWarning(quantity, path.key(name));
  });
}
