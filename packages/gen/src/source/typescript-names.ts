/**
 * What a type node says that the compiler forgets. To the compiler `Int32` and `number` are one type; the node in the source
 * still has the name. A {@link Hint} is such a node together with what the type parameters in it stand for; it never decides
 * what a type is, only under which names it was written.
 */
import {
  SyntaxKind,
  isArrayTypeNode,
  isExpressionWithTypeArguments,
  isInterfaceDeclaration,
  isIntersectionTypeNode,
  isParenthesizedTypeNode,
  isTypeAliasDeclaration,
  isTypeOperatorNode,
  isTypeParameterDeclaration,
  isTypeReferenceNode,
  isUnionTypeNode,
} from "typescript/unstable/ast";
import type {
  ExpressionWithTypeArguments,
  InterfaceDeclaration,
  Node,
  SourceFile,
  TypeAliasDeclaration,
  TypeNode,
  TypeParameterDeclaration,
} from "typescript/unstable/ast";
import { SymbolFlags } from "typescript/unstable/sync";
import type { Project, Symbol as TypeScriptSymbol } from "typescript/unstable/sync";

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
  /** Looks up all names of a file that many will be asked for. */
  prefetch(file: SourceFile): void;
  /** Follows names, parentheses, `readonly` and type parameters. */
  resolve(hint: Hint): Resolved;
  /** The scope for the members of a declaration used with these type arguments: its own parameters and its ancestors'. */
  scopeOf(declaration: InterfaceDeclaration | TypeAliasDeclaration, args: readonly Hint[]): Scope;
}

export function createNameResolver(project: Project): NameResolver {
  const { checker } = project;

  /** What the names of a file stand for, by where they stand: asked for all at once, since each question is a round trip. */
  const symbolsByFile = new Map<string, ReadonlyMap<number, TypeScriptSymbol | undefined>>();
  /** What imports lead to, and declarations, by the id of their symbol. */
  const targets = new Map<number, TypeScriptSymbol>();
  const declarations = new Map<number, Node | undefined>();

  function prefetch(file: SourceFile): void {
    const nodes = namesIn(file);
    const symbols = nodes.length === 0 ? [] : checker.getSymbolAtLocation(nodes);
    symbolsByFile.set(file.fileName, new Map(nodes.map((node, index) => [node.pos, symbols[index]])));
  }

  function symbolAt(node: Node): TypeScriptSymbol | undefined {
    const known = symbolsByFile.get(node.getSourceFile().fileName);
    return known?.has(node.pos) === true ? known.get(node.pos) : checker.getSymbolAtLocation(node);
  }

  function symbolOf(node: Node): TypeScriptSymbol | undefined {
    const symbol = symbolAt(node);
    if (symbol === undefined || (symbol.flags & SymbolFlags.Alias) === 0) return symbol;
    const target = targets.get(symbol.id) ?? checker.getAliasedSymbol(symbol);
    targets.set(symbol.id, target);
    return checker.isUnknownSymbol(target) ? undefined : target;
  }

  function declarationIn(symbol: TypeScriptSymbol | undefined): Node | undefined {
    if (symbol === undefined || declarations.has(symbol.id)) return symbol && declarations.get(symbol.id);
    // A name may be a type and a value at once, as descriptors are: the type is meant.
    const nodes = symbol.declarations.map((handle) => handle.resolve(project));
    const declaration = nodes.find((node) => node !== undefined && isTypeDeclaration(node));
    declarations.set(symbol.id, declaration);
    return declaration;
  }

  function resolve(hint: Hint): Resolved {
    const names: NamedHint[] = [];
    let at: Hint | undefined = hint;
    // Each step goes to another node; an alias that leads back to itself is an error that the compiler has reported.
    for (let step = 0; at !== undefined && step < stepsMax; step++) {
      const { node, scope }: Hint = at;
      if (isParenthesizedTypeNode(node)) at = { node: node.type, scope };
      else if (isTypeOperatorNode(node) && node.operator === SyntaxKind.ReadonlyKeyword)
        at = { node: node.type, scope };
      else if (!isTypeReferenceNode(node)) break;
      else {
        const symbol = symbolOf(node.typeName);
        const declaration = declarationIn(symbol);
        if (symbol === undefined || declaration === undefined) return { names, end: undefined };
        if (isTypeParameterDeclaration(declaration)) {
          at = scope.get(symbol.id);
          continue;
        }
        if (!isInterfaceDeclaration(declaration) && !isTypeAliasDeclaration(declaration))
          return { names, end: undefined };
        // `Array`, `Record`, `Pick`: the language's own names say nothing about a schema, but their arguments may.
        if (symbol.declarations.some(({ path }) => isLanguageFile(path))) return { names, end: at };
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
      const symbol = symbolAt(parameter.name);
      const hint = args[index] ?? defaultOf(parameter, scope);
      if (symbol !== undefined && hint !== undefined) scope.set(symbol.id, hint);
    }
    for (const ancestor of isInterfaceDeclaration(declaration) ? ancestorsOf(declaration) : []) {
      if (ancestor.typeArguments === undefined) continue;
      const above = declarationIn(symbolOf(ancestor.expression));
      if (above === undefined || !(isInterfaceDeclaration(above) || isTypeAliasDeclaration(above))) continue;
      bind(
        above,
        ancestor.typeArguments.map((node) => ({ node, scope })),
        scope,
        depth + 1,
      );
    }
  }

  return { prefetch, resolve, scopeOf };
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

/** The hints for the members of a union or an intersection; a hint that is neither is its own one member. */
export function memberHints(hint: Hint): readonly Hint[] {
  const { node, scope } = hint;
  if (!isUnionTypeNode(node) && !isIntersectionTypeNode(node)) return [hint];
  return node.types.map((member) => ({ node: member, scope }));
}

/** No type is written through this many names; the bound only keeps broken source from holding the generator. */
const stepsMax = 64;

function isTypeDeclaration(node: Node): boolean {
  return isInterfaceDeclaration(node) || isTypeAliasDeclaration(node) || isTypeParameterDeclaration(node);
}

/** The names in a file that may stand for types: those that are referred to, and those of type parameters. */
function namesIn(file: SourceFile): readonly Node[] {
  const names: Node[] = [];
  const visit = (node: Node): void => {
    if (isTypeReferenceNode(node)) names.push(node.typeName);
    if (isTypeParameterDeclaration(node)) names.push(node.name);
    if (isExpressionWithTypeArguments(node)) names.push(node.expression);
    node.forEachChild(visit);
  };
  for (const statement of file.statements) {
    if (isInterfaceDeclaration(statement) || isTypeAliasDeclaration(statement)) visit(statement);
  }
  return names;
}

function defaultOf(parameter: TypeParameterDeclaration, scope: Scope): Hint | undefined {
  return parameter.defaultType === undefined ? undefined : { node: parameter.defaultType, scope };
}

function ancestorsOf(declaration: InterfaceDeclaration): readonly ExpressionWithTypeArguments[] {
  return (declaration.heritageClauses ?? []).flatMap((clause) => [...clause.types]);
}
