/** Label selectors of objects that are not validated yet. */
import type { LabelSelector } from "@kubewright/apimachinery";
import { compileLabelSelector, matchesLabels } from "@kubewright/apimachinery";
import { sortKeys } from "@kubewright/schema";
import type { View } from "./typed.ts";

/** Whether a selector is valid. The validation of its fields reports the errors. */
export function isWellFormed(selector: View<LabelSelector> | undefined): boolean {
  try {
    compiled(selector);
    return true;
  } catch {
    // Validation of the selector reports a more precise error.
    return false;
  }
}

/** Whether a selector matches labels; true for a malformed selector. */
export function selects(
  selector: View<LabelSelector> | undefined,
  labels: { readonly [name: string]: string } | undefined,
): boolean {
  return !isWellFormed(selector) || matchesLabels(compiled(selector), labels);
}

/** A selector in messages: Go prints fields in the order of their declaration, and maps in the order of their keys. */
export function shownSelector(selector: View<LabelSelector> | null | undefined): unknown {
  if (selector === undefined || selector === null) return null;
  const { matchLabels, matchExpressions } = selector;
  return {
    ...(matchLabels === undefined ? {} : { matchLabels: sortKeys(matchLabels) }),
    ...(matchExpressions === undefined
      ? {}
      : {
          matchExpressions: matchExpressions.map(({ key = "", operator = "", values }) => ({
            key,
            operator,
            ...(values === undefined ? {} : { values }),
          })),
        }),
  };
}

function compiled(selector: View<LabelSelector> | undefined): ReturnType<typeof compileLabelSelector> {
  // compileLabelSelector() rejects an expression with absent fields.
  return compileLabelSelector(selector as LabelSelector | undefined);
}
