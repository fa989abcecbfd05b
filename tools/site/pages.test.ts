// Files of the repository as pages of the website.
import { expect, test } from "vitest";
import { deadLinksOf } from "./dead-links.ts";
import { navigationOf } from "./navigation.ts";
import { pageOf, searchWeightOf } from "./pages.ts";
import { withRelativeLinks } from "./relative-links.ts";
import { missingPage, withVersion } from "./versions.ts";

const files = new Set(["docs/guides/testing.md", "docs/decisions/README.md", "tests/a.test.ts"]);
const repository = { exists: (path: string) => files.has(path), read: () => "<svg>\n  <g/>\n</svg>\n" };

test("a page has the title and description of its file, and links to pages instead of files", () => {
  const text =
    "# `A` page\n\nSee [testing](guides/testing.md#time), [why](decisions) and [a test](../tests/a.test.ts).\n";

  expect(pageOf({ path: "docs/a.md", text }, repository)).toEqual({
    route: "a",
    title: "A page",
    text: `---
title: "A page"
slug: "a"
description: "See testing, why and a test."
searchWeight: 5
---

See [testing](/guides/testing.html#time), [why](/decisions.html) and a test.
`,
  });
});

test("links to files that are not pages lead to the code host if it is known", () => {
  const onHost = { ...repository, addressOfFile: (path: string) => `https://host.example.com/${path}` };

  expect(pageOf({ path: "docs/a.md", text: "# A\n\n[a](../tests/a.test.ts#L1)\n" }, onHost).text).toContain(
    "[a](https://host.example.com/tests/a.test.ts#L1)",
  );
});

test("alerts become asides", () => {
  const { text } = pageOf({ path: "docs/a.md", text: "# A\n\n> [!CAUTION]\n> It deletes\n> all.\n\nB\n" }, repository);

  expect(text).toContain(":::caution\nIt deletes\nall.\n:::\n\nB\n");
});

test("pages link to their source if the code host is known, except generated ones", () => {
  const onHost = { ...repository, addressOfFile: (path: string) => `https://host.example.com/${path}` };

  expect(pageOf({ path: "docs/a.md", text: "# A\n" }, onHost).text).toContain(
    'editUrl: "https://host.example.com/docs/a.md"',
  );
  expect(pageOf({ path: "site/.generated/reference/README.md", text: "# A\n" }, onHost).text).not.toContain("editUrl");
});

test("pages that explain count more in the search than reference pages, and those more than signatures and decisions", () => {
  expect(["guides/testing", "book/05-finalizers", "tutorial"].map(searchWeightOf)).toEqual([5, 5, 5]);
  expect(["cli", "packages/client"].map(searchWeightOf)).toEqual([1, 1]);
  expect(["reference/runtime/interfaces/Finalizers", "decisions/0063-x", "changelog"].map(searchWeightOf)).toEqual([
    0.2, 0.2, 0.2,
  ]);
});

test("the page for missing addresses shows that of a version, wherever the host serves it", () => {
  const html = missingPage("v0.1");

  expect(html).toContain('"/v0.1/"');
  expect(html).toContain("404.html");
});

test("pictures are embedded in the page, and links in code are unchanged", () => {
  const { text } = pageOf({ path: "docs/a.md", text: "# A\n\n![B](b.svg)\n\n```md\n[c](c.md)\n```\n" }, repository);

  expect(text).toContain('<figure class="picture" role="img" aria-label="B"><svg> <g/> </svg></figure>');
  expect(text).toContain("[c](c.md)");
});

test("a file without a title, or without a route, is rejected", () => {
  expect(() => pageOf({ path: "docs/a.md", text: "text\n" }, repository)).toThrow("Cannot find the title");
  expect(() => pageOf({ path: "tools/a.md", text: "# A\n" }, repository)).toThrow('Cannot make a page of "tools/a.md"');
});

test("the navigation has the sections of the index and the pages of their tables", () => {
  const text =
    "# Docs\n\n## Start\n\n| page | purpose |\n| --- | --- |\n| [a tutorial](tutorial.md) | [x](x.md) |\n\n## Book\n\n- [the book](book/README.md)\n";

  const groups = navigationOf({ path: "docs/README.md", text }, () => "1. [Types](types.md)\n");

  expect(groups.map(({ label, items }) => ({ label, items }))).toEqual([
    { label: "Start", items: [{ label: "A tutorial", slug: "tutorial" }] },
    {
      label: "Book",
      items: [
        { label: "The book", slug: "book" },
        { label: "Types", slug: "book/types" },
      ],
    },
  ]);
});

test("addresses become relative to their page", () => {
  const html =
    '<a href="/">a</a><a href="/guides/testing.html#time">b</a><img src="/a.svg"><a href="https://x.dev/">c</a>';

  expect(withRelativeLinks("guides/rbac.html", html)).toBe(
    '<a href="../index.html">a</a><a href="testing.html#time">b</a><img src="../a.svg"><a href="https://x.dev/">c</a>',
  );
});

test("links to a missing page, a missing anchor or the root of the server are dead", () => {
  const pages = [
    {
      path: "a.html",
      text: '<h1 id="top"><a href="#top"></a><a href="#no"></a><a href="b.html"></a><a href="/a.html"></a>',
    },
  ];

  expect(deadLinksOf(pages, (path) => path === "a.html")).toEqual(["a.html: #no", "a.html: b.html", "a.html: /a.html"]);
});

test("links in the code of a page are text", () => {
  const text = '<code>&#x3C;a href="/x.html"></code>';

  expect(deadLinksOf([{ path: "a.html", text }], () => false)).toEqual([]);
  expect(withRelativeLinks("guides/a.html", text)).toBe(text);
});

test("versions are listed from new to old, releases before branches", () => {
  expect(["v0.9", "main", "v0.10", "v0.9"].reduce<readonly string[]>(withVersion, [])).toEqual([
    "v0.10",
    "v0.9",
    "main",
  ]);
});
