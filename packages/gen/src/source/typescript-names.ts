/**
 * What a type node says that the compiler forgets. To the compiler `Int32` and `number` are one type; the node in the source
 * still has the name. A {@link Hint} is such a node together with what the type parameters in it stand for; it never decides
 * what a type is, only under which names it was written.
 */
import {
  SyntaxKind,
  isArrayTypeNode,
  isConditionalTypeNode,
  isIdentifier,
  isIndexedAccessTypeNode,
  isInterfaceDeclaration,
  isIntersectionTypeNode,
  isLiteralTypeNode,
  isParenthesizedTypeNode,
  isPropertySignatureDeclaration,
  isStringLiteral,
  isTypeLiteralNode,
  isTypeOperatorNode,
  isTypeParameterDeclaration,
  isTypeReferenceNode,
  isUnionTypeNode,
} from "typescript/unstable/ast";
import type {
  EntityName,
  ExpressionWithTypeArguments,
  Identifier,
  InterfaceDeclaration,
  Node,
  StringLiteral,
  TypeAliasDeclaration,
  TypeNode,
  TypeParameterDeclaration,
} from "typescript/unstable/ast";

import type { SymbolFinder } from "./typescript-symbols.ts";

/** A type node, and the nodes that the type parameters in it stand for, by symbol. */
export interface Hint {
  readonly node: TypeNode;
  readonly scope: Scope;
}

export type Scope = ReadonlyMap<number, Hint>;

/** A declaration a hint leads to, with the scope in which its members are read. */
export interface NamedHint {
  readonly declaration: InterfaceDeclaration | TypeAliasDeclaration;
  readonly scope: Scope;
}

/** Where a hint leads: the names on the way, outermost first, and the node at the end that is no name any more. */
export interface Resolved {
  readonly names: readonly NamedHint[];
  readonly end: Hint | undefined;
}

export interface NameResolver {
  /** Follows names, parentheses, `readonly` and type parameters. */
  resolve(hint: Hint): Resolved;
  /** The scope for the members of a declaration used with these type arguments: its own parameters and its ancestors'. */
  scopeOf(declaration: InterfaceDeclaration | TypeAliasDeclaration, args: readonly Hint[]): Scope;
  /** What an interface extends, each followed as `resolve` does; nothing for what the language declares, as `Omit`. */
  parentsOf(declaration: InterfaceDeclaration): readonly Resolved[];
}

export function createNameResolver(symbols: SymbolFinder): NameResolver {
  function resolve(hint: Hint): Resolved {
    const names: NamedHint[] = [];
    let at: Hint | undefined = hint;
    // Each step goes to another node; an alias that leads back to itself is an error that the compiler has reported.
    for (let step = 0; at !== undefined && step < stepsMax; step++) {
      const { node, scope }: Hint = at;
      if (isParenthesizedTypeNode(node)) at = { node: node.type, scope };
      else if (isTypeOperatorNode(node) && node.operator === SyntaxKind.ReadonlyKeyword)
        at = { node: node.type, scope };
      else if (isIndexedAccessTypeNode(node)) {
        const member = memberOf({ node: node.objectType, scope }, node.indexType);
        if (member === undefined) break;
        at = member;
      } else if (!isTypeReferenceNode(node)) break;
      else {
        const symbol = symbols.targetOf(node.typeName);
        if (symbol === undefined) return { names, end: undefined };
        // `Array`, `Record`, `Pick`: the language's own names say nothing about a schema, but their arguments may.
        if (symbol.declarations.some(({ path }) => isLanguageFile(path))) {
          // But for one: what is readonly in TypeScript is in JSON what it is without.
          const inner: Hint | undefined = isReadonly(node.typeName) ? argumentHint(at, 0) : undefined;
          if (inner === undefined) return { names, end: at };
          at = inner;
          continue;
        }
        const declaration = symbols.declarationOf(symbol);
        if (declaration === undefined) return { names, end: undefined };
        if (isTypeParameterDeclaration(declaration)) {
          at = scope.get(symbol.id);
          continue;
        }
        const inner = scopeOf(
          declaration,
          (node.typeArguments ?? []).map((argument) => ({ node: argument, scope })),
        );
        names.push({ declaration, scope: inner });
        if (isInterfaceDeclaration(declaration)) return { names, end: undefined };
        at = { node: declaration.type, scope: inner };
      }
    }
    return { names, end: at };
  }

  /** What is written behind the field that `T["field"]` names; `undefined` where it takes the compiler to know. */
  function memberOf(object: Hint, index: TypeNode): Hint | undefined {
    const field = isLiteralTypeNode(index) && isStringLiteral(index.literal) ? index.literal.text : undefined;
    const { names: passed, end } = resolve(object);
    const last = passed.at(-1);
    const holder = last !== undefined && isInterfaceDeclaration(last.declaration) ? last.declaration : end?.node;
    const scope = last?.scope ?? object.scope;
    if (field === undefined || holder === undefined) return undefined;
    const members = isInterfaceDeclaration(holder) || isTypeLiteralNode(holder) ? holder.members : [];
    for (const member of members) {
      const isField =
        isPropertySignatureDeclaration(member) && isIdentifierOrText(member.name) && member.name.text === field;
      if (isField && member.type !== undefined) return { node: member.type, scope };
    }
    return undefined;
  }

  function scopeOf(declaration: InterfaceDeclaration | TypeAliasDeclaration, args: readonly Hint[]): Scope {
    const scope = new Map<number, Hint>();
    bind(declaration, args, scope, 0);
    return scope;
  }

  function bind(
    declaration: InterfaceDeclaration | TypeAliasDeclaration,
    args: readonly Hint[],
    scope: Map<number, Hint>,
    depth: number,
  ): void {
    if (depth > stepsMax) return;
    for (const [index, parameter] of (declaration.typeParameters ?? []).entries()) {
      const symbol = symbols.symbolAt(parameter.name);
      const hint = args[index] ?? defaultOf(parameter, scope);
      if (symbol !== undefined && hint !== undefined) scope.set(symbol.id, hint);
    }
    for (const ancestor of isInterfaceDeclaration(declaration) ? ancestorsOf(declaration) : []) {
      if (ancestor.typeArguments === undefined) continue;
      const symbol = symbols.targetOf(ancestor.expression);
      const above = symbol && symbols.declarationOf(symbol);
      if (above === undefined || isTypeParameterDeclaration(above)) continue;
      bind(
        above,
        ancestor.typeArguments.map((node) => ({ node, scope })),
        scope,
        depth + 1,
      );
    }
  }

  function parentsOf(declaration: InterfaceDeclaration): readonly Resolved[] {
    return ancestorsOf(declaration).flatMap(({ expression }) => {
      const symbol = symbols.targetOf(expression);
      const parent = symbol && symbols.declarationOf(symbol);
      if (parent === undefined || isTypeParameterDeclaration(parent)) return [];
      if (symbol?.declarations.some(({ path }) => isLanguageFile(path)) === true) return [];
      const named = { declaration: parent, scope: new Map() };
      if (isInterfaceDeclaration(parent)) return [{ names: [named], end: undefined }];
      const further = resolve({ node: parent.type, scope: named.scope });
      return [{ names: [named, ...further.names], end: further.end }];
    });
  }

  return { resolve, scopeOf, parentsOf };
}

/** Whether a file is part of the language's own library. */
export function isLanguageFile(path: string): boolean {
  return /\/lib\.[\w.]+\.d\.ts$/.test(path);
}

/** The hint for the elements of an array: of `T[]`, or of `Array<T>`. */
export function elementHint(hint: Hint): Hint | undefined {
  return isArrayTypeNode(hint.node) ? { node: hint.node.elementType, scope: hint.scope } : argumentHint(hint, 0);
}

/** The hint for a type argument: `Int32` of `Record<string, Int32>`. */
export function argumentHint({ node, scope }: Hint, index: number): Hint | undefined {
  const argument = isTypeReferenceNode(node) ? node.typeArguments?.[index] : undefined;
  return argument === undefined ? undefined : { node: argument, scope };
}

/**
 * The hint for the fields of a type that the language made without a declaration for each: of `Record<"a" | "b", Int32>`, or of
 * `Partial` of it.
 */
export function recordHint(hint: Hint, names: NameResolver): Hint | undefined {
  const { node } = hint;
  if (!isTypeReferenceNode(node) || !isIdentifier(node.typeName)) return undefined;
  if (node.typeName.text === "Record") return argumentHint(hint, 1);
  const inner = argumentHint(hint, 0);
  const { end } = inner === undefined ? {} : names.resolve(inner);
  return end === undefined || end.node === node ? undefined : recordHint(end, names);
}

/** The name of a number that a conditional type resolved to, where its branches name one: `T extends string ? Int32 : never`. */
export function branchHints({ node, scope }: Hint): readonly Hint[] {
  if (!isConditionalTypeNode(node)) return [];
  return [node.trueType, node.falseType].flatMap((branch) => {
    const hint = { node: branch, scope };
    return isConditionalTypeNode(branch) ? branchHints(hint) : [hint];
  });
}

/** The hints for the members of a union or an intersection; a hint that is neither is its own one member. */
export function memberHints(hint: Hint): readonly Hint[] {
  const { node, scope } = hint;
  if (!isUnionTypeNode(node) && !isIntersectionTypeNode(node)) return [hint];
  return node.types.map((member) => ({ node: member, scope }));
}

function isReadonly(name: EntityName): boolean {
  return isIdentifier(name) && name.text === "Readonly";
}

function isIdentifierOrText(node: Node): node is Identifier | StringLiteral {
  return isIdentifier(node) || isStringLiteral(node);
}

/** No type is written through this many names; the bound only keeps broken source from holding the generator. */
const stepsMax = 64;

function defaultOf(parameter: TypeParameterDeclaration, scope: Scope): Hint | undefined {
  return parameter.defaultType === undefined ? undefined : { node: parameter.defaultType, scope };
}

function ancestorsOf(declaration: InterfaceDeclaration): readonly ExpressionWithTypeArguments[] {
  return (declaration.heritageClauses ?? []).flatMap((clause) => [...clause.types]);
}
