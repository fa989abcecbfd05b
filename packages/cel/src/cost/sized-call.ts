// A call with the estimated sizes of its arguments.

import type { Path } from "./path.ts";
import type { Expression } from "../syntax/expression.ts";
import type { CelType } from "../types/type.ts";
import type { Range } from "./range.ts";
import { unbounded } from "./range.ts";

/** An argument with what is known of its size. */
export interface SizedNode {
  /** Where the value comes from, if it is an input. */
  readonly path: Path;
  readonly type: CelType;
  readonly size: Range | undefined;
  readonly expression: Expression | undefined;
}

/** The cost of a call without its arguments, and the size of its result if that is known. */
export interface CallEstimate {
  readonly cost: Range;
  readonly size?: Range | undefined;
}

/** A call to estimate. */
export interface EstimatedCall {
  readonly name: string;
  readonly id: string;
  readonly target: SizedNode | undefined;
  readonly args: readonly SizedNode[];
  readonly sizeOf: (path: readonly string[]) => Range | undefined;
}

/** The size of an argument, or of the input that it is. */
export function sizeOfNode({ sizeOf }: EstimatedCall, node: SizedNode | undefined): Range {
  if (node === undefined) return unbounded;
  return node.size ?? (node.path.length === 0 ? undefined : sizeOf(node.path.steps)) ?? unbounded;
}
