import { expect, test } from "vitest";
import { itemName } from "./item.ts";
import { parseReleaseIndex } from "./release-index.ts";

const hash = "0123456789abcdef".repeat(8);

test("parseReleaseIndex() lists the archives newest first and skips unknown names", () => {
  const releases = parseReleaseIndex(
    `releases:
  v1.9.0:
    envtest-v1.9.0-linux-amd64.tar.gz: { hash: ${hash.toUpperCase()}, selfLink: "https://example.dev/9.tar.gz" }
  v1.10.0:
    envtest-v1.10.0-linux-arm64.tar.gz: { hash: ${hash}, selfLink: "https://example.dev/10-arm.tar.gz" }
    envtest-v1.10.0-darwin-amd64.tar.gz: { hash: ${hash}, selfLink: "https://example.dev/10.tar.gz" }
    envtest-v1.11.0-beta.1-linux-amd64.tar.gz: {}
    README.md: {}
`,
    "index.yaml",
  );

  expect(releases.map(itemName)).toEqual(["1.10.0-darwin-amd64", "1.10.0-linux-arm64", "1.9.0-linux-amd64"]);
  expect(releases[2]).toMatchObject({ url: "https://example.dev/9.tar.gz", sha512: hash });
});

test.each([
  ["releases: [", "expected a list of releases"],
  ["<html>not here</html>", "it has no releases"],
  ["", "it has no releases"],
  ["a: &a [x]\nreleases: { v1: *a }", "expected a list of releases"],
  [archive(`{ hash: abc, selfLink: "https://example.dev/a" }`), "is not a SHA-512 in hexadecimal"],
  [archive(`{ selfLink: "https://example.dev/a" }`), "is not a SHA-512 in hexadecimal"],
  [archive(`{ hash: ${hash}, selfLink: "file:///etc/passwd" }`), "is not an http or https address"],
  [archive(`{ hash: ${hash} }`), "is not an http or https address"],
])("parseReleaseIndex() refuses %o and names its source", (text, message) => {
  expect(() => parseReleaseIndex(text, "index.yaml")).toThrow('Cannot read the index of binaries "index.yaml": ');
  expect(() => parseReleaseIndex(text, "index.yaml")).toThrow(message);
});

function archive(fields: string): string {
  return `releases: { v1.30.0: { envtest-v1.30.0-linux-amd64.tar.gz: ${fields} } }`;
}
