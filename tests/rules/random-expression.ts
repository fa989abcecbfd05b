// Random expressions that the type checker accepts, but for a few mistakes: every function that kube-apiserver declares, all macros, and the
// fields of a schema.

import type { Random } from "@kubewright/async";
import { chance, oneOf } from "../sequences/structural-schema.ts";
import { partsOf } from "./call-syntax.ts";
import type { Expression } from "./expression.ts";
import { atom } from "./expression.ts";
import { formatClauses, literalOf, parsedString, stringLiteral } from "./literals.ts";
import type { Path } from "./paths.ts";
import { pathsFrom, pathsMax } from "./paths.ts";
import type { Signature, Type } from "./types.ts";
import { keysOf, parametersOf, signatures, substitute, type, unify } from "./types.ts";

const [bool, int, string, dyn] = [type("bool"), type("int"), type("string"), type("dyn")];
const scalars = ["bool", "int", "uint", "double", "string", "bytes", "duration", "timestamp"].map((name) => type(name));
const comparable = scalars;
const keyTypes = [string, string, string, int, type("uint"), bool];
const mistakeRate = 0.004;

/** A random expression of a type over variables. */
export function randomExpression(
  random: Random,
  wanted: Type,
  variables: Readonly<Record<string, Type>>,
  depth: number,
): Expression {
  const paths = Object.entries(variables).flatMap(([name, each]) => pathsFrom(name, each));
  return new Maker(random, paths).make(wanted, depth);
}

class Maker {
  readonly #random: Random;
  readonly #paths: readonly Path[];

  constructor(random: Random, paths: readonly Path[]) {
    this.#random = random;
    this.#paths = paths;
  }

  /** An expression of a type, with at most `depth` calls inside each other. */
  make(wanted: Type, depth: number): Expression {
    const random = this.#random;
    const isMistake = chance(random, mistakeRate);
    const goal = wanted.text === "dyn" || isMistake ? this.#anyType() : wanted;
    const [leaf, call] = [() => this.#leaf(goal, depth), () => this.#call(goal, depth)];
    const choices = depth <= 0 ? [leaf] : [leaf, call, call, () => this.#macro(goal, depth)];
    return this.#pick(choices)() ?? call() ?? leaf();
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[this.#random.int(items.length)];
    if (item === undefined) throw new RangeError("cannot pick from an empty list");
    return item;
  }

  #anyType(): Type {
    const random = this.#random;
    if (chance(random, 0.4)) return this.#pick(this.#paths).type;
    if (chance(random, 0.1)) return type("list", this.#pick(scalars));
    return this.#pick(scalars);
  }

  #leaf(wanted: Type, depth: number): Expression {
    const random = this.#random;
    const paths = this.#paths.filter((path) => path.type.text === wanted.text);
    if (paths.length > 0 && chance(random, 0.75)) return atom(wanted, this.#pick(paths).text);
    const literal = literalOf(random, wanted.name);
    if (literal !== undefined) return atom(wanted, literal);
    const [first = dyn, second = dyn] = wanted.of;
    switch (wanted.name) {
      case "list":
        return this.#joined(
          wanted,
          "[",
          "]",
          this.#several(() => [this.make(first, depth - 1)]),
        );
      case "map":
        return this.#joined(
          wanted,
          "{",
          "}",
          this.#several(() => [this.make(first, 0), ": ", this.make(second, depth - 1)]),
        );
      case "optional_type":
        return chance(random, 0.3)
          ? atom(wanted, "optional.none()")
          : { type: wanted, parts: ["optional.of(", this.make(first, depth - 1), ")"] };
      default:
        // A type of the schema. A variable that holds it may be out of reach.
        return atom(wanted, paths.length > 0 ? this.#pick(paths).text : "self");
    }
  }

  // Maps have one entry at most, because the order of more is random in Go.
  #several<T>(make: () => T): readonly T[] {
    return Array.from({ length: this.#random.int(3) }, make);
  }

  #joined(wanted: Type, open: string, close: string, items: readonly (readonly (string | Expression)[])[]): Expression {
    const kept = wanted.name === "map" ? items.slice(0, 1) : items;
    return {
      type: wanted,
      parts: [open, ...kept.flatMap((item, index) => (index === 0 ? item : [", ", ...item])), close],
    };
  }

  #call(wanted: Type, depth: number): Expression | undefined {
    const fitting = signatures.flatMap((overloads) => {
      const found = overloads.filter(({ result }) => unify(result, wanted) !== undefined);
      return found.length === 0 ? [] : [found];
    });
    if (fitting.length === 0) return undefined;
    const signature = this.#pick(this.#pick(fitting));
    if (signature.name === "format") return this.#format(depth);
    // A long range would use up the memory of the reference.
    if (signature.name === "lists.range") return atom(wanted, `lists.range(${this.#random.int(6) - 1})`);
    const bound = this.#bind(signature, unify(signature.result, wanted) ?? new Map());
    const args = signature.args.map((arg, index) => this.#argument(signature, substitute(arg, bound), index, depth));
    return { type: wanted, parts: partsOf(signature, args) };
  }

  /** The types of the parameters that the result does not decide. */
  #bind({ args }: Signature, bound: ReadonlyMap<string, Type>): ReadonlyMap<string, Type> {
    const all = new Map(bound);
    const keys = args.flatMap(keysOf);
    for (const name of args.flatMap(parametersOf)) {
      if (!all.has(name)) all.set(name, keys.includes(name) ? this.#pick(keyTypes) : this.#anyType());
    }
    return all;
  }

  #argument({ name, isMember, args }: Signature, wanted: Type, index: number, depth: number): Expression {
    const isParsed = wanted.name === "string" && index === (isMember || args.length === 2 ? args.length - 1 : 0);
    const value = isParsed && chance(this.#random, 0.85) ? parsedString(this.#random, name) : undefined;
    return value === undefined ? this.make(wanted, depth - 1) : atom(wanted, stringLiteral(value));
  }

  #format(depth: number): Expression {
    const clauses = this.#several(() => this.#pick(formatClauses));
    const text = clauses.map(([clause]) => `${clause} `).join("");
    const args = clauses
      .filter(([clause]) => clause !== "%%")
      .map(([, names]) => this.make(this.#typeNamed(this.#pick(names)), Math.min(depth - 1, 1)));
    const list = this.#joined(
      type("list", dyn),
      "[",
      "]",
      args.map((arg) => ["dyn(", arg, ")"]),
    );
    return { type: string, parts: [stringLiteral(text), ".format(", list, ")"] };
  }

  #typeNamed(name: string): Type {
    const scalar = this.#pick(scalars);
    return name === "list" ? type("list", scalar) : name === "map" ? type("map", string, scalar) : type(name);
  }

  #macro(wanted: Type, depth: number): Expression | undefined {
    const [first = dyn, second = dyn] = wanted.of;
    switch (wanted.name) {
      case "bool":
        return this.#test(depth);
      case "list":
        return this.#listMacro(wanted, first, depth);
      case "map":
        return this.#mapMacro(wanted, first, second, depth);
      case "optional_type":
        return this.#optionalMacro(wanted, first, depth);
      default:
        return this.#bound(wanted, depth);
    }
  }

  /** A value through an optional: `optional.of(x).optMap(v, ...).orValue(...)`. */
  #bound(wanted: Type, depth: number): Expression {
    const optional = this.#optionalMacro(type("optional_type", wanted), wanted, depth);
    return { type: wanted, parts: [optional, ".orValue(", this.make(wanted, depth - 2), ")"] };
  }

  #test(depth: number): Expression {
    const random = this.#random;
    const fields = this.#paths.filter(({ isField }) => isField);
    if (fields.length > 0 && chance(random, 0.25)) return atom(bool, `has(${this.#pick(fields).text})`);
    if (chance(random, 0.1)) {
      return {
        type: bool,
        parts: ["type(", this.make(dyn, depth - 1), ") == ", oneOf(random, ["int", "string", "list", "type(self)"])],
      };
    }
    const name = oneOf(random, ["all", "exists", "exists_one", "all", "exists", "existsOne"]);
    const hasTwo = name === "existsOne" || chance(random, 0.3);
    const { source, variables, inner } = this.#loop(depth, hasTwo);
    return { type: bool, parts: [source, `.${name}(${variables}, `, inner.make(bool, depth - 1), ")"] };
  }

  /** A list or map with names for its items, and a factory with these names in scope. */
  #loop(depth: number, hasTwo: boolean, sourceType?: Type): { source: Expression; variables: string; inner: Maker } {
    const containers = this.#paths.map((path) => path.type).filter(({ name }) => name === "list" || name === "map");
    const isDeclared = containers.length > 0 && chance(this.#random, 0.8);
    const from = sourceType ?? (isDeclared ? this.#pick(containers) : type("list", this.#pick(scalars)));
    const [first = dyn, second = dyn] = from.of;
    const name = `v${this.#paths.filter(({ text }) => /^v\d+$/.test(text)).length}`;
    const key = from.name === "map" ? first : int;
    const value = from.name === "map" ? second : first;
    const added = hasTwo
      ? [...pathsFrom(`${name}k`, key), ...pathsFrom(name, value)]
      : pathsFrom(name, from.name === "map" ? key : value);
    return {
      source: this.make(from, depth - 2),
      variables: hasTwo ? `${name}k, ${name}` : name,
      // Fields of the item are as likely as all others together.
      inner: new Maker(this.#random, [...this.#paths, ...added, ...added].slice(-pathsMax)),
    };
  }

  #listMacro(wanted: Type, item: Type, depth: number): Expression {
    const random = this.#random;
    const kind = oneOf(random, ["filter", "map", "map", "mapIf", "transformList", "transformListIf", "sortBy"]);
    if (kind === "filter" || kind === "sortBy") {
      const { source, variables, inner } = this.#loop(depth, false, wanted);
      const result = kind === "filter" ? bool : this.#pick(comparable);
      return { type: wanted, parts: [source, `.${kind}(${variables}, `, inner.make(result, depth - 1), ")"] };
    }
    const { source, variables, inner } = this.#loop(depth, kind.startsWith("transform"));
    const condition = kind.endsWith("If") ? [inner.make(bool, depth - 2), ", "] : [];
    return {
      type: wanted,
      parts: [source, `.${kind.replace("If", "")}(${variables}, `, ...condition, inner.make(item, depth - 1), ")"],
    };
  }

  #mapMacro(wanted: Type, key: Type, value: Type, depth: number): Expression {
    const isEntry = chance(this.#random, 0.3);
    const { source, variables, inner } = this.#loop(
      depth,
      true,
      isEntry ? undefined : type("map", key, this.#pick(scalars)),
    );
    const result = isEntry
      ? ["{", inner.make(key, depth - 2), ": ", inner.make(value, depth - 2), "}"]
      : [inner.make(value, depth - 1)];
    return {
      type: wanted,
      parts: [source, `.${isEntry ? "transformMapEntry" : "transformMap"}(${variables}, `, ...result, ")"],
    };
  }

  #optionalMacro(wanted: Type, value: Type, depth: number): Expression {
    const fields = this.#paths.filter((path) => path.isField && path.type.text === value.text);
    if (fields.length > 0 && chance(this.#random, 0.6)) {
      return atom(wanted, this.#pick(fields).text.replace(/\.(?=[^.[]*$)/, ".?"));
    }
    const isFlat = chance(this.#random, 0.3);
    const from = this.#anyType();
    const { inner, variables } = this.#loop(0, false, type("list", from));
    const source = this.make(type("optional_type", from), depth - 2);
    const result = inner.make(isFlat ? wanted : value, depth - 2);
    return { type: wanted, parts: [source, `.${isFlat ? "optFlatMap" : "optMap"}(${variables}, `, result, ")"] };
  }
}
