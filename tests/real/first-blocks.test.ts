// The first commands of each page that readers begin with, pasted into a terminal in a clone of this repository.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startNewcomerWithClone } from "../newcomer/newcomer.ts";
import type { Newcomer } from "../newcomer/newcomer.ts";
import { pasteBlock } from "../newcomer/paste.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const resources = new AsyncDisposableStack();
let newcomer: Newcomer;

beforeAll(async () => {
  const env = { PATH: [inject("assets") ?? "", inject("searchPath")].join(path.delimiter) };
  newcomer = resources.use(await startNewcomerWithClone({ env }));
}, 120_000);

afterAll(() => resources.disposeAsync());

test.for([
  { page: "README.md", files: ["../shop/PROJECT", "../shop/api/v1/widget.ts"], until: "waiting for saves" },
  { page: "site/index.md", files: ["../shop/PROJECT"], until: "waiting for saves" },
  { page: "docs/tutorial.md", files: ["../myjob/PROJECT", "../myjob/api/v1beta1/my-job.ts"] },
  { page: "docs/book/01-types.md", files: ["../website/PROJECT", "../website/api/v1alpha1/website.ts"] },
  { page: "docs/recipes/README.md", files: ["../recipes/PROJECT"] },
  { page: "docs/guides/cluster.md", files: [], until: "Ctrl-C stops it" },
  { page: "docs/new-to-kubernetes.md", files: [], until: "Ctrl-C stops it" },
])(
  "the first commands of $page work when they are pasted into a terminal",
  { timeout: 300_000 },
  async ({ page, files, until }) => {
    const block = firstBlockOf(await readFile(path.join(repository, page), "utf8"));
    const terminal = newcomer.terminal();
    for (const file of files) await terminal.type(`rm -rf ${path.dirname(file).split("/").slice(0, 2).join("/")}`);

    const { codes, shown } = await pasteBlock(block, {
      folder: newcomer.folder,
      env: newcomer.env,
      ...(until !== undefined && { until }),
    });

    expect({ codes, shown }).toEqual({ codes: codes.map(() => 0), shown });
    expect(files.filter((file) => !existsSync(path.join(newcomer.folder, file)))).toEqual([]);
  },
);

/** The block with the first command in the clone. */
function firstBlockOf(text: string): string {
  const blocks = Array.from(text.matchAll(/^```sh[^\n]*\n([^]*?)^```$/gmu), ([, block = ""]) => block);
  const block = blocks.find((each) => /^make (?:project|build)/u.test(each));
  if (block === undefined) throw new Error("Cannot find the first commands: no block begins with make");
  return block;
}
