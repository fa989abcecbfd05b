/**
 * Reads sources by the API of TypeScript. The content of a module depends on its file and its imports. While these are unchanged, the module and its cached types are kept, so
 * that a change costs only the affected files.
 */
import { isClassDeclaration, isInterfaceDeclaration } from "typescript/unstable/ast";
import type { Project } from "typescript/unstable/sync";

import type { FileHost } from "../files/file-host.ts";
import type { Position } from "../problem.ts";
import { createLibraryFinder } from "./library.ts";
import type { TypeUse } from "./shape.ts";
import type { Declaration, ReadSources, SourceFiles, SourceModule } from "./type-reader.ts";
import { commentsOf, createFileReader, isDeclarationNode, isExported, startOf } from "./typescript-files.ts";
import type { DeclarationNode, ParsedFile } from "./typescript-files.ts";
import { createImportFinder } from "./typescript-imports.ts";
import { NameResolver } from "./typescript-names.ts";
import { TypeScriptSession } from "./typescript-session.ts";
import type { LoadedSources } from "./typescript-session.ts";
import { SymbolFinder } from "./typescript-symbols.ts";
import { ShapeReader } from "./typescript-shapes.ts";
import { unsupportedObject } from "./unsupported.ts";

/** Reads TypeScript. Owns a compiler process, in the version of this package and not that of the project, and is disposed after the last read. */
export class TypeScriptReader implements Disposable {
  readonly #host: FileHost;
  readonly #root: string;
  readonly #session: TypeScriptSession;
  readonly #typed = new Map<string, TypedModule>();
  readonly #commented = new Map<string, SourceModule>();

  /** `root` is absolute. */
  constructor(host: FileHost, root: string) {
    this.#host = host;
    this.#root = root;
    this.#session = new TypeScriptSession(host, root);
  }

  /**
   * Reads the current files. A file that has not changed and whose imports have not changed is not read again: the result contains
   * the same module.
   */
  read(files: SourceFiles): ReadSources {
    const loaded = this.#session.load(files);
    this.#forget(loaded);
    const { typed: project, parsed, snapshot } = loaded;
    const sources = { host: this.#host, root: this.#root, snapshot };
    if (project !== undefined)
      readMissing(files.typed, this.#typed, (missing) => readTyped({ ...sources, project, files: missing }));
    if (parsed !== undefined)
      readMissing(files.commented, this.#commented, (missing) => readCommented(parsed, missing));
    const typed = files.typed.flatMap((file) => this.#typed.get(file) ?? []);
    const commented = files.commented.flatMap((file) => this.#commented.get(file) ?? []);
    return {
      files: [...typed.map(({ module }) => module), ...commented],
      diagnostics: typed.flatMap(({ diagnostics }) => diagnostics),
    };
  }

  /** Removes stale modules, and disposes snapshots of the compiler that are no longer used. */
  #forget({ changed, snapshot }: LoadedSources): void {
    const snapshots = new Set([...this.#typed.values()].map((module) => module.snapshot));
    const isStale = ({ imports }: TypedModule): boolean =>
      changed === undefined ||
      snapshots.size >= snapshotsMax ||
      (changed.size > 0 && (imports()?.some((file) => changed.has(file)) ?? true));
    for (const [file, module] of this.#typed) if (isStale(module)) this.#typed.delete(file);
    for (const file of this.#commented.keys())
      if (changed === undefined || changed.has(file)) this.#commented.delete(file);
    const kept = new Set([...this.#typed.values()].map((module) => module.snapshot)).add(snapshot);
    for (const old of snapshots) if (!kept.has(old)) old?.[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.#session[Symbol.dispose]();
  }
}

/** The maximum number of snapshots. Each keeps its types in the memory of the compiler; at this number all modules are read again. */
const snapshotsMax = 4;

interface TypedModule {
  readonly module: SourceModule;
  readonly diagnostics: ReadSources["diagnostics"];
  /** The files that the module depends on, including itself; `undefined` if it may depend on any file. Called only after a change. */
  readonly imports: () => readonly string[] | undefined;
  /** The compiler's snapshot for the types of the module. */
  readonly snapshot: Disposable | undefined;
}

function readMissing<T>(
  files: readonly string[],
  known: Map<string, T>,
  read: (missing: readonly string[]) => readonly T[],
): void {
  const missing = files.filter((file) => !known.has(file));
  if (missing.length === 0) return;
  const found = read(missing);
  for (const [index, file] of missing.entries()) {
    const module = found[index];
    if (module !== undefined) known.set(file, module);
  }
}

function readCommented(project: Project, files: readonly string[]): readonly SourceModule[] {
  const fileOf = createFileReader(project.program);
  return files.map((path) => {
    const file = fileOf(path);
    return { file: path, comments: file.comments, spans: spansIn(file), declarations: [] };
  });
}

function spansIn(file: ParsedFile): SourceModule["spans"] {
  return file.node.statements.filter(isDeclarationNode).map(({ pos, end }) => ({ start: pos, end }));
}

interface TypedSources {
  readonly project: Project;
  readonly host: FileHost;
  readonly root: string;
  readonly files: readonly string[];
  readonly snapshot: Disposable | undefined;
}

function readTyped({ project, host, root, files, snapshot }: TypedSources): readonly TypedModule[] {
  const fileOf = createFileReader(project.program);
  const symbols = new SymbolFinder(project);
  const names = new NameResolver(symbols);
  const shapes = new ShapeReader({ project, names, fileOf, libraryOf: createLibraryFinder(host) });
  const importsOf = createImportFinder(project, root);

  // A file with global names affects all others.
  let isOpen: boolean | undefined;
  const imports = (path: string): readonly string[] | undefined => {
    isOpen ??= files.some((file) => importsOf(file) === undefined);
    return isOpen ? undefined : importsOf(path);
  };

  const unparsed = project.program.getSyntacticDiagnostics();
  function diagnosticsOf(path: string, { source }: ParsedFile): ReadSources["diagnostics"] {
    const found = [
      ...unparsed.filter(({ fileName }) => fileName === path),
      ...project.program.getSemanticDiagnostics(path),
    ];
    return found.map(({ pos, text, code }) => ({ position: source.positionAt(pos), message: `TS${code}: ${text}` }));
  }

  return files.map((path) => {
    const file = fileOf(path);
    symbols.prefetch(file.node);
    const declarations = file.node.statements
      .filter(isDeclarationNode)
      .map((node) =>
        declarationOf(file, node, (position) => typeOf(node, position, { project, symbols, names, shapes })),
      );
    return {
      module: { file: path, comments: file.comments, spans: spansIn(file), declarations },
      diagnostics: diagnosticsOf(path, file),
      imports: () => imports(path),
      snapshot,
    };
  });
}

function declarationOf(file: ParsedFile, node: DeclarationNode, typeAt: (position: Position) => TypeUse): Declaration {
  const position = file.source.positionAt(startOf(file, node.name ?? node));
  let type: TypeUse | undefined;
  return {
    name: node.name?.text ?? "",
    kind: isClassDeclaration(node) ? "class" : isInterfaceDeclaration(node) ? "interface" : "alias",
    exported: isExported(node),
    generic: node.typeParameters !== undefined,
    comments: commentsOf(file, node),
    position,
    start: node.pos,
    end: node.end,
    type: () => (type ??= typeAt(position)),
  };
}

interface TypeQueries {
  readonly project: Project;
  readonly symbols: SymbolFinder;
  readonly names: NameResolver;
  readonly shapes: ShapeReader;
}

function typeOf(node: DeclarationNode, position: Position, { project, symbols, names, shapes }: TypeQueries): TypeUse {
  if (isClassDeclaration(node)) {
    const shape = unsupportedObject("class", node.name?.text ?? "");
    return { shape, names: [], bases: () => [], nullable: false, position };
  }
  const symbol = symbols.symbolAt(node.name);
  if (symbol === undefined) throw new Error(`Cannot read "${node.name.text}": the compiler does not know it`);
  const type = project.checker.getDeclaredTypeOfSymbol(symbol);
  return shapes.declared(type, { declaration: node, scope: names.scopeOf(node, []) }, position);
}
