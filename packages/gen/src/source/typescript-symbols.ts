/**
 * Resolves the names in source files. The compiler is another process and each request is a round trip, so all names of a file are
 * requested at once, and results are cached.
 */
import * as ast from "typescript/unstable/ast";
import { SymbolFlags } from "typescript/unstable/sync";
import type { Project, Symbol as TypeScriptSymbol } from "typescript/unstable/sync";

import { directoryOf } from "../files/join-path.ts";

/** The declaration of a name that can be a type. */
export type TypeDeclaration = ast.InterfaceDeclaration | ast.TypeAliasDeclaration | ast.TypeParameterDeclaration;

/** Finds the symbols of names, and their declarations. */
export class SymbolFinder {
  readonly #project: Project;
  readonly #symbolsByFile = new Map<string, Map<number, TypeScriptSymbol | undefined>>();
  readonly #targets = new Map<string, TypeScriptSymbol>();
  readonly #declarations = new Map<number, TypeDeclaration | undefined>();

  constructor(project: Project) {
    this.#project = project;
  }

  #symbolsIn(file: string): Map<number, TypeScriptSymbol | undefined> {
    const known = this.#symbolsByFile.get(file) ?? new Map<number, TypeScriptSymbol | undefined>();
    this.#symbolsByFile.set(file, known);
    return known;
  }

  /** Resolves all names of a file that may be needed. */
  prefetch(file: ast.SourceFile): void {
    const nodes = namesIn(file);
    const symbols = nodes.length === 0 ? [] : this.#project.checker.getSymbolAtLocation(nodes);
    const known = this.#symbolsIn(file.fileName);
    for (const [index, { pos }] of nodes.entries()) known.set(pos, symbols[index]);
  }

  /** The symbol of a name in its file; for an imported name, the import. */
  symbolAt(name: ast.Node): TypeScriptSymbol | undefined {
    const known = this.#symbolsIn(name.getSourceFile().fileName);
    if (!known.has(name.pos)) known.set(name.pos, this.#project.checker.getSymbolAtLocation(name));
    return known.get(name.pos);
  }

  /** The final symbol of a name: imports are followed. */
  targetOf(name: ast.Node): TypeScriptSymbol | undefined {
    const symbol = this.symbolAt(name);
    if (symbol === undefined || (symbol.flags & SymbolFlags.Alias) === 0) return symbol;
    const { checker } = this.#project;
    const key = importKey(symbol.declarations[0]?.resolve(this.#project)) ?? String(symbol.id);
    const target = this.#targets.get(key) ?? checker.getAliasedSymbol(symbol);
    this.#targets.set(key, target);
    return checker.isUnknownSymbol(target) ? undefined : target;
  }

  /** The declaration of a symbol as a type. A name may be a value as well, as descriptors are. */
  declarationOf(symbol: TypeScriptSymbol): TypeDeclaration | undefined {
    if (!this.#declarations.has(symbol.id)) {
      const handle = symbol.declarations.find(({ kind }) => typeDeclarationKinds.has(kind));
      const node = handle?.resolve(this.#project);
      this.#declarations.set(symbol.id, node !== undefined && isTypeDeclaration(node) ? node : undefined);
    }
    return this.#declarations.get(symbol.id);
  }
}

/** A cache key, equal for two imports that have the same target: an import resolves to the same module in all files of a folder. */
function importKey(node: ast.Node | undefined): string | undefined {
  if (node === undefined || !ast.isImportSpecifier(node)) return undefined;
  const declaration = node.parent.parent.parent; // import … { specifier }: the specifier's list, its clause, its declaration.
  if (!ast.isImportDeclaration(declaration) || !ast.isStringLiteral(declaration.moduleSpecifier)) return undefined;
  const file = node.getSourceFile().fileName;
  const ending = file.slice(file.lastIndexOf(".")); // `.mts` and `.cts` may resolve differently.
  const { text } = node.propertyName ?? node.name;
  return JSON.stringify([directoryOf(file), ending, declaration.moduleSpecifier.text, text]);
}

const typeDeclarationKinds: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.InterfaceDeclaration,
  ast.SyntaxKind.TypeAliasDeclaration,
  ast.SyntaxKind.TypeParameter,
]);

function isTypeDeclaration(node: ast.Node): node is TypeDeclaration {
  return ast.isInterfaceDeclaration(node) || ast.isTypeAliasDeclaration(node) || ast.isTypeParameterDeclaration(node);
}

/** The names in a file that may be types: those of its declarations, of the types that they refer to, and of type parameters. */
function namesIn(file: ast.SourceFile): readonly ast.Node[] {
  const names: ast.Node[] = [];
  const visit = (node: ast.Node): void => {
    if (ast.isTypeReferenceNode(node)) names.push(node.typeName);
    if (ast.isTypeParameterDeclaration(node)) names.push(node.name);
    if (ast.isExpressionWithTypeArguments(node)) names.push(node.expression);
    node.forEachChild(visit);
  };
  for (const statement of file.statements) {
    if (!ast.isInterfaceDeclaration(statement) && !ast.isTypeAliasDeclaration(statement)) continue;
    names.push(statement.name);
    visit(statement);
  }
  return names;
}
