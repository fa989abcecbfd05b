// oxlint-disable no-restricted-globals, no-restricted-properties -- Reads pages of a website, not of an API server, and the environment as a main module.
// The built website in headless Chromium, served below a path as on a static host.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFolderServer } from "../../tools/site/serve-folder.ts";
import { root } from "../../tools/source/workspace.ts";
import { chromiumProgram, startBrowser } from "./browser.ts";
import type { BrowserPage } from "./browser.ts";

const noChromium = "Needs Chromium: apt-get install chromium, or its path in CHROMIUM";
const program = chromiumProgram();
const resources = new AsyncDisposableStack();
let address = "";
let page: BrowserPage;

beforeAll(async () => {
  const folder = path.join(root, "site/dist");
  assert.ok(existsSync(path.join(folder, "main/index.html")), "site/dist is empty: run make site");
  address = `${resources.use(await startFolderServer(folder, "/docs/")).address}main/`;
  if (program !== undefined) ({ page } = resources.use(await startBrowser(program)));
});

afterAll(() => resources.disposeAsync());

const pages = [
  "index.html",
  "docs.html",
  "tutorial.html",
  "guides/testing.html",
  "cli.html",
  "metrics.html",
  "features.html",
  "comparison.html",
  "troubleshooting.html",
  "recipes/external-api.html",
  "coming-from/kopf.html",
  "reference/client/interfaces/Client.html",
];

test.for(pages.flatMap((file) => [1280, 400].map((width) => ({ file, width }))))(
  "$file opens without errors, fits into $width px, and loads nothing from other hosts",
  async ({ file, width }, { skip }) => {
    if (program === undefined) return skip(noChromium);
    await page.show(width, "light");

    await page.open(address + file);

    expect(await page.evaluate("document.querySelector('h1').textContent.length")).toBeGreaterThan(2);
    expect(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(0);
    expect(
      page.observed.requests.filter((url) => !url.startsWith(address.slice(0, -5)) && !url.startsWith("data:")),
    ).toEqual([]);
    expect(page.observed.failures).toEqual([]);
    expect(page.observed.errors).toEqual([]);
    await takePictures(file, width);
  },
);

test.for(["metrics.html", "compatibility.html", "cli.html"])(
  "the tables of %s show all their columns at 1280 px",
  async (file, { skip }) => {
    if (program === undefined) return skip(noChromium);
    await page.show(1280, "light");

    await page.open(address + file);

    const hidden = "Array.from(document.querySelectorAll('table'), (table) => table.scrollWidth - table.clientWidth)";
    expect(Math.max(...(await page.evaluate<number[]>(hidden)))).toBe(0);
  },
);

test("the root of the website leads to the first version", async ({ skip }) => {
  if (program === undefined) return skip(noChromium);

  await page.open(address.replace("main/", ""));

  await expect.poll(() => page.evaluate("location.pathname")).toBe("/docs/main/index.html");
});

test.for([
  ["finalizer", "book/05-finalizers.html"],
  ["debug", "guides/debugging.html"],
  ["helm", "packages/helm.html"],
  ["github actions", "guides/cluster.html"],
  ["StatefulSet", "guides/cluster.html"],
  ["pnpm", "platforms.html"],
  ["macOS", "platforms.html"],
  ["glossary", "new-to-kubernetes.html"],
])('the search for "%s" has %s among its first three results', async ([query = "", expected = ""], { skip }) => {
  if (program === undefined) return skip(noChromium);

  const found = await search(query);

  expect(found.slice(0, 3)).toContain(address + expected);
});

test("the results of the search open", async ({ skip }) => {
  if (program === undefined) return skip(noChromium);

  const [first = ""] = await search("finalizer");

  expect(first.startsWith(address)).toBe(true);
  await page.open(first);
  expect(await page.evaluate("document.body.innerText.toLowerCase().includes('finalizer')")).toBe(true);
  expect(page.observed.failures).toEqual([]);
});

test("the landing page has a menu with the navigation at 390 px", async ({ skip }) => {
  if (program === undefined) return skip(noChromium);
  await page.show(390, "light");
  await page.open(`${address}index.html`);

  await page.evaluate("document.querySelector('button[popovertarget=starlight__sidebar]').click()");

  const shown = "getComputedStyle(document.querySelector('#starlight__sidebar')).visibility";
  await expect.poll(() => page.evaluate(shown)).toBe("visible");
  expect(await page.evaluate("document.querySelector('#starlight__sidebar starlight-theme-select') !== null")).toBe(
    true,
  );
  await takePictures("menu.html", 390);
});

test("a missing address shows a page with the search and links, at any depth", async ({ skip }) => {
  if (program === undefined) return skip(noChromium);
  await page.show(1280, "light");

  await page.open(`${address}guides/no/such/page.html`);

  await expect.poll(() => page.evaluate("document.querySelector('h1')?.textContent")).toBe("Page not found");
  expect(page.observed.failures).toEqual([`404 ${address}guides/no/such/page.html`]);
  expect(await page.evaluate("document.querySelector('a.site-title').href")).toBe(`${address}index.html`);
  expect(await page.evaluate("document.querySelector('main .hero a').href")).toBe(`${address}docs.html`);
});

test("the theme follows the system and can be switched, and pictures follow the theme", async ({ skip }) => {
  if (program === undefined) return skip(noChromium);
  const background = "getComputedStyle(document.body).backgroundColor";
  await page.show(1280, "light");
  await page.open(`${address}concepts.html`);
  const light = await page.evaluate(background);

  await page.evaluate(`{
    const select = document.querySelector("starlight-theme-select select");
    select.value = "dark";
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }`);

  expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
  expect(await page.evaluate(background)).not.toBe(light);
  expect(await page.evaluate("getComputedStyle(document.querySelector('.kw-picture > rect')).fill")).toBe(
    "rgb(23, 24, 28)",
  );
});

test("the menu lists the versions of the website, and opens the chosen one", async ({ skip }) => {
  if (program === undefined) return skip(noChromium);
  await using versions = await startTwoVersions();
  await page.open(`${versions.address}main/docs.html`);
  const menu = "document.querySelector('select[data-versions]:not(:disabled)')";
  await expect
    .poll(() => page.evaluate(`Array.from(${menu}?.options ?? [], ({ value }) => value)`))
    .toEqual(["v0.1", "main"]);
  expect(await page.evaluate(`${menu}.value`)).toBe("main");

  await page.evaluate(`{
    ${menu}.value = "v0.1";
    ${menu}.dispatchEvent(new Event("change", { bubbles: true }));
  }`);

  await expect.poll(() => page.evaluate("location.pathname")).toBe("/docs/v0.1/index.html");
});

test("every internal link of the navigation and of the index page answers", async () => {
  const from = `${address}docs.html`;
  const html = await (await fetch(from)).text();
  const targets = new Set(
    Array.from(html.matchAll(/<a [^>]*href="([^"#]+)/gu), ([, target = ""]) => new URL(target, from).href),
  );
  const internal = [...targets].filter((target) => target.startsWith(address));

  const statuses = await Promise.all(internal.map(async (target) => `${(await fetch(target)).status} ${target}`));

  expect(internal.length).toBeGreaterThan(30);
  expect(statuses.filter((line) => !line.startsWith("200 "))).toEqual([]);
});

/** Enters a query on a page, and returns the addresses of the pages that were found. */
async function search(query: string): Promise<readonly string[]> {
  await page.open(`${address}guides/testing.html`);
  await expect.poll(() => page.evaluate("document.querySelector('#starlight__search input') !== null")).toBe(true);
  const links =
    "Array.from(document.querySelectorAll('.pagefind-ui__result-title .pagefind-ui__result-link'), (link) => link.href)";
  await page.evaluate(`{
    document.querySelector("button[data-open-modal]").click();
    const input = document.querySelector("#starlight__search input");
    input.value = ${JSON.stringify(query)};
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }`);
  await expect.poll(() => page.evaluate<string[]>(links)).not.toEqual([]);
  // A page has a result for each of its sections.
  return [...new Set((await page.evaluate<string[]>(links)).map((link) => link.replace(/#.*$/u, "")))];
}

/** Writes a page in both themes into the folder PICTURES, if it is set: look at them after a change of the layout. */
async function takePictures(file: string, width: number): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  for (const scheme of ["light", "dark"] as const) {
    await page.show(width, scheme);
    const name = `${file.replaceAll("/", "-").replace(".html", "")}-${width}-${scheme}.png`;
    await writeFile(path.join(folder, name), await page.screenshot());
  }
}

/** Serves a website of two versions: the built one under two names. */
async function startTwoVersions(): Promise<AsyncDisposable & { readonly address: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-site-"));
  for (const version of ["v0.1", "main"]) {
    await symlink(path.join(root, "site/dist/main"), path.join(folder, version));
  }
  await writeFile(path.join(folder, "versions.json"), '["v0.1", "main"]');
  const server = await startFolderServer(folder, "/docs/");
  return {
    address: server.address,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
