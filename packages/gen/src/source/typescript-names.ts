/**
 * The names in type nodes that the compiler does not keep. To the compiler `Int32` and `number` are the same type; the node in the source
 * still has the name. A {@link Hint} is such a node together with the arguments for its type parameters. It only adds names to a type and
 * never decides what the type is.
 */
import * as ast from "typescript/unstable/ast";

import type { Symbol as TypeScriptSymbol } from "typescript/unstable/sync";

import type { SymbolFinder } from "./typescript-symbols.ts";

/** A type node, and the nodes for the type parameters in it, by symbol. */
export interface Hint {
  readonly node: ast.TypeNode;
  readonly scope: Scope;
}

export type Scope = ReadonlyMap<number, Hint>;

/** A declaration that a hint resolves to, with the scope for its members. */
export interface NamedHint {
  readonly declaration: ast.InterfaceDeclaration | ast.TypeAliasDeclaration;
  readonly scope: Scope;
}

/** The result of resolving a hint: the names on the way, outermost first, and the final node, which is not a name. */
export interface Resolved {
  readonly names: readonly NamedHint[];
  readonly end: Hint | undefined;
}

/** Resolves the names in type nodes. */
export class NameResolver {
  readonly #symbols: SymbolFinder;

  constructor(symbols: SymbolFinder) {
    this.#symbols = symbols;
  }

  /** Follows names, parentheses, `readonly` and type parameters. */
  resolve(hint: Hint): Resolved {
    const names: NamedHint[] = [];
    let at: Hint | undefined = hint;
    // Each step goes to another node. An alias that refers to itself is an error, which the compiler has reported.
    for (let step = 0; at !== undefined && step < stepsMax; step++) {
      const next: Hint | "end" | undefined = ast.isTypeReferenceNode(at.node)
        ? this.#followReference(at.node, at, names)
        : this.#followSyntax(at);
      if (next === "end") break;
      at = next;
    }
    return { names, end: at };
  }

  /** The next node behind parentheses, `readonly` or the field of a type; "end" for other nodes. */
  #followSyntax({ node, scope }: Hint): Hint | "end" {
    const isReadonlyList = ast.isTypeOperatorNode(node) && node.operator === ast.SyntaxKind.ReadonlyKeyword;
    if (ast.isParenthesizedTypeNode(node) || isReadonlyList) return { node: node.type, scope };
    if (!ast.isIndexedAccessTypeNode(node)) return "end";
    return this.#memberOf({ node: node.objectType, scope }, node.indexType) ?? "end";
  }

  /** The node that a name refers to; undefined if it is not a type node. Adds the names on the way. */
  #followReference(node: ast.TypeReferenceNode, at: Hint, names: NamedHint[]): Hint | "end" | undefined {
    const symbol = this.#symbols.targetOf(node.typeName);
    if (symbol === undefined) return undefined;
    // Names of the language, such as `Array`, `Record` and `Pick`, add nothing to a schema, but their arguments may. `Readonly` does not
    // change the JSON.
    if (isOfLanguage(symbol)) return (isReadonly(node.typeName) ? argumentHint(at, 0) : undefined) ?? "end";
    const declaration = this.#symbols.declarationOf(symbol);
    if (declaration === undefined) return undefined;
    if (ast.isTypeParameterDeclaration(declaration)) return at.scope.get(symbol.id);
    const args = (node.typeArguments ?? []).map((argument) => ({ node: argument, scope: at.scope }));
    const scope = this.scopeOf(declaration, args);
    names.push({ declaration, scope });
    return ast.isInterfaceDeclaration(declaration) ? undefined : { node: declaration.type, scope };
  }

  /** The type node of the field that `T["field"]` names; `undefined` if only the compiler can resolve it. */
  #memberOf(object: Hint, index: ast.TypeNode): Hint | undefined {
    const field = ast.isLiteralTypeNode(index) && ast.isStringLiteral(index.literal) ? index.literal.text : undefined;
    const { names: passed, end } = this.resolve(object);
    const last = passed.at(-1);
    const holder = last !== undefined && ast.isInterfaceDeclaration(last.declaration) ? last.declaration : end?.node;
    if (field === undefined || holder === undefined) return undefined;
    const members = ast.isInterfaceDeclaration(holder) || ast.isTypeLiteralNode(holder) ? holder.members : [];
    const found = members.find(
      (member) =>
        ast.isPropertySignatureDeclaration(member) && isIdentifierOrText(member.name) && member.name.text === field,
    );
    const node = found !== undefined && ast.isPropertySignatureDeclaration(found) ? found.type : undefined;
    return node && { node, scope: last?.scope ?? object.scope };
  }

  /** The scope for the members of a declaration with these type arguments: its own parameters and those of its ancestors. */
  scopeOf(declaration: ast.InterfaceDeclaration | ast.TypeAliasDeclaration, args: readonly Hint[]): Scope {
    const scope = new Map<number, Hint>();
    this.#bind(declaration, args, scope, 0);
    return scope;
  }

  #bind(
    declaration: ast.InterfaceDeclaration | ast.TypeAliasDeclaration,
    args: readonly Hint[],
    scope: Map<number, Hint>,
    depth: number,
  ): void {
    if (depth > stepsMax) return;
    for (const [index, { name, defaultType }] of (declaration.typeParameters ?? []).entries()) {
      const symbol = this.#symbols.symbolAt(name);
      const hint = args[index] ?? (defaultType && { node: defaultType, scope });
      if (symbol !== undefined && hint !== undefined) scope.set(symbol.id, hint);
    }
    for (const { declaration: above, typeArguments } of this.#ancestorsOf(declaration)) {
      if (typeArguments === undefined) continue;
      const hints = typeArguments.map((node) => ({ node, scope }));
      this.#bind(above, hints, scope, depth + 1);
    }
  }

  /** The parents of an interface, each resolved; without types of the language, such as `Omit`. */
  parentsOf(declaration: ast.InterfaceDeclaration): readonly Resolved[] {
    return this.#ancestorsOf(declaration)
      .filter(({ symbol }) => !isOfLanguage(symbol))
      .map(({ declaration: parent }) => {
        const named = { declaration: parent, scope: new Map() };
        if (ast.isInterfaceDeclaration(parent)) return { names: [named], end: undefined };
        const further = this.resolve({ node: parent.type, scope: named.scope });
        return { names: [named, ...further.names], end: further.end };
      });
  }

  /** The declarations that an interface extends, and the type arguments for each. */
  #ancestorsOf(declaration: ast.InterfaceDeclaration | ast.TypeAliasDeclaration): readonly Ancestor[] {
    const clauses = ast.isInterfaceDeclaration(declaration) ? (declaration.heritageClauses ?? []) : [];
    return clauses
      .flatMap((clause) => [...clause.types])
      .flatMap(({ expression, typeArguments }) => {
        const symbol = this.#symbols.targetOf(expression);
        const found = symbol && this.#symbols.declarationOf(symbol);
        if (symbol === undefined || found === undefined || ast.isTypeParameterDeclaration(found)) return [];
        return [{ symbol, declaration: found, typeArguments }];
      });
  }
}

interface Ancestor {
  readonly symbol: TypeScriptSymbol;
  readonly declaration: ast.InterfaceDeclaration | ast.TypeAliasDeclaration;
  readonly typeArguments: readonly ast.TypeNode[] | undefined;
}

function isOfLanguage({ declarations }: TypeScriptSymbol): boolean {
  return declarations.some(({ path }) => isLanguageFile(path));
}

/** Whether a file is part of the standard library of TypeScript. */
export function isLanguageFile(path: string): boolean {
  return /\/lib\.[\w.]+\.d\.ts$/.test(path);
}

/** The hint for the elements of `T[]` or `Array<T>`. */
export function elementHint(hint: Hint): Hint | undefined {
  return ast.isArrayTypeNode(hint.node) ? { node: hint.node.elementType, scope: hint.scope } : argumentHint(hint, 0);
}

/** The hint for a type argument: `Int32` in `Record<string, Int32>`. */
export function argumentHint({ node, scope }: Hint, index: number): Hint | undefined {
  const argument = ast.isTypeReferenceNode(node) ? node.typeArguments?.[index] : undefined;
  return argument === undefined ? undefined : { node: argument, scope };
}

/**
 * The hint for the fields of a mapped type that have no declarations: in `Record<"a" | "b", Int32>`, or in a `Partial` of it.
 */
export function recordHint(hint: Hint, names: NameResolver): Hint | undefined {
  const { node } = hint;
  if (!ast.isTypeReferenceNode(node) || !ast.isIdentifier(node.typeName)) return undefined;
  if (node.typeName.text === "Record") return argumentHint(hint, 1);
  const inner = argumentHint(hint, 0);
  const { end } = inner === undefined ? {} : names.resolve(inner);
  return end === undefined || end.node === node ? undefined : recordHint(end, names);
}

/** The names of numbers in the branches of a conditional type: `T extends string ? Int32 : never`. */
export function branchHints({ node, scope }: Hint): readonly Hint[] {
  if (!ast.isConditionalTypeNode(node)) return [];
  return [node.trueType, node.falseType].flatMap((branch) => {
    const hint = { node: branch, scope };
    return ast.isConditionalTypeNode(branch) ? branchHints(hint) : [hint];
  });
}

/** The hints for the members of a union or an intersection. Any other hint is returned as its only member. */
export function memberHints(hint: Hint): readonly Hint[] {
  const { node, scope } = hint;
  if (!ast.isUnionTypeNode(node) && !ast.isIntersectionTypeNode(node)) return [hint];
  return node.types.map((member) => ({ node: member, scope }));
}

function isReadonly(name: ast.EntityName): boolean {
  return ast.isIdentifier(name) && name.text === "Readonly";
}

function isIdentifierOrText(node: ast.Node): node is ast.Identifier | ast.StringLiteral {
  return ast.isIdentifier(node) || ast.isStringLiteral(node);
}

/** The maximum number of names of a type. It only limits the work for invalid sources. */
const stepsMax = 64;
