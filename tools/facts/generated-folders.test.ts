// `tests/real/facts.test.ts` has the same comparison with a real kube-apiserver.
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createEmbeddedServer } from "./embedded.ts";
import { buildModel } from "./from-openapi/index.ts";
import { generatedFolders } from "./generated-folders.ts";
import { differences } from "./output.ts";
import { readPublishedApi } from "./read.ts";

test("the checked-in types have the descriptions as comments: otherwise run tools/facts/facts.ts", async () => {
  await using server = createEmbeddedServer();

  const folders = generatedFolders(buildModel(await readPublishedApi(server)));

  const repository = new URL("../..", import.meta.url);
  const found = folders.map(({ name, files }) => differences(fileURLToPath(new URL(name, repository)), files));
  expect((await Promise.all(found)).flat()).toEqual([]);
});
