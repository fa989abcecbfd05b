// Declaration files as lists of statements. The compiler prints one top-level statement after the other, each beginning in
// the first column, so no grammar is needed: comments are blanked, and a statement ends where the next one begins.
import { scan } from "../source/scan.ts";

/** A declaration, without its comments. Overloads of a function are one. */
export interface Declaration {
  readonly kind: "declaration";
  readonly name: string;
  readonly text: string;
}

/** `export { name as alias } from "./file.ts"`, `export * from "./file.ts"` (no names), or an import of types. */
export interface Reference {
  readonly kind: "export" | "import";
  readonly from: string | undefined;
  readonly names: readonly { readonly name: string; readonly alias: string }[] | "all";
}

export type Statement = Declaration | Reference;

/** Splits the text of a declaration file. */
export function statementsOf(declarationFile: string): readonly Statement[] {
  const text = withoutComments(declarationFile);
  const parts = text.split(/\n(?=[A-Za-z])/u).map((part) => part.trim());
  return parts.filter((part) => part !== "" && part !== "export {};").map(statementOf);
}

function statementOf(text: string): Statement {
  const reference = /^(export|import) (?:type )?(\*|\{[^]*?\})(?: as \w+)?(?: from "([^"]+)")?;$/u.exec(text);
  if (reference !== null) {
    const [, kind, names = "", from] = reference;
    return { kind: kind === "export" ? "export" : "import", from, names: names === "*" ? "all" : namesIn(names) };
  }
  const declaration =
    /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class|function|const|let|namespace) (\w+)/u.exec(text);
  if (declaration === null)
    throw new Error(
      `Cannot read the declaration file: found ${JSON.stringify(text.slice(0, 80))}, must be a declaration, an import or an export`,
    );
  return {
    kind: "declaration",
    name: declaration[1] ?? "",
    text: text.replace(/^export /u, "").replace(/^declare /u, ""),
  };
}

function namesIn(braces: string): readonly { readonly name: string; readonly alias: string }[] {
  return braces
    .slice(1, -1)
    .split(",")
    .map((entry) => entry.trim().replace(/^type /u, ""))
    .filter((entry) => entry !== "")
    .map((entry) => {
      const [name = "", alias = name] = entry.split(" as ");
      return { name, alias };
    });
}

// Removes the empty lines of comments, too, and the declaration of private fields, which has no meaning for a user.
function withoutComments(text: string): string {
  let kept = "";
  let from = 0;
  for (const { start, end } of scan(text).comments) {
    kept += text.slice(from, start);
    from = end;
  }
  kept += text.slice(from);
  return kept
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "" && line.trim() !== "#private;")
    .join("\n");
}
