// The public names of one entry of a package, followed from its index through re-exports to their declarations.
import { posix } from "node:path";
import { statementsOf } from "./statements.ts";
import type { Declaration, Statement } from "./statements.ts";

/** Reads a declaration file by its path; undefined if it does not exist. */
export type ReadDeclarations = (path: string) => string | undefined;

/** The exports of an entry. */
export interface Entry {
  /** In the order of the entry's own list: what users need comes first. */
  readonly exports: readonly Declaration[];
  /** Types in the signatures of `exports` that are not exported: a user cannot name them. */
  readonly unnamed: readonly string[];
}

/** Follows the entry whose declaration file is `path`. */
export function readEntry(path: string, read: ReadDeclarations): Entry {
  const files = new Map<string, readonly Statement[]>();
  const statementsIn = (file: string): readonly Statement[] => {
    const known = files.get(file);
    if (known !== undefined) return known;
    const text = read(file);
    if (text === undefined)
      throw new Error(`Cannot follow the exports of "${path}": "${file}" was not made by the compiler`);
    const statements = statementsOf(text);
    files.set(file, statements);
    return statements;
  };

  const find = (file: string, name: string, alias: string): readonly Declaration[] => {
    const statements = statementsIn(file);
    const declared = statements.filter((statement) => statement.kind === "declaration" && statement.name === name);
    if (declared.length > 0) {
      const text = declared.map((statement) => (statement.kind === "declaration" ? statement.text : "")).join("\n");
      return [{ kind: "declaration", name: alias, text: alias === name ? text : `${text}\n// exported as ${alias}` }];
    }
    for (const statement of statements) {
      if (statement.kind === "declaration" || statement.from === undefined) continue;
      if (statement.names === "all") {
        const found = find(fileOf(file, statement.from), name, alias);
        if (found.length > 0) return found;
        continue;
      }
      const entry = statement.names.find((candidate) => candidate.alias === name);
      if (entry === undefined) continue;
      if (!statement.from.startsWith(".")) return [foreign(alias, statement.from)];
      return find(fileOf(file, statement.from), entry.name, alias);
    }
    return [];
  };

  const exportsOf = (file: string): readonly Declaration[] =>
    statementsIn(file).flatMap((statement): readonly Declaration[] => {
      if (statement.kind === "declaration") return [statement];
      if (statement.kind === "import") return [];
      const { from, names } = statement;
      if (names === "all")
        return from?.startsWith(".") === true ? exportsOf(fileOf(file, from)) : [foreign("*", from ?? "")];
      return names.flatMap(({ name, alias }) => {
        if (from === undefined) return find(file, name, alias);
        return from.startsWith(".") ? find(fileOf(file, from), name, alias) : [foreign(alias, from)];
      });
    });

  const exported = exportsOf(path);
  return { exports: exported, unnamed: unnamedIn(exported, Array.from(files.values()).flat()) };
}

// A private constant in a signature is a brand, which needs no name; a private type is an omission.
function unnamedIn(exported: readonly Declaration[], known: readonly Statement[]): readonly string[] {
  const names = new Set(exported.map(({ name }) => name));
  const types = known.filter(
    (statement) => statement.kind === "declaration" && /^(?:interface|type|class) /u.test(statement.text),
  );
  const text = exported.map((declaration) => declaration.text).join("\n");
  const words = new Set(text.match(/\b[A-Z]\w*/gu));
  return types
    .flatMap((statement) => (statement.kind === "declaration" ? [statement.name] : []))
    .filter((name) => words.has(name) && !names.has(name))
    .sort();
}

function foreign(name: string, from: string): Declaration {
  return { kind: "declaration", name, text: `export { ${name} } from "${from}";` };
}

function fileOf(file: string, specifier: string): string {
  return posix.join(posix.dirname(file), specifier.replace(/\.ts$/u, ".d.ts"));
}
