/** The {@link TypeReader} over TypeScript's own API. */
import { isClassDeclaration, isInterfaceDeclaration } from "typescript/unstable/ast";
import type { Project } from "typescript/unstable/sync";

import type { FileHost } from "../files/file-host.ts";
import type { Position } from "../problem.ts";
import { createLibraryFinder } from "./library.ts";
import type { TypeUse } from "./shape.ts";
import type { Declaration, SourceModule, TypeReader, TypeReaderOptions } from "./type-reader.ts";
import { commentsOf, createFileReader, isDeclarationNode, isExported, startOf } from "./typescript-files.ts";
import type { DeclarationNode, ParsedFile } from "./typescript-files.ts";
import { createNameResolver } from "./typescript-names.ts";
import { openTypeScript } from "./typescript-session.ts";
import { createSymbolFinder } from "./typescript-symbols.ts";
import { createShapeReader } from "./typescript-shapes.ts";
import { unsupportedObject } from "./unsupported.ts";

/** Starts a compiler and reads the files. Its own TypeScript, whatever the project has installed. */
export function createTypeScriptReader(host: FileHost, options: TypeReaderOptions): TypeReader {
  const session = openTypeScript(host, options);
  const { typed, parsed } = session;
  try {
    const modules = [
      ...(typed === undefined ? [] : readTyped(typed, host, options.typed)),
      ...(parsed === undefined ? [] : readCommented(parsed, options.commented)),
    ];
    return {
      files: modules,
      diagnostics: typed === undefined ? [] : options.typed.flatMap((file) => diagnosticsOf(typed, file)),
      [Symbol.dispose]: () => session[Symbol.dispose](),
    };
  } catch (error) {
    session[Symbol.dispose]();
    throw error;
  }
}

function readCommented(project: Project, files: readonly string[]): readonly SourceModule[] {
  const fileOf = createFileReader(project.program);
  return files.map((file) => ({ file, comments: fileOf(file).comments, declarations: [] }));
}

function readTyped(project: Project, host: FileHost, files: readonly string[]): readonly SourceModule[] {
  const fileOf = createFileReader(project.program);
  const symbols = createSymbolFinder(project);
  const names = createNameResolver(symbols);
  const shapes = createShapeReader({ project, names, fileOf, libraryOf: createLibraryFinder(host) });

  function typeOf(node: DeclarationNode, position: Position): TypeUse {
    if (isClassDeclaration(node)) {
      return { shape: unsupportedObject("class", node.name?.text ?? ""), names: [], nullable: false, position };
    }
    const symbol = symbols.symbolAt(node.name);
    if (symbol === undefined) throw new Error(`Cannot read "${node.name.text}": the compiler does not know it`);
    const type = project.checker.getDeclaredTypeOfSymbol(symbol);
    return shapes.declared(type, { declaration: node, scope: names.scopeOf(node, []) }, position);
  }

  function declaration(file: ParsedFile, node: DeclarationNode): Declaration {
    const position = file.source.positionAt(startOf(file, node.name ?? node));
    return {
      name: node.name?.text ?? "",
      kind: isClassDeclaration(node) ? "class" : isInterfaceDeclaration(node) ? "interface" : "alias",
      exported: isExported(node),
      generic: node.typeParameters !== undefined,
      comments: commentsOf(file, node),
      position,
      start: node.pos,
      end: node.end,
      type: () => typeOf(node, position),
    };
  }

  return files.map((path) => {
    const file = fileOf(path);
    symbols.prefetch(file.node);
    const declarations = file.node.statements.filter(isDeclarationNode).map((node) => declaration(file, node));
    return { file: path, comments: file.comments, declarations };
  });
}

function diagnosticsOf(project: Project, file: string): TypeReader["diagnostics"] {
  const found = [...project.program.getSyntacticDiagnostics(file), ...project.program.getSemanticDiagnostics(file)];
  if (found.length === 0) return [];
  const { source } = createFileReader(project.program)(file);
  return found.map(({ pos, text, code }) => ({ position: source.positionAt(pos), message: `TS${code}: ${text}` }));
}
