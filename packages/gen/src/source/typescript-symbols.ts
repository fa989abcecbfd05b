/**
 * Resolves the names in source files. The compiler is another process and each request is a round trip, so all names of a file are
 * requested at once, and results are cached.
 */
import {
  SyntaxKind,
  isExpressionWithTypeArguments,
  isImportDeclaration,
  isImportSpecifier,
  isInterfaceDeclaration,
  isStringLiteral,
  isTypeAliasDeclaration,
  isTypeParameterDeclaration,
  isTypeReferenceNode,
} from "typescript/unstable/ast";
import type {
  InterfaceDeclaration,
  Node,
  SourceFile,
  TypeAliasDeclaration,
  TypeParameterDeclaration,
} from "typescript/unstable/ast";
import { SymbolFlags } from "typescript/unstable/sync";
import type { Project, Symbol as TypeScriptSymbol } from "typescript/unstable/sync";

import { directoryOf } from "../files/join-path.ts";

/** The declaration of a name that can be a type. */
export type TypeDeclaration = InterfaceDeclaration | TypeAliasDeclaration | TypeParameterDeclaration;

export interface SymbolFinder {
  /** Resolves all names of a file that may be needed. */
  prefetch(file: SourceFile): void;
  /** The symbol of a name in its file; for an imported name, the import. */
  symbolAt(name: Node): TypeScriptSymbol | undefined;
  /** The final symbol of a name: imports are followed. */
  targetOf(name: Node): TypeScriptSymbol | undefined;
  /** The declaration of a symbol as a type. A name may be a value as well, as descriptors are. */
  declarationOf(symbol: TypeScriptSymbol): TypeDeclaration | undefined;
}

export function createSymbolFinder(project: Project): SymbolFinder {
  const { checker } = project;
  const symbolsByFile = new Map<string, Map<number, TypeScriptSymbol | undefined>>();
  const targets = new Map<string, TypeScriptSymbol>();
  const declarations = new Map<number, TypeDeclaration | undefined>();

  function symbolsIn(file: string): Map<number, TypeScriptSymbol | undefined> {
    const known = symbolsByFile.get(file) ?? new Map<number, TypeScriptSymbol | undefined>();
    symbolsByFile.set(file, known);
    return known;
  }

  function prefetch(file: SourceFile): void {
    const nodes = namesIn(file);
    const symbols = nodes.length === 0 ? [] : checker.getSymbolAtLocation(nodes);
    const known = symbolsIn(file.fileName);
    for (const [index, { pos }] of nodes.entries()) known.set(pos, symbols[index]);
  }

  function symbolAt(name: Node): TypeScriptSymbol | undefined {
    const known = symbolsIn(name.getSourceFile().fileName);
    if (!known.has(name.pos)) known.set(name.pos, checker.getSymbolAtLocation(name));
    return known.get(name.pos);
  }

  function targetOf(name: Node): TypeScriptSymbol | undefined {
    const symbol = symbolAt(name);
    if (symbol === undefined || (symbol.flags & SymbolFlags.Alias) === 0) return symbol;
    const key = importKey(symbol.declarations[0]?.resolve(project)) ?? String(symbol.id);
    const target = targets.get(key) ?? checker.getAliasedSymbol(symbol);
    targets.set(key, target);
    return checker.isUnknownSymbol(target) ? undefined : target;
  }

  function declarationOf(symbol: TypeScriptSymbol): TypeDeclaration | undefined {
    if (!declarations.has(symbol.id)) {
      const handle = symbol.declarations.find(({ kind }) => typeDeclarationKinds.has(kind));
      const node = handle?.resolve(project);
      declarations.set(symbol.id, node !== undefined && isTypeDeclaration(node) ? node : undefined);
    }
    return declarations.get(symbol.id);
  }

  return { prefetch, symbolAt, targetOf, declarationOf };
}

/** A cache key, equal for two imports that have the same target: an import resolves to the same module in all files of a folder. */
function importKey(node: Node | undefined): string | undefined {
  if (node === undefined || !isImportSpecifier(node)) return undefined;
  const declaration = node.parent.parent.parent; // import … { specifier }: the specifier's list, its clause, its declaration.
  if (!isImportDeclaration(declaration) || !isStringLiteral(declaration.moduleSpecifier)) return undefined;
  const file = node.getSourceFile().fileName;
  const ending = file.slice(file.lastIndexOf(".")); // `.mts` and `.cts` may resolve differently.
  const { text } = node.propertyName ?? node.name;
  return JSON.stringify([directoryOf(file), ending, declaration.moduleSpecifier.text, text]);
}

const typeDeclarationKinds: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.TypeParameter,
]);

function isTypeDeclaration(node: Node): node is TypeDeclaration {
  return isInterfaceDeclaration(node) || isTypeAliasDeclaration(node) || isTypeParameterDeclaration(node);
}

/** The names in a file that may be types: those of its declarations, of the types that they refer to, and of type parameters. */
function namesIn(file: SourceFile): readonly Node[] {
  const names: Node[] = [];
  const visit = (node: Node): void => {
    if (isTypeReferenceNode(node)) names.push(node.typeName);
    if (isTypeParameterDeclaration(node)) names.push(node.name);
    if (isExpressionWithTypeArguments(node)) names.push(node.expression);
    node.forEachChild(visit);
  };
  for (const statement of file.statements) {
    if (!isInterfaceDeclaration(statement) && !isTypeAliasDeclaration(statement)) continue;
    names.push(statement.name);
    visit(statement);
  }
  return names;
}
