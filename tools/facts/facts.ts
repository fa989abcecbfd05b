// Generates all data about the built-in kinds in this repository, from the documents of a real server:
// `packages/api/src` (TypeScript types and descriptors) and `packages/api-facts/src/data` (schemas, columns, verbs).
// The comments of the types are from `packages/api-facts/src/descriptions`.
//
//   npx node --conditions=source tools/facts/facts.ts
//   npx node --conditions=source tools/facts/facts.ts --server-folder "$(tools/real/build.sh)"
//   npx node --conditions=source tools/facts/facts.ts --kubeconfig ~/.kube/config [--context NAME]
//   npx node --conditions=source tools/facts/facts.ts --url http://127.0.0.1:8001
//
// Without a server it reads an embedded one, which has the checked-in facts: enough after a change of the descriptions.
//
// --server-folder   starts the etcd and kube-apiserver of this folder, and ends them
// --kubeconfig      reads a running server, with certificates or a token. For other credentials use `kubectl proxy` and --url
// --check           writes nothing; prints the differences from the checked-in files. The exit code is 1 if there are any, and 2
//                   if the comparison failed
// --out             the folder of the repository (default: that of this file)
//
// To move to another Kubernetes version: build it (tools/real), run this, review the diff. A server with feature gates,
// custom resources or aggregated APIs publishes more than its defaults, so releases are made with --server-folder.
//
// The output has no descriptions of the server. Two runs against one version give the same bytes.

import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { PublishedApi } from "./from-openapi/index.ts";
import { buildModel } from "./from-openapi/index.ts";
import { connectKubeconfig, connectUrl } from "./connection.ts";
import { createEmbeddedServer } from "./embedded.ts";
import type { GeneratedFolder } from "./generated-folders.ts";
import { generatedFolders } from "./generated-folders.ts";
import { differences, writeFiles } from "./output.ts";
import { readPublishedApi } from "./read.ts";
import { startServer } from "./server.ts";

// The first differences; `git diff` shows all.
const shownLinesMax = 20;

const { values } = parseArgs({
  options: {
    "server-folder": { type: "string" },
    kubeconfig: { type: "string" },
    context: { type: "string" },
    url: { type: "string" },
    out: { type: "string", default: fileURLToPath(new URL("../..", import.meta.url)) },
    check: { type: "boolean", default: false },
  },
});

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

async function main(): Promise<number> {
  const model = buildModel(await readServer());
  let changed = 0;
  for (const folder of generatedFolders(model)) changed += await bring(folder);

  const definitions = model.modules.flatMap((module) => module.definitions);
  console.log(
    `kube-apiserver ${model.serverVersion}: ${model.kinds.length} kinds, ${definitions.length} definitions, ` +
      `${changed} files ${values.check ? "differ" : "written or removed"}`,
  );
  return values.check && changed > 0 ? 1 : 0;
}

async function readServer(): Promise<PublishedApi> {
  if (values["server-folder"] !== undefined) {
    await using server = await startServer(values["server-folder"]);
    return await readPublishedApi(server);
  }
  if (values.kubeconfig !== undefined)
    return readPublishedApi(await connectKubeconfig(values.kubeconfig, values.context));
  if (values.url !== undefined) return readPublishedApi(connectUrl(values.url));
  await using server = createEmbeddedServer();
  return await readPublishedApi(server);
}

/** Writes the files that differ, or with --check only lists them. Returns their number. */
async function bring({ name, files }: GeneratedFolder): Promise<number> {
  const folder = path.join(values.out, name);
  const found = await differences(folder, files);
  for (const { path: file, how, lines } of found) {
    console.log(`${how} ${name}/${file}`);
    for (const line of lines.slice(0, shownLinesMax)) console.log(`  ${line}`);
    if (lines.length > shownLinesMax) console.log(`  … and ${lines.length - shownLinesMax} more lines`);
  }
  if (!values.check) await writeFiles(folder, files, found);
  return found.length;
}
