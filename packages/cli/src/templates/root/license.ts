/** Under which license a project is, and the lines that say so at the top of each file. */
import { CommandError } from "../../io.ts";

/** As kubebuilder calls them. */
export const licenses = ["apache2", "copyright", "none"] as const;
export type License = (typeof licenses)[number];

/** The SPDX expression for package.json; undefined when no rights are given. */
export function spdxOf(license: License): string | undefined {
  return license === "apache2" ? "Apache-2.0" : undefined;
}

export interface HeaderOptions {
  readonly license: License;
  /** Who holds the copyright. Absent: nobody is named. */
  readonly owner?: string;
  readonly year: number;
}

/**
 * The header of the files of a project: https://spdx.dev/learn/handling-license-info/ has the form.
 *
 * @throws {CommandError} when the owner's name has characters that end a line.
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
 * The text of a license file as a header: what is no comment yet becomes one, line by line.
 *
 * @throws {CommandError} when a comment in it ends before the text does: the rest would be code.
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
