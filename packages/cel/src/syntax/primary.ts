// Operands: names and calls, lists, maps, messages, literals and parentheses.

import type { TreeBuilder } from "./builder.ts";
import type { Expression, MapEntry, StructField } from "./expression.ts";
import {
  afterMember,
  argumentsFirst,
  beforeExpression,
  end,
  expressionFirst,
  fieldFirst,
  optionalFirst,
  primaryFirstSet,
} from "./first-sets.ts";
import { LiteralError, literalValue } from "./literals.ts";
import type { Follow, TokenStream } from "./recovery.ts";
import { followedBy, followedByOrEnd } from "./recovery.ts";
import type { Macro } from "./builder.ts";
import type { Token, TokenKind } from "./token.ts";

/** What an environment enables. */
export interface SyntaxOptions {
  readonly macros: readonly Macro[];
  /** `a.?b`, `a[?b]`, `[?a]`, `{?a: b}`. */
  readonly hasOptionals: boolean;
  /** Names in backquotes. Kubernetes does not enable them. */
  readonly hasEscapedNames?: boolean;
}

/** Names that no variable can have. */
const reservedNames: ReadonlySet<string> = new Set(
  ["as", "break", "const", "continue", "else", "false", "for", "function", "if", "import", "in", "let"].concat([
    "loop",
    "package",
    "namespace",
    "null",
    "return",
    "true",
    "var",
    "void",
    "while",
  ]),
);

const beforeComma: Follow = followedByOrEnd(",");
const beforeParenthesis: Follow = followedBy(")");
const beforeColon: Follow = followedBy(":");
const afterElements: Follow = followedBy(",", "]");
const afterEntries: Follow = followedBy(",", "}");
const listEnd: ReadonlySet<TokenKind> = new Set([",", "]"]);
const mapEnd: ReadonlySet<TokenKind> = new Set([",", "}"]);
const listParts: ReadonlySet<TokenKind> = new Set([...optionalFirst, ...listEnd]);
const mapParts: ReadonlySet<TokenKind> = new Set([...optionalFirst, ...mapEnd]);
const messageParts: ReadonlySet<TokenKind> = new Set([...fieldFirst, ...mapEnd]);
const names: ReadonlySet<TokenKind> = new Set(["IDENTIFIER", "ESC_IDENTIFIER"]);

/** Keeps an expression in case that its rule fails, and returns it. */
export type Keep = <T extends Expression>(expression: T) => T;

/** Parses operands. Expressions inside them are left to the parser of operators. */
export abstract class PrimaryParser {
  protected readonly stream: TokenStream;
  protected readonly tree: TreeBuilder;
  protected readonly options: SyntaxOptions;

  constructor(stream: TokenStream, tree: TreeBuilder, options: SyntaxOptions) {
    this.stream = stream;
    this.tree = tree;
    this.options = options;
  }

  protected abstract expression(follow: Follow): Expression;

  protected missing(): Expression {
    return this.tree.literal(this.stream.peek().offset, null);
  }

  protected is(kind: TokenKind): boolean {
    return this.stream.peek().kind === kind;
  }

  protected arguments(): readonly Expression[] {
    this.stream.syncBlock(argumentsFirst);
    if (!expressionFirst.has(this.stream.peek().kind)) return [];
    return this.stream.rule("exprList", beforeParenthesis, () => this.#expressions()) ?? [];
  }

  #expressions(): readonly Expression[] {
    const list = [this.expression(beforeComma)];
    while (this.is(",")) {
      this.stream.take();
      list.push(this.expression(beforeComma));
    }
    return list;
  }

  protected primary(): Expression {
    let kept: Expression | undefined;
    // What a rule kept is used if it fails, so that macros are checked as far as possible.
    const keep: Keep = (expression) => {
      kept = expression;
      return expression;
    };
    this.stream.enter("primary", afterMember);
    try {
      this.stream.syncBlock(primaryFirstSet);
      const first = this.stream.peek();
      switch (first.kind) {
        case "(": {
          this.stream.take();
          const inner = keep(this.expression(beforeParenthesis));
          this.stream.match(")", end);
          return inner;
        }
        case "[":
          return this.#list(keep);
        case "{":
          return this.#map(keep);
        case ".":
        case "IDENTIFIER":
          return this.#name(keep);
        default:
          if (!primaryFirstSet.has(first.kind)) this.stream.noAlternative(first, first);
          return this.#literal();
      }
    } catch (error) {
      this.stream.recover(error, "primary");
      return kept ?? this.missing();
    } finally {
      this.stream.leave("primary");
    }
  }

  #list(keep: Keep): Expression {
    const id = this.tree.id(this.stream.take().offset);
    this.stream.syncBlock(listParts);
    const elements: Expression[] = [];
    const optionals = new Set<number>();
    if (optionalFirst.has(this.stream.peek().kind)) {
      this.stream.rule("listInit", afterElements, () => {
        do {
          if (elements.length > 0) this.stream.take();
          const { expression, isOptional } = this.#optional(beforeComma);
          if (isOptional) optionals.add(elements.length);
          elements.push(expression);
        } while (this.#continues(optionalFirst));
      });
    }
    const list = keep(this.tree.flat({ kind: "list", id, elements, optionals }, ...elements));
    this.#trailingComma("]");
    return list;
  }

  #continues(first: ReadonlySet<TokenKind>): boolean {
    return this.is(",") && first.has(this.stream.peek(2).kind);
  }

  #trailingComma(close: "]" | "}"): void {
    this.stream.syncBlock(close === "]" ? listEnd : mapEnd);
    if (this.is(",")) this.stream.take();
    this.stream.match(close, end);
  }

  #optional(follow: Follow): { readonly expression: Expression; readonly isOptional: boolean } {
    this.stream.enter("optExpr", follow);
    try {
      const question = this.is("?") ? this.stream.take() : undefined;
      const expression = this.expression(end);
      if (question !== undefined && !this.options.hasOptionals) {
        this.tree.problem(question.offset, "unsupported syntax '?'");
      }
      return { expression, isOptional: question !== undefined };
    } catch (error) {
      this.stream.recover(error, "optExpr");
      return { expression: this.missing(), isOptional: false };
    } finally {
      this.stream.leave("optExpr");
    }
  }

  #map(keep: Keep): Expression {
    const id = this.tree.id(this.stream.take().offset);
    this.stream.syncBlock(mapParts);
    const entries: MapEntry[] = [];
    if (optionalFirst.has(this.stream.peek().kind)) {
      this.stream.rule("mapInitializerList", afterEntries, () => {
        do {
          if (entries.length > 0) this.stream.take();
          const { expression: key, isOptional } = this.#optional(beforeColon);
          const colon = this.stream.match(":", beforeExpression);
          const value = this.expression(beforeComma);
          entries.push({ id: this.tree.id(colon.offset), key, value, isOptional });
        } while (this.#continues(optionalFirst));
      });
    }
    const children = entries.flatMap(({ key, value }) => [key, value]);
    const map = keep(this.tree.flat({ kind: "map", id, entries }, ...children));
    this.#trailingComma("}");
    return map;
  }

  #name(keep: Keep): Expression {
    const first = this.stream.peek();
    const hasDot = first.kind === ".";
    const name = this.stream.peek(hasDot ? 2 : 1);
    if (name.kind !== "IDENTIFIER") this.stream.noAlternative(first, name);
    const segments = this.#messageName(hasDot ? 2 : 1);
    if (segments !== undefined) return this.#message(hasDot, segments);
    if (hasDot) this.stream.take();
    this.stream.take();
    const text = `${hasDot ? "." : ""}${name.text}`;
    if (!this.is("(")) {
      if (reservedNames.has(name.text)) {
        return this.tree.problem(first.offset, `reserved identifier: ${name.text}`);
      }
      return this.tree.ident(name.offset, text);
    }
    const open = this.stream.take();
    const isReserved = reservedNames.has(name.text);
    const problem = isReserved ? keep(this.tree.problem(first.offset, `reserved identifier: ${name.text}`)) : undefined;
    const args = this.arguments();
    const call = keep(problem ?? this.tree.call(open.offset, text, args));
    this.stream.match(")", end);
    return call;
  }

  /** The number of segments of `a.b.C {`, if that comes. */
  #messageName(distance: number): number | undefined {
    for (let segments = 1; ; segments++) {
      const next = this.stream.peek(distance + 1).kind;
      if (next === "{") return segments;
      if (next !== "." || this.stream.peek(distance + 2).kind !== "IDENTIFIER") return undefined;
      distance += 2;
    }
  }

  #message(hasDot: boolean, segments: number): Expression {
    let name = "";
    if (hasDot) name += this.stream.take().text;
    for (let taken = 0; taken < segments * 2 - 1; taken++) name += this.stream.take().text;
    const id = this.tree.id(this.stream.take().offset);
    this.stream.syncBlock(messageParts);
    const fields: StructField[] = [];
    if (fieldFirst.has(this.stream.peek().kind)) {
      this.stream.rule("fieldInitializerList", afterEntries, () => {
        do {
          if (fields.length > 0) this.stream.take();
          const question = this.is("?") ? this.stream.take() : undefined;
          const field = this.fieldName();
          const colon = this.stream.match(":", beforeExpression);
          const value = this.expression(beforeComma);
          if (question !== undefined && !this.options.hasOptionals) {
            this.tree.problem(question.offset, "unsupported syntax '?'");
          }
          const fieldId = this.tree.id(colon.offset);
          fields.push({ id: fieldId, name: field.text, value, isOptional: question !== undefined });
        } while (this.#continues(fieldFirst));
      });
    }
    this.#trailingComma("}");
    return this.tree.flat({ kind: "struct", id, name, fields }, ...fields.map(({ value }) => value));
  }

  #literal(): Expression {
    const [first, next] = [this.stream.peek(), this.stream.peek(2)];
    const isNegative = first.kind === "-";
    if (isNegative && next.kind !== "NUM_INT" && next.kind !== "NUM_FLOAT") this.stream.noAlternative(first, next);
    this.stream.take();
    const token = isNegative ? this.stream.take() : first;
    try {
      return this.tree.literal(first.offset, literalValue(token, isNegative));
    } catch (error) {
      if (!(error instanceof LiteralError)) throw error;
      return this.tree.problem(first.offset, error.message);
    }
  }

  protected fieldName(): Token {
    const { offset } = this.stream.peek();
    const token = this.stream.rule("escapeIdent", afterMember, () => {
      this.stream.syncBlock(names);
      return this.stream.take();
    });
    if (token === undefined) {
      this.tree.problem(offset, "unsupported ident kind");
      return { kind: "IDENTIFIER", text: "", offset };
    }
    if (token.kind !== "ESC_IDENTIFIER") return token;
    if (this.options.hasEscapedNames !== true) this.tree.problem(token.offset, "unsupported syntax: '`'");
    return { ...token, text: token.text.slice(1, -1) };
  }
}
