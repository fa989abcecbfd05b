/** Finds the files of the project that the types of a file depend on: its imports, and their imports. */
import * as ast from "typescript/unstable/ast";
import type { Project } from "typescript/unstable/sync";

import { isProjectFile } from "./typescript-session.ts";

/**
 * Finds the files that the types of a file depend on, the file itself first. `undefined` if they may depend on any file, because a file
 * declares global names or has imports that are not statements. Files outside the project at `root` are left out: a change of those needs
 * a new session.
 */
export function createImportFinder(project: Project, root: string): (file: string) => readonly string[] | undefined {
  const direct = new Map<string, readonly string[] | undefined>();

  function importedBy(file: string): readonly string[] | undefined {
    if (!direct.has(file)) direct.set(file, read(project.program.getSourceFile(file)));
    return direct.get(file);
  }

  function read(file: ast.SourceFile | undefined): readonly string[] | undefined {
    if (file === undefined || !isPlainModule(file)) return undefined;
    const specifiers = specifiersIn(file);
    const modules = specifiers.length === 0 ? [] : project.checker.getSymbolAtLocation(specifiers);
    if (modules.some((module) => module === undefined)) return undefined; // Not found, or not a module.
    const files = modules.flatMap((module) => module?.declarations.map(({ path }) => path) ?? []);
    return files.filter((path) => isProjectFile(root, path));
  }

  return (file) => {
    const reached = new Set([file]);
    for (const at of reached) {
      const imported = importedBy(at);
      if (imported === undefined) return undefined;
      for (const next of imported) reached.add(next); // The loop also visits entries that are added during it.
    }
    return [...reached];
  };
}

/** Whether the statements of a file show all its imports, and other files see its names only if they import it. */
function isPlainModule(file: ast.SourceFile): boolean {
  const isModule = file.statements.some((statement) => /^\s*(?:import|export)\b/m.test(statement.getText(file)));
  return (
    isModule && !/\bimport\s*\(|\bdeclare\s+(?:global|module)\b|\/\/\/\s*<reference|\brequire\s*\(/.test(file.text)
  );
}

function specifiersIn(file: ast.SourceFile): readonly ast.Expression[] {
  return file.statements.flatMap((statement) =>
    (ast.isImportDeclaration(statement) || ast.isExportDeclaration(statement)) &&
    statement.moduleSpecifier !== undefined
      ? [statement.moduleSpecifier]
      : [],
  );
}
