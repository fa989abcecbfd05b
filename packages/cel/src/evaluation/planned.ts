// Planned nodes. Steps can be appended to a path; everything else is a closure or a constant.

import { Optional } from "../values/value.ts";
import type { Value } from "../values/value.ts";
import type { Attribute } from "./attribute.ts";
import type { Evaluate } from "./frame.ts";
import { charge, createFrame } from "./frame.ts";

/** A planned node: a constant, a path that can grow, or a computation. */
export type Planned =
  | { readonly kind: "constant"; readonly value: Value }
  | { readonly kind: "path"; readonly attribute: Attribute; readonly isTest: boolean }
  | { readonly kind: "computed"; readonly evaluate: Evaluate };

/** A node that is computed by a closure. */
export function computed(evaluate: Evaluate): Planned {
  return { kind: "computed", evaluate };
}

/** The closure of a node. */
export function evaluatorOf(planned: Planned): Evaluate {
  switch (planned.kind) {
    case "constant": {
      const { value } = planned;
      return () => value;
    }
    case "computed":
      return planned.evaluate;
    case "path":
      return pathEvaluator(planned.attribute, planned.isTest);
  }
}

// A path costs 1 and a conditional 0; a presence test reduces the cost by 1.
function pathEvaluator(attribute: Attribute, isTest: boolean): Evaluate {
  const resolve = attribute.resolver();
  const cost = (attribute.root.kind === "conditional" ? 0 : 1) - (isTest ? 1 : 0);
  const read: Evaluate = (frame) => {
    const value = resolve(frame);
    if (cost !== 0) charge(frame, cost);
    return value;
  };
  if (!isTest) return read;
  return (frame) => {
    const value = read(frame);
    return value instanceof Optional ? value.value !== undefined : value;
  };
}

/** A literal: constant if all its elements are constant. */
export function literalOf(parts: readonly Planned[], create: Evaluate, cost: number): Planned {
  if (!parts.every(({ kind }) => kind === "constant")) return computed(charged(create, cost));
  return {
    kind: "constant",
    value: create(createFrame([], { costMax: Number.POSITIVE_INFINITY, checkpoint: undefined })),
  };
}

/** Charges the cost of creating a value. */
export function charged(create: Evaluate, cost: number): Evaluate {
  return (frame) => {
    const value = create(frame);
    charge(frame, cost);
    return value;
  };
}
