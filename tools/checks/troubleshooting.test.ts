// The messages of docs/troubleshooting.md are those of our sources.
import assert from "node:assert/strict";
import { test } from "vitest";
import { scan } from "../source/scan.ts";
import { filesMatching, readSource } from "../source/workspace.ts";
import { expectNone } from "./problems.ts";

const page = readSource("docs/troubleshooting.md");

/** The headings that are messages. "…" is a value. */
const messages = Array.from(page.text.matchAll(/^### `(.+)`$/gmu), ([, message = ""]) => message);

test("every message of the troubleshooting page is in a string of our sources", () => {
  const strings = filesMatching("packages/*/src/**/*.ts", "packages/*/bin/*.js")
    .filter((path) => !/\.test\.ts$|\/testdata\//u.test(path))
    .flatMap((path) => stringsOf(readSource(path).text));

  const missing = messages.filter((message) => !strings.some((text) => text.includes(withoutEnd(message))));

  assert.ok(messages.length > 30);
  expectNone(
    missing.map((message) => ({
      at: page.path,
      message: `no string in packages/*/src contains "${message}": write the current message`,
    })),
  );
});

test("every message of the troubleshooting page has a cause and what to do", () => {
  const sections = page.text.split(/^#{2,3} /mu).filter((section) => section.startsWith("`"));

  const incomplete = sections.filter(
    (text) => !/^\*\*Cause\.\*\* \S/mu.test(text) || !/^\*\*What to do\.\*\* \S/mu.test(text),
  );

  expectNone(
    incomplete.map((text) => ({
      at: page.path,
      message: `${text.split("\n")[0] ?? ""} needs **Cause.** and **What to do.**`,
    })),
  );
});

/** String and template literals, with "…" instead of expressions. */
function stringsOf(source: string): readonly string[] {
  const { strings, templates } = scan(source);
  return [...strings.values(), ...templates.values()].map((text) => text.replaceAll(/\\(.)/gu, "$1"));
}

function withoutEnd(message: string): string {
  return message.replace(/…$/u, "");
}
