/** Source files as parsed by the compiler: their comments, and their top-level declarations. */
import * as ast from "typescript/unstable/ast";
import type { Program } from "typescript/unstable/sync";

import { commentsInFront, findComments } from "./comments.ts";
import type { Comment, LiteralRange } from "./comments.ts";
import { createSourceText } from "./source-text.ts";
import type { SourceText } from "./source-text.ts";

/** A parsed file with its comments. */
export interface ParsedFile {
  readonly source: SourceText;
  readonly comments: readonly Comment[];
  readonly node: ast.SourceFile;
}

export type DeclarationNode = ast.InterfaceDeclaration | ast.TypeAliasDeclaration | ast.ClassDeclaration;

export function isDeclarationNode(node: ast.Node): node is DeclarationNode {
  return ast.isInterfaceDeclaration(node) || ast.isTypeAliasDeclaration(node) || ast.isClassDeclaration(node);
}

export function isExported(node: DeclarationNode): boolean {
  return (node.modifierFlags & ast.ModifierFlags.Export) !== 0;
}

/** Reads the files of a program, each of them once. */
export function createFileReader(program: Program): (path: string) => ParsedFile {
  const read = new Map<string, ParsedFile>();
  return (path) => {
    const known = read.get(path);
    if (known !== undefined) return known;
    const file = program.getSourceFile(path);
    if (file === undefined) throw new Error(`Cannot read "${path}": the compiler did not load it`);
    const parsed = parse(file, path);
    read.set(path, parsed);
    return parsed;
  };
}

/** The comments above a node. */
export function commentsOf(file: ParsedFile, node: ast.Node): readonly Comment[] {
  return commentsInFront(file.comments, node.pos);
}

/** The offset of a node, without the space and comments before it. */
export function startOf(file: ParsedFile, node: ast.Node): number {
  const last = commentsOf(file, node).at(-1);
  const from = last?.end ?? node.pos;
  return from + (/^\s*/.exec(file.source.text.slice(from, node.end))?.[0].length ?? 0);
}

function parse(file: ast.SourceFile, path: string): ParsedFile {
  const source = createSourceText(path, file.text);
  return { source, comments: findComments(source, literalsOf(file)), node: file };
}

function literalsOf(file: ast.SourceFile): readonly LiteralRange[] {
  const literals: LiteralRange[] = [];
  const visit = (node: ast.Node): void => {
    if (literalKinds.has(node.kind)) literals.push({ pos: node.pos, end: node.end });
    else node.forEachChild(visit);
  };
  file.forEachChild(visit);
  return literals.toSorted((a, b) => a.pos - b.pos);
}

const literalKinds: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.StringLiteral,
  ast.SyntaxKind.NoSubstitutionTemplateLiteral,
  ast.SyntaxKind.TemplateHead,
  ast.SyntaxKind.TemplateMiddle,
  ast.SyntaxKind.TemplateTail,
  ast.SyntaxKind.RegularExpressionLiteral,
  ast.SyntaxKind.JsxText,
]);
