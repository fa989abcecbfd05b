/** Label selectors of objects before validation: whether they can be used, and what they select. */
import type { LabelSelector } from "@kubewright/apimachinery";
import { compileLabelSelector, matchesLabels } from "@kubewright/apimachinery";
import { sortKeys } from "@kubewright/schema";
import type { View } from "./typed.ts";

/** Whether a selector can be used; why not is reported where it stands. */
export function isWellFormed(selector: View<LabelSelector> | undefined): boolean {
  try {
    compiled(selector);
    return true;
  } catch {
    // The checks of its fields say more than this error does.
    return false;
  }
}

/** Whether a selector takes what has these labels; true of one that is malformed. */
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
  // Whatever is missing in an expression makes it malformed.
  return compileLabelSelector(selector as LabelSelector | undefined);
}
