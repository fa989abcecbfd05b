// The checked-in facts of the built-in kinds equal those that a real kube-apiserver publishes: `tools/facts/facts.ts --check`, with a
// separate control plane, because the shared one also publishes the kinds that other files install.
import { fileURLToPath } from "node:url";
import { buildModel } from "../../tools/facts/from-openapi/index.ts";
import { beforeAll, expect, test } from "vitest";
import { generatedFolders } from "../../tools/facts/generated-folders.ts";
import type { GeneratedFolder } from "../../tools/facts/generated-folders.ts";
import { differences } from "../../tools/facts/output.ts";
import type { Difference } from "../../tools/facts/output.ts";
import { readPublishedApi } from "../../tools/facts/read.ts";
import { startServer } from "../../tools/facts/server.ts";

const repository = new URL("../..", import.meta.url);

let folders: readonly GeneratedFolder[];

beforeAll(async () => {
  await using server = await startServer();
  folders = generatedFolders(buildModel(await readPublishedApi(server)));
});

test("the checked-in types and facts of the built-in kinds are those that a real kube-apiserver publishes", async () => {
  const found = await Promise.all(folders.map(differencesIn));

  expect(folders.flatMap(({ files }) => files).length).toBeGreaterThan(20);
  expect(found.flat()).toEqual([]);
});

test("a checked-in fact that no longer holds is named", async () => {
  const [types] = folders.map((folder) =>
    withReplaced(folder, "readonly priorityClassName?: string;", "readonly priorityClassName?: number;"),
  );

  expect(types && (await differencesIn(types))).toEqual([
    {
      path: "core/v1.ts",
      how: "changed",
      lines: ["- readonly priorityClassName?: string;", "+ readonly priorityClassName?: number;"],
    },
  ]);
});

function differencesIn({ name, files }: GeneratedFolder): Promise<readonly Difference[]> {
  return differences(fileURLToPath(new URL(name, repository)), files);
}

function withReplaced({ name, files }: GeneratedFolder, before: string, after: string): GeneratedFolder {
  return { name, files: files.map(({ path, content }) => ({ path, content: content.replace(before, after) })) };
}
