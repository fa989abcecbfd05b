// The parser: recursive descent along the grammar of the CEL specification, one method per rule.
// https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax

import { TreeBuilder } from "./builder.ts";
import type { Expression } from "./expression.ts";
import {
  afterMember,
  beforeExpression,
  end,
  expressionFirst,
  fieldFirst,
  optionalFirst,
  primaryFirstSet,
} from "./first-sets.ts";
import { tokenize } from "./lexer.ts";
import type { SyntaxOptions } from "./primary.ts";
import type { Keep } from "./primary.ts";
import { PrimaryParser } from "./primary.ts";
import type { Follow } from "./recovery.ts";
import { followedBy, followedByOrEnd, ParsingStopped, TokenStream } from "./recovery.ts";
import type { SyntaxIssue } from "./source.ts";
import { Source } from "./source.ts";
import type { TokenKind } from "./token.ts";

/** A parsed expression, or the problems of its text. */
export interface Parsed {
  readonly source: Source;
  readonly expression: Expression | undefined;
  /** Where each node begins, by its number. */
  readonly offsets: readonly number[];
  readonly issues: readonly SyntaxIssue[];
}

/** The longest expression, in code points. */
const codePointsMax = 100_000;
/** The deepest nesting of an expression. */
const depthMax = 250;

/** Parses an expression. Problems are values; their texts are those of cel-go. */
export function parseExpression(text: string, options: SyntaxOptions): Parsed {
  const source = new Source(text);
  const size = text.length > codePointsMax ? source.codePoints.length : text.length;
  if (size > codePointsMax) {
    const message = `expression code point size exceeds limit: size: ${size}, limit ${codePointsMax}`;
    return { source, expression: undefined, offsets: [], issues: [{ offset: undefined, message }] };
  }
  const stream = new TokenStream(source, tokenize(text), depthMax);
  const tree = new TreeBuilder(options.macros, stream.issues);
  let expression: Expression | undefined;
  try {
    expression = new Parser(stream, tree, options).start();
  } catch (error) {
    if (!(error instanceof ParsingStopped)) throw error;
  }
  if (tree.depth > depthMax) stream.issues.push({ offset: undefined, message: "max recursion depth exceeded" });
  const hasIssues = stream.issues.length > 0;
  return { source, expression: hasIssues ? undefined : expression, offsets: tree.offsets, issues: stream.issues };
}

const relations: readonly TokenKind[] = ["==", "!=", "in", "<", "<=", ">=", ">"];
const products: readonly TokenKind[] = ["*", "/", "%"];
const sums: readonly TokenKind[] = ["-", "+"];
const operatorNames: ReadonlyMap<TokenKind, string> = new Map([["in", "@in"]]);

const inRelation: Follow = followedByOrEnd(...relations);
const inCalc: Follow = followedByOrEnd(...products, ...sums);

const beforeEnd: Follow = followedBy("EOF");
const beforeQuestion: Follow = followedByOrEnd("?");
const beforeColon: Follow = followedBy(":");
const beforeBracket: Follow = followedBy("]");
const beforeOr: Follow = followedByOrEnd("||");
const beforeAnd: Follow = followedByOrEnd("&&");
const afterNot: ReadonlySet<TokenKind> = new Set([...primaryFirstSet, "!"]);
const afterMinus: ReadonlySet<TokenKind> = new Set([...primaryFirstSet, "-"]);

class Parser extends PrimaryParser {
  start(): Expression {
    const expression = this.stream.rule("start", end, () => {
      const inner = this.expression(beforeEnd);
      this.stream.match("EOF", end);
      return inner;
    });
    return expression ?? this.missing();
  }

  protected override expression(follow: Follow): Expression {
    this.stream.enter("expr", follow);
    try {
      const condition = this.#logical("||", beforeQuestion);
      if (!this.is("?")) return condition;
      const { offset } = this.stream.take();
      const id = this.tree.id(offset);
      const whenTrue = this.#logical("||", beforeColon);
      this.stream.match(":", beforeExpression);
      const whenFalse = this.expression(end);
      const args = [condition, whenTrue, whenFalse];
      return this.tree.nested({ kind: "call", id, name: "_?_:_", target: undefined, args }, ...args);
    } catch (error) {
      this.stream.recover(error, "expr");
      return this.missing();
    } finally {
      this.stream.leave("expr");
    }
  }

  // A chain of one operator becomes a balanced tree, so that long chains stay shallow.
  #logical(operator: "||" | "&&", follow: Follow): Expression {
    this.stream.enter(operator, follow);
    try {
      const inner = operator === "||" ? beforeOr : beforeAnd;
      const term = (): Expression => (operator === "||" ? this.#logical("&&", inner) : this.#relation(0, inner));
      const terms = [term()];
      const operators: number[] = [];
      while (this.is(operator)) {
        const { offset } = this.stream.take();
        terms.push(term());
        operators.push(this.tree.id(offset));
      }
      return this.#balanced(`_${operator}_`, terms, operators);
    } catch (error) {
      this.stream.recover(error, operator);
      return this.missing();
    } finally {
      this.stream.leave(operator);
    }
  }

  #balanced(name: string, terms: readonly Expression[], ids: readonly number[]): Expression {
    const [first = this.missing()] = terms;
    if (terms.length === 1) return first;
    const middle = Math.floor(ids.length / 2);
    const left = this.#balanced(name, terms.slice(0, middle + 1), ids.slice(0, middle));
    const right = this.#balanced(name, terms.slice(middle + 1), ids.slice(middle + 1));
    const args = [left, right];
    return this.tree.flat({ kind: "call", id: ids[middle] ?? 0, name, target: undefined, args }, ...args);
  }

  #relation(precedence: number, follow: Follow): Expression {
    this.stream.enter("relation", follow);
    try {
      let left = this.#calc(0, inRelation);
      while (precedence <= 1 && relations.includes(this.stream.peek().kind)) {
        left = this.#binary(left, () => this.#relation(2, inRelation));
      }
      return left;
    } catch (error) {
      this.stream.recover(error, "relation");
      return this.missing();
    } finally {
      this.stream.leave("relation");
    }
  }

  #calc(precedence: number, follow: Follow): Expression {
    this.stream.enter("calc", follow);
    try {
      let left = this.#unary(inCalc);
      for (;;) {
        const { kind } = this.stream.peek();
        if (precedence <= 2 && products.includes(kind)) left = this.#binary(left, () => this.#calc(3, inCalc));
        else if (precedence <= 1 && sums.includes(kind)) left = this.#binary(left, () => this.#calc(2, inCalc));
        else return left;
      }
    } catch (error) {
      this.stream.recover(error, "calc");
      return this.missing();
    } finally {
      this.stream.leave("calc");
    }
  }

  #binary(left: Expression, parseRight: () => Expression): Expression {
    const { kind, offset } = this.stream.take();
    const id = this.tree.id(offset);
    const right = parseRight();
    const name = operatorNames.get(kind) ?? `_${kind}_`;
    return this.tree.nested({ kind: "call", id, name, target: undefined, args: [left, right] }, left, right);
  }

  #unary(follow: Follow): Expression {
    this.stream.enter("unary", follow);
    try {
      this.stream.syncBlock(expressionFirst);
      const first = this.stream.peek();
      if (!expressionFirst.has(first.kind)) this.stream.noAlternative(first, first);
      if (first.kind === "!") return this.#prefixed("!", "!_");
      if (first.kind !== "-") return this.#member();
      const second = this.stream.peek(2);
      if (second.kind === "NUM_INT" || second.kind === "NUM_FLOAT") return this.#member();
      if (!primaryFirstSet.has(second.kind)) this.stream.noAlternative(first, second);
      return this.#prefixed("-", "-_");
    } catch (error) {
      this.stream.recover(error, "unary");
      return this.missing();
    } finally {
      this.stream.leave("unary");
    }
  }

  #prefixed(operator: "!" | "-", name: string): Expression {
    const expected = operator === "!" ? afterNot : afterMinus;
    const offsets: number[] = [];
    while (this.is(operator)) {
      offsets.push(this.stream.take().offset);
      this.stream.syncLoop(expected);
      const [next, second] = [this.stream.peek(), this.stream.peek(2)];
      const isEnd = operator === "-" && next.kind === "-" && !primaryFirstSet.has(second.kind);
      if (isEnd) this.stream.noAlternative(next, second);
    }
    const [offset = 0] = offsets;
    if (offsets.length % 2 === 0) return this.#member();
    const id = this.tree.id(offset);
    const operand = this.#member();
    return this.tree.flat({ kind: "call", id, name, target: undefined, args: [operand] }, operand);
  }

  #member(): Expression {
    let operand: Expression | undefined;
    const keep: Keep = (expression) => {
      operand = expression;
      return expression;
    };
    this.stream.enter("member", end);
    try {
      operand = this.primary();
      for (;;) {
        if (this.is("[")) operand = this.#index(operand, keep);
        else if (this.is(".")) operand = this.#selection(operand, keep);
        else return operand;
      }
    } catch (error) {
      this.stream.recover(error, "member");
      return operand ?? this.missing();
    } finally {
      this.stream.leave("member");
    }
  }

  #index(operand: Expression, keep: Keep): Expression {
    const { offset } = this.stream.take();
    keep(this.tree.literal(offset, null));
    this.stream.syncBlock(optionalFirst);
    const question = this.is("?") ? this.stream.take() : undefined;
    const id = this.tree.id(offset);
    const index = this.expression(beforeBracket);
    const name = question === undefined ? "_[_]" : "_[?_]";
    const args = [operand, index];
    const indexed = keep(this.tree.nested({ kind: "call", id, name, target: undefined, args }, ...args));
    this.stream.match("]", afterMember);
    if (question === undefined || this.options.hasOptionals) return indexed;
    return this.tree.problem(offset, "unsupported syntax '[?'");
  }

  #selection(operand: Expression, keep: Keep): Expression {
    const dot = this.stream.peek();
    const next = this.stream.peek(2);
    if (!fieldFirst.has(next.kind)) this.stream.noAlternative(dot, next);
    this.stream.take();
    if (next.kind === "IDENTIFIER" && this.stream.peek(2).kind === "(") {
      this.stream.take();
      const open = this.stream.take();
      const args = this.arguments();
      const call = this.tree.call(open.offset, next.text, args, operand);
      const nested = keep(this.tree.nested(call, operand, ...args));
      this.stream.match(")", afterMember);
      return nested;
    }
    const isOptional = this.is("?");
    if (isOptional) this.stream.take();
    const name = this.fieldName();
    if (!isOptional) {
      const id = this.tree.id(dot.offset);
      return this.tree.nested({ kind: "select", id, operand, field: name.text, isTest: false }, operand);
    }
    if (!this.options.hasOptionals) return this.tree.problem(dot.offset, "unsupported syntax '.?'");
    const field = this.tree.literal(name.offset, name.text);
    const args = [operand, field];
    const id = this.tree.id(dot.offset);
    return this.tree.nested({ kind: "call", id, name: "_?._", target: undefined, args }, operand);
  }
}
