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
import {
  LiteralError,
  parseBytesLiteral,
  parseDoubleLiteral,
  parseIntLiteral,
  parseStringLiteral,
  parseUintLiteral,
} from "./literals.ts";
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

  protected rule(name: string, follow: Follow, parse: () => Expression): Expression {
    return this.stream.rule(name, follow, parse) ?? this.missing();
  }

  protected is(kind: TokenKind): boolean {
    return this.stream.peek().kind === kind;
  }

  protected arguments(next: Follow): readonly Expression[] {
    this.stream.syncBlock(argumentsFirst);
    const args = expressionFirst.has(this.stream.peek().kind)
      ? (this.stream.rule("exprList", followedBy(")"), () => this.#expressions()) ?? [])
      : [];
    this.stream.match(")", next);
    return args;
  }

  #expressions(): readonly Expression[] {
    const list = [this.expression(followedByOrEnd(","))];
    while (this.is(",")) {
      this.stream.take();
      list.push(this.expression(followedByOrEnd(",")));
    }
    return list;
  }

  protected primary(): Expression {
    return this.rule("primary", afterMember, () => {
      this.stream.syncBlock(primaryFirstSet);
      switch (this.stream.peek().kind) {
        case "(": {
          this.stream.take();
          const inner = this.expression(followedBy(")"));
          this.stream.match(")", end);
          return inner;
        }
        case "[":
          return this.#list();
        case "{":
          return this.#map();
        case ".":
        case "IDENTIFIER":
          return this.#name();
        default:
          return this.#literal();
      }
    });
  }

  #list(): Expression {
    const id = this.tree.id(this.stream.take().offset);
    this.stream.syncBlock(new Set([...optionalFirst, ",", "]"]));
    const elements: Expression[] = [];
    const optionals = new Set<number>();
    if (optionalFirst.has(this.stream.peek().kind)) {
      this.stream.rule("listInit", followedBy(",", "]"), () => {
        do {
          if (elements.length > 0) this.stream.take();
          const { expression, isOptional } = this.#optional(followedByOrEnd(","));
          if (isOptional) optionals.add(elements.length);
          elements.push(expression);
        } while (this.#continues(optionalFirst));
      });
    }
    this.#trailingComma("]");
    return this.tree.flat({ kind: "list", id, elements, optionals }, ...elements);
  }

  #continues(first: ReadonlySet<TokenKind>): boolean {
    return this.is(",") && first.has(this.stream.peek(2).kind);
  }

  #trailingComma(close: "]" | "}"): void {
    this.stream.syncBlock(new Set([",", close]));
    if (this.is(",")) this.stream.take();
    this.stream.match(close, end);
  }

  #optional(follow: Follow): { readonly expression: Expression; readonly isOptional: boolean } {
    const parsed = this.stream.rule("optExpr", follow, () => {
      const question = this.is("?") ? this.stream.take() : undefined;
      const expression = this.expression(end);
      if (question !== undefined && !this.options.hasOptionals) {
        this.tree.problem(question.offset, "unsupported syntax '?'");
      }
      return { expression, isOptional: question !== undefined };
    });
    return parsed ?? { expression: this.missing(), isOptional: false };
  }

  #map(): Expression {
    const id = this.tree.id(this.stream.take().offset);
    this.stream.syncBlock(new Set([...optionalFirst, ",", "}"]));
    const entries: MapEntry[] = [];
    if (optionalFirst.has(this.stream.peek().kind)) {
      this.stream.rule("mapInitializerList", followedBy(",", "}"), () => {
        do {
          if (entries.length > 0) this.stream.take();
          const { expression: key, isOptional } = this.#optional(followedBy(":"));
          const colon = this.stream.match(":", beforeExpression);
          const value = this.expression(followedByOrEnd(","));
          entries.push({ id: this.tree.id(colon.offset), key, value, isOptional });
        } while (this.#continues(optionalFirst));
      });
    }
    this.#trailingComma("}");
    return this.tree.flat({ kind: "map", id, entries }, ...entries.flatMap(({ key, value }) => [key, value]));
  }

  #name(): Expression {
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
    const args = this.arguments(end);
    if (reservedNames.has(name.text)) return this.tree.problem(first.offset, `reserved identifier: ${name.text}`);
    return this.tree.call(open.offset, text, args);
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
    this.stream.syncBlock(new Set([...fieldFirst, ",", "}"]));
    const fields: StructField[] = [];
    if (fieldFirst.has(this.stream.peek().kind)) {
      this.stream.rule("fieldInitializerList", followedBy(",", "}"), () => {
        do {
          if (fields.length > 0) this.stream.take();
          const question = this.is("?") ? this.stream.take() : undefined;
          const field = this.fieldName();
          const colon = this.stream.match(":", beforeExpression);
          const value = this.expression(followedByOrEnd(","));
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
    const token = this.stream.rule("escapeIdent", afterMember, () => {
      this.stream.syncBlock(new Set(["IDENTIFIER", "ESC_IDENTIFIER"]));
      return this.stream.take();
    });
    if (token === undefined) return { kind: "IDENTIFIER", text: "", offset: this.stream.peek().offset };
    if (token.kind !== "ESC_IDENTIFIER") return token;
    if (this.options.hasEscapedNames !== true) this.tree.problem(token.offset, "unsupported syntax: '`'");
    return { ...token, text: token.text.slice(1, -1) };
  }
}

function literalValue(token: Token, isNegative: boolean): ReturnType<typeof parseIntLiteral> {
  switch (token.kind) {
    case "NUM_INT":
      return parseIntLiteral(token.text, isNegative);
    case "NUM_UINT":
      return parseUintLiteral(token.text);
    case "NUM_FLOAT":
      return parseDoubleLiteral(token.text, isNegative);
    case "STRING":
      return parseStringLiteral(token.text);
    case "BYTES":
      return parseBytesLiteral(token.text.slice(1));
    case "true":
    case "false":
      return token.kind === "true";
    default:
      return null;
  }
}
