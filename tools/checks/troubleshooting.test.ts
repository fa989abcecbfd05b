// The messages of docs/troubleshooting.md are those of our sources.
import assert from "node:assert/strict";
import { expect, test } from "vitest";
import { scan } from "../source/scan.ts";
import { filesMatching, readSource } from "../source/workspace.ts";
import { expectNone } from "./problems.ts";
import { messagesModule, topicsModule, topicsOf } from "./troubleshooting-page.ts";

const page = readSource("docs/troubleshooting.md");

const topics = topicsOf(page.text);
const messages = topics.map(({ message }) => message);

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

test("every message of the troubleshooting page has an id, a cause and what to do", () => {
  const incomplete = topics.filter(
    ({ id, text }) => id === "" || !/^\*\*Cause\.\*\* \S/mu.test(text) || !/^\*\*What to do\.\*\* \S/mu.test(text),
  );

  assert.equal(topics.length, page.text.match(/^### `/gmu)?.length);
  assert.equal(new Set(topics.map(({ id }) => id)).size, topics.length);
  expectNone(
    incomplete.map(({ message }) => ({
      at: page.path,
      message: `\`${message}\` needs <a id="…"></a>, **Cause.** and **What to do.**`,
    })),
  );
});

test("the logger and the command have the topics of the troubleshooting page", async () => {
  await expect(messagesModule(topics)).toMatchFileSnapshot(
    "../../packages/telemetry/src/log/zz_generated.troubleshooting-messages.ts",
  );
  await expect(topicsModule(topics)).toMatchFileSnapshot(
    "../../packages/cli/src/troubleshoot/zz_generated.troubleshooting-topics.ts",
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
