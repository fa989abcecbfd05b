import { expect, test } from "vitest";
import { checkName } from "./names.ts";
import type { NameKind } from "./names.ts";

const good: readonly (readonly [NameKind, string])[] = [
  ["project name", "my-operator"],
  ["domain", "example.com"],
  ["group", "foo.policy"],
  ["version", "v1alpha1"],
  ["kind", "HTTPRoute"],
  ["plural", "http-routes"],
  ["controller name", "widget-backup"],
  ["repo", "@me/my-operator"],
  ["path", "@acme/widgets/v1"],
  ["path", "widgets"],
  ["path", "./vendor/widgets.ts"],
  ["module", "@acme/widgets@^1.2.3"],
  ["webhook path", "/mutate-shop-v1-widget"],
  ["image", "memcached"],
  ["image", "memcached:1.6.15-alpine"],
  ["image", "localhost:5000/team/my__app:v1"],
  ["image", `registry.example.com/team/app:v1@sha256:${"0".repeat(64)}`],
];

test.each(good)("%s %s is valid", (kind, name) => {
  expect(checkName(kind, name, "--flag")).toBe(name);
});

const bad: readonly (readonly [NameKind, string])[] = [
  ["project name", "My-operator"],
  ["project name", "-a"],
  ["project name", "a".repeat(64)],
  ["domain", "example..com"],
  ["domain", "example.com/x"],
  ["group", "shop\n"],
  ["version", "1"],
  ["version", "v1/../.."],
  ["kind", "widget"],
  ["kind", "Wid-get"],
  ["kind", "Widgét"],
  ["kind", "Widget\u2028"],
  ["kind", "Condition"],
  ["plural", ""],
  ["repo", "@me/../x"],
  ["repo", "github.com/me/x"],
  ["path", "../widgets.ts"],
  ["path", "./../widgets.ts"],
  ["path", "/etc/passwd"],
  ["path", "a'b"],
  ["module", "acme@1.0.0; rm"],
  ["webhook path", "/a?b"],
  ["image", ""],
  ["image", "Memcached:1.6"],
  ["image", "memcached:"],
  ["image", "memcached:1.6 # x"],
  ["image", 'a"; evil(); "'],
  ["image", "a..b/c"],
  ["image", "app@sha256:00"],
  ["image", "https://example.com/app"],
];

test.each(bad)("%s %j is rejected with one line that quotes it or has its length", (kind, name) => {
  const message = messageOf(() => checkName(kind, name, "--flag"));

  expect(message).toMatch(/^Cannot use --flag: .+: (?:expected|generated code uses) .+/s);
  expect(message.includes(JSON.stringify(name)) || message.includes("64 characters")).toBe(true);
});

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return "nothing was thrown";
}
