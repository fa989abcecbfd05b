// The first commands of each page, pasted into a terminal as the page has them: those that begin in a clone of this repository, and those of the
// guides, which begin in a new project.
import { cp, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { filesMatching, readSource } from "../../tools/source/workspace.ts";
import { firstBlockOf, firstBlocksInClone } from "../newcomer/first-blocks.ts";
import type { PageBlock } from "../newcomer/first-blocks.ts";
import { startNewcomerWithClone } from "../newcomer/newcomer.ts";
import type { Newcomer } from "../newcomer/newcomer.ts";
import { pasteBlock } from "../newcomer/paste.ts";

// The chapters of the book after the first begin in its project; book.test.ts follows them.
const pages = filesMatching("README.md", "site/*.md", "docs/**/*.md", "packages/*/README.md")
  .map(readSource)
  .filter((page) => !/^docs\/(?:(?:decisions|internals)\/|book\/(?!01-|README)\d)/u.test(page.path));
const clonePages = pages
  .map((page) => ({ page: page.path, blocks: firstBlocksInClone(page.text) }))
  .filter(({ blocks }) => blocks.length > 0);
const guides = pages
  .filter(({ path: file }) => file.startsWith("docs/guides/") && !clonePages.some(({ page }) => page === file))
  .flatMap(({ path: page, text }) => {
    const block = firstBlockOf(text);
    return block === undefined ? [] : [{ page, block }];
  });

const resources = new AsyncDisposableStack();
let newcomer: Newcomer;

beforeAll(async () => {
  const env = { PATH: [inject("assets") ?? "", inject("searchPath")].join(path.delimiter) };
  newcomer = resources.use(await startNewcomerWithClone({ env }));
}, 120_000);

afterAll(() => resources.disposeAsync());

test("the pages that readers begin with are among those that are tested", () => {
  expect(clonePages.map(({ page }) => page)).toEqual(
    expect.arrayContaining([
      "README.md",
      "site/index.md",
      "docs/tutorial.md",
      "docs/book/01-types.md",
      "docs/recipes/README.md",
      "docs/guides/cluster.md",
      "docs/new-to-kubernetes.md",
    ]),
  );
  expect(guides.map(({ page }) => page)).toContain("docs/guides/debugging.md");
});

test.for(clonePages)(
  "the first commands of $page work when they are pasted into a terminal in a clone",
  { timeout: 600_000 },
  async ({ blocks }) => {
    for (const project of projectsOf(blocks)) {
      await rm(path.resolve(newcomer.folder, project), { recursive: true, force: true });
    }

    await pasteAll(blocks, newcomer.folder);

    for (const project of projectsOf(blocks)) {
      expect(await readFile(path.resolve(newcomer.folder, project, "PROJECT"), "utf8")).toContain("kubewright.dev/v1");
    }
  },
);

test.for(guides)(
  "the first commands of $page work when they are pasted into a terminal in a project",
  { timeout: 300_000 },
  async ({ page, block }) => {
    const created = path.resolve(newcomer.folder, "../guides");
    const project = path.resolve(newcomer.folder, "..", path.basename(page, ".md"));
    if (guides[0]?.page === page) await newcomer.terminal().type("make project DIR=../guides");
    await cp(created, project, { recursive: true, verbatimSymlinks: true });

    await pasteAll([block], project);
  },
);

/** Pastes the blocks one after another. Those of other terminals are pasted while the block before them keeps running. */
async function pasteAll(blocks: readonly PageBlock[], folder: string): Promise<void> {
  for (const [index, block] of blocks.entries()) {
    if (block.isBeside) continue;
    const after = blocks.slice(index + 1);
    const next = after.findIndex(({ isBeside }) => !isBeside);
    const beside = after.slice(0, next === -1 ? after.length : next);
    await paste(block, folder, async () => {
      for (const each of beside) await paste(each, folder);
    });
  }
}

async function paste(block: PageBlock, folder: string, meanwhile?: () => Promise<void>): Promise<void> {
  const { code, until } = block;
  const { codes, shown } = await pasteBlock(code, {
    folder,
    env: newcomer.env,
    ...(until !== undefined && { until, ...(meanwhile && { meanwhile }) }),
  });
  expect({ line: block.line, codes, shown }).toEqual({ line: block.line, codes: codes.map(() => 0), shown });
}

/** The folders that `make project` creates. */
function projectsOf(blocks: readonly PageBlock[]): readonly string[] {
  return blocks.flatMap(({ code }) =>
    Array.from(code.matchAll(/^make project DIR=(\S+)/gmu), ([, folder = ""]) => folder),
  );
}
