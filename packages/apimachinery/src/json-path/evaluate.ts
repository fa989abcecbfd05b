// Follows a parsed path in a decoded JSON value, with the results and errors of k8s.io/client-go/util/jsonpath.
import { goTypeOf } from "../go/go-types.ts";
import type { JsonObject } from "../json/json-value.ts";
import { getOwn, isJsonObject } from "../json/json-value.ts";
import { compareValues } from "./compare.ts";
import { JsonPathError } from "./errors.ts";
import type { Node, NodeList, SliceParams } from "./nodes.ts";
import { GoNumber } from "./nodes.ts";

/** The values that one evaluation reads at most. `..` visits each value of an object, so a path with several of them would grow without bounds. */
export const jsonPathValuesMax = 100_000;

/** One evaluation. It counts the values that it reads. */
export class Evaluation {
  #valuesLeft = jsonPathValuesMax;

  list(input: readonly unknown[], nodes: NodeList): readonly unknown[] {
    let values = input;
    for (const node of nodes) values = this.#count(this.#step(values, node));
    return values;
  }

  #count(values: readonly unknown[]): readonly unknown[] {
    this.#take(values.length + 1);
    return values;
  }

  #take(count: number): void {
    this.#valuesLeft -= count;
    if (this.#valuesLeft < 0) throw new JsonPathError(`the path reads more than ${jsonPathValuesMax} values`);
  }

  #step(input: readonly unknown[], node: Node): readonly unknown[] {
    switch (node.type) {
      case "field":
        return input.flatMap((value) => fieldOf(value, node.name));
      case "slice":
        return sliceAll(input, node.params);
      case "filter":
        return input.flatMap((value) => this.#filter(value, node));
      case "union":
        return node.lists.flatMap((nodes) => this.list(input, nodes));
      case "wildcard":
        return input.flatMap((value) => this.#children(value));
      case "recursive":
        return this.#descendants(input);
      case "constant":
        return node.isText ? [node.value] : input.map(() => node.value);
      case "identifier":
        throw new JsonPathError(
          node.name === "end" ? "not in range, nothing to end" : `unrecognized identifier ${node.name}`,
        );
    }
  }

  #children(value: unknown): readonly unknown[] {
    const children = childrenOf(value);
    this.#take(children.length);
    return children;
  }

  /** The values with content, each before its children. */
  #descendants(values: readonly unknown[]): readonly unknown[] {
    const found: unknown[] = [];
    const pending = values.toReversed();
    while (pending.length > 0) {
      const value = pending.pop();
      if (typeof value === "string" && value !== "") found.push(value); // Its bytes have no content.
      if (typeof value === "string") continue;
      const children = this.#children(value);
      if (children.length === 0) continue;
      found.push(value);
      for (let index = children.length - 1; index >= 0; index--) pending.push(children[index]);
    }
    return found;
  }

  #filter(value: unknown, { left, operator, right }: Node & { readonly type: "filter" }): readonly unknown[] {
    if (!Array.isArray(value)) {
      throw new JsonPathError(`${goTypeOf(value)} is not array or slice and cannot be filtered`);
    }
    const items: readonly unknown[] = value;
    if (operator === "exists") return items.filter((item) => this.#exists(item, left));
    return items.filter((item) => {
      const first = this.#operand(item, left);
      if (first === undefined) return false;
      const second = this.#operand(item, right);
      return second !== undefined && compareValues(first.value, operator, second.value);
    });
  }

  /** Whether a path has a result in an item. The values that a failed path had found count, too. */
  #exists(item: unknown, nodes: NodeList): boolean {
    let values: readonly unknown[] = [item];
    try {
      for (const node of nodes) values = this.#count(this.#step(values, node));
    } catch (error) {
      if (!(error instanceof JsonPathError) || this.#valuesLeft < 0) throw error;
    }
    return values.length > 0;
  }

  #operand(item: unknown, nodes: NodeList): { readonly value: unknown } | undefined {
    const values = this.list([item], nodes);
    if (values.length > 1) throw new JsonPathError("can only compare one element at a time");
    return values.length === 0 ? undefined : { value: values[0] };
  }
}

function isMap(value: unknown): value is JsonObject {
  return isJsonObject(value) && !(value instanceof GoNumber);
}

function fieldOf(value: unknown, name: string): readonly unknown[] {
  return isMap(value) && Object.hasOwn(value, name) ? [getOwn(value, name)] : [];
}

function childrenOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === "string") {
    return Array.from(new TextEncoder().encode(value), (byte) => new GoNumber("uint8", byte));
  }
  return isMap(value) ? Object.values(value) : [];
}

/** The items of all lists. An empty slice of one list ends the search, as in upstream. */
function sliceAll(input: readonly unknown[], params: SliceParams): readonly unknown[] {
  const found: unknown[] = [];
  for (const value of input) {
    if (value === null || value === undefined) continue;
    if (!Array.isArray(value)) throw new JsonPathError(`${goTypeOf(value)} is not array or slice`);
    const items = sliceOf(value, params);
    if (items === undefined) return found;
    for (const item of items) found.push(item);
  }
  return found;
}

function sliceOf(list: readonly unknown[], params: SliceParams): readonly unknown[] | undefined {
  const { length } = list;
  let { start = 0, end = length } = params;
  if (start < 0) start += length;
  if (end < 0 || (end === 0 && params.isEndDerived)) end += length;
  if (start === end) return undefined;
  if (start < 0 || start >= length) throw outOfBounds(start, length);
  if (end < 0 || end > length) throw outOfBounds(end - 1, length);
  if (start > end) throw new JsonPathError(`starting index ${start} is greater than ending index ${end}`);
  const { step = 1 } = params;
  if (step <= 0) throw new JsonPathError("step must be > 0");
  const items: unknown[] = [];
  for (let index = start; index < end; index += step) items.push(list[index]);
  return items;
}

function outOfBounds(index: number, length: number): JsonPathError {
  return new JsonPathError(`array index out of bounds: index ${index}, length ${length}`);
}
