/**
 * The names in type nodes that the compiler does not keep. To the compiler `Int32` and `number` are the same type; the node in the source
 * still has the name. A {@link Hint} is such a node together with the arguments for its type parameters. It only adds names to a type and
 * never decides what the type is.
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

/** A type node, and the nodes for the type parameters in it, by symbol. */
export interface Hint {
  readonly node: TypeNode;
  readonly scope: Scope;
}

export type Scope = ReadonlyMap<number, Hint>;

/** A declaration that a hint resolves to, with the scope for its members. */
export interface NamedHint {
  readonly declaration: InterfaceDeclaration | TypeAliasDeclaration;
  readonly scope: Scope;
}

/** The result of resolving a hint: the names on the way, outermost first, and the final node, which is not a name. */
export interface Resolved {
  readonly names: readonly NamedHint[];
  readonly end: Hint | undefined;
}

export interface NameResolver {
  /** Follows names, parentheses, `readonly` and type parameters. */
  resolve(hint: Hint): Resolved;
  /** The scope for the members of a declaration with these type arguments: its own parameters and those of its ancestors. */
  scopeOf(declaration: InterfaceDeclaration | TypeAliasDeclaration, args: readonly Hint[]): Scope;
  /** The parents of an interface, each resolved; without types of the language, such as `Omit`. */
  parentsOf(declaration: InterfaceDeclaration): readonly Resolved[];
}

export function createNameResolver(symbols: SymbolFinder): NameResolver {
  function resolve(hint: Hint): Resolved {
    const names: NamedHint[] = [];
    let at: Hint | undefined = hint;
    // Each step goes to another node. An alias that refers to itself is an error, which the compiler has reported.
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
        // Names of the language, such as `Array`, `Record` and `Pick`, add nothing to a schema, but their arguments may.
        if (symbol.declarations.some(({ path }) => isLanguageFile(path))) {
          // Except Readonly, which does not change the JSON.
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

  /** The type node of the field that `T["field"]` names; `undefined` if only the compiler can resolve it. */
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

/** Whether a file is part of the standard library of TypeScript. */
export function isLanguageFile(path: string): boolean {
  return /\/lib\.[\w.]+\.d\.ts$/.test(path);
}

/** The hint for the elements of `T[]` or `Array<T>`. */
export function elementHint(hint: Hint): Hint | undefined {
  return isArrayTypeNode(hint.node) ? { node: hint.node.elementType, scope: hint.scope } : argumentHint(hint, 0);
}

/** The hint for a type argument: `Int32` in `Record<string, Int32>`. */
export function argumentHint({ node, scope }: Hint, index: number): Hint | undefined {
  const argument = isTypeReferenceNode(node) ? node.typeArguments?.[index] : undefined;
  return argument === undefined ? undefined : { node: argument, scope };
}

/**
 * The hint for the fields of a mapped type that have no declarations: in `Record<"a" | "b", Int32>`, or in a `Partial` of it.
 */
export function recordHint(hint: Hint, names: NameResolver): Hint | undefined {
  const { node } = hint;
  if (!isTypeReferenceNode(node) || !isIdentifier(node.typeName)) return undefined;
  if (node.typeName.text === "Record") return argumentHint(hint, 1);
  const inner = argumentHint(hint, 0);
  const { end } = inner === undefined ? {} : names.resolve(inner);
  return end === undefined || end.node === node ? undefined : recordHint(end, names);
}

/** The names of numbers in the branches of a conditional type: `T extends string ? Int32 : never`. */
export function branchHints({ node, scope }: Hint): readonly Hint[] {
  if (!isConditionalTypeNode(node)) return [];
  return [node.trueType, node.falseType].flatMap((branch) => {
    const hint = { node: branch, scope };
    return isConditionalTypeNode(branch) ? branchHints(hint) : [hint];
  });
}

/** The hints for the members of a union or an intersection. Any other hint is returned as its only member. */
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

/** The maximum number of names of a type. It only limits the work for invalid sources. */
const stepsMax = 64;

function defaultOf(parameter: TypeParameterDeclaration, scope: Scope): Hint | undefined {
  return parameter.defaultType === undefined ? undefined : { node: parameter.defaultType, scope };
}

function ancestorsOf(declaration: InterfaceDeclaration): readonly ExpressionWithTypeArguments[] {
  return (declaration.heritageClauses ?? []).flatMap((clause) => [...clause.types]);
}
