// The text of an api.md: a package's public signatures, so that a review shows each change.
import type { Entry } from "./entry.ts";
import type { Declaration } from "./statements.ts";

/** An entry of a package, under the name it is imported by. */
export interface NamedEntry extends Entry {
  readonly specifier: string;
}

/** The report of a package whose code is not generated. */
export function reportOf(name: string, entries: readonly NamedEntry[]): string {
  if (entries.length === 0) return `${heading(name)}\nThe package is a program, and exports nothing.\n`;
  return `${heading(name)}\n${entries.map(sectionOf).join("\n")}`;
}

/** The report on a package of generated modules: only the names, because the generator determines the signatures. */
export function namesReportOf(name: string, entries: readonly NamedEntry[]): string {
  const lines = entries.map(({ specifier, exports }) => {
    const values = exports.filter(({ text }) => text.startsWith("const ")).map((declaration) => declaration.name);
    return `- \`${specifier}\`: ${values.length === 0 ? `${exports.length} types` : values.join(", ")}`;
  });
  return `${heading(name)}\nGenerated modules, and the kinds that each has.\n\n${lines.join("\n")}\n`;
}

function heading(name: string): string {
  return `# API of ${name}\n\nMade from the sources by \`npm run api\`. A change here is a change for users.\n`;
}

function sectionOf({ specifier, exports, unnamed }: NamedEntry): string {
  const body = exports.map(({ text }: Declaration) => text).join("\n\n");
  const note =
    unnamed.length === 0
      ? ""
      : `\nIn these signatures and not exported: ${unnamed.map((type) => `\`${type}\``).join(", ")}.\n`;
  return `## \`${specifier}\`\n\n${exports.length === 0 ? "Nothing yet.\n" : `\`\`\`ts\n${body}\n\`\`\`\n`}${note}`;
}
