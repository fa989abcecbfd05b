/** The license of a project, and the header of its files. */
import { CommandError } from "../../io.ts";

/** With the names of kubebuilder. */
export const licenses = ["apache2", "copyright", "none"] as const;
export type License = (typeof licenses)[number];

/** The SPDX expression for package.json; undefined without a license. */
export function spdxOf(license: License): string | undefined {
  return license === "apache2" ? "Apache-2.0" : undefined;
}

export interface HeaderOptions {
  readonly license: License;
  /** The copyright holder. Absent: none. */
  readonly owner?: string;
  readonly year: number;
}

/**
 * The header of code files, in the format of https://spdx.dev/learn/handling-license-info/.
 *
 * @throws {CommandError} when the name of the owner contains line breaks.
 */
export function headerOf({ license, owner, year }: HeaderOptions): string {
  if (license === "none") return "";
  if (owner !== undefined && !/^[^\p{Cc}\p{Zl}\p{Zp}]{1,200}$/u.test(owner)) {
    throw new CommandError(
      `Cannot use --owner: ${JSON.stringify(owner)}: expected a name of at most 200 characters in one line`,
    );
  }
  const spdx = spdxOf(license);
  const lines = [
    ...(owner === undefined && spdx !== undefined ? [] : [`// Copyright ${year} ${owner ?? "The authors"}`]),
    ...(spdx === undefined ? [] : [`// SPDX-License-Identifier: ${spdx}`]),
  ];
  return `${lines.join("\n")}\n`;
}

/**
 * The content of a license file as a comment. Text that is not a comment is converted, line by line.
 *
 * @throws {CommandError} when a comment in it ends before the text does, because the rest would be code.
 */
export function headerFromText(text: string): string {
  const lines = text.trim().split(/\r\n|[\n\r\u2028\u2029]/u);
  if (lines.every((line) => /^\s*(?:\/\/|$)/u.test(line))) return `${lines.join("\n")}\n`;
  const [first = ""] = lines;
  if (!first.startsWith("/*")) return `${lines.map((line) => `// ${line}`.trimEnd()).join("\n")}\n`;
  const whole = lines.join("\n");
  if (whole.indexOf("*/") === whole.length - 2) return `${whole}\n`;
  throw new CommandError("Cannot use the license file: its comment ends before the text does: expected one comment");
}
