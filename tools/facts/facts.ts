// Makes everything in this repository that is known of the built-in kinds, from what a real server publishes:
// `packages/api/src` (TypeScript types and descriptors) and `packages/api-facts/src/data` (schemas, columns, verbs).
//
//   npx node --conditions=source tools/facts/facts.ts --server-folder "$(tools/real/build.sh)"
//   npx node --conditions=source tools/facts/facts.ts --kubeconfig ~/.kube/config [--context NAME]
//   npx node --conditions=source tools/facts/facts.ts --url http://127.0.0.1:8001
//
// --server-folder   starts the etcd and kube-apiserver of this folder, with nothing but defaults, and ends them
// --kubeconfig      reads a server that runs; with certificates or a token. For others, `kubectl proxy` and --url
// --check           writes nothing; says what differs from the checked-in files, and ends with code 1 if anything does
// --out             where the repository is (default: the one of this file)
//
// To move to another Kubernetes version: build it (tools/real), run this, read the diff. A server with feature gates,
// custom resources or aggregated APIs publishes more than its defaults, so releases are made with --server-folder.
//
// The output has names, types and numbers only: no descriptions. Two runs against one version give the same bytes.

import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { GeneratedFile } from "@kubewright/gen/from-openapi";
import { buildModel, factsFiles, typeScriptFiles } from "@kubewright/gen/from-openapi";
import { connectKubeconfig, connectUrl } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { differences, writeFiles } from "./output.ts";
import { readPublishedApi } from "./read.ts";
import { startServer } from "./server.ts";

/** Types of meta/v1 that apimachinery has by hand, with what belongs to them. */
const apimachineryTypes: ReadonlySet<string> = new Set([
  "Condition",
  "LabelSelector",
  "LabelSelectorRequirement",
  "ListMeta",
  "ManagedFieldsEntry",
  "ObjectMeta",
  "OwnerReference",
  "Status",
  "StatusCause",
  "StatusDetails",
]);

const { values } = parseArgs({
  options: {
    "server-folder": { type: "string" },
    kubeconfig: { type: "string" },
    context: { type: "string" },
    url: { type: "string" },
    out: { type: "string" },
    check: { type: "boolean", default: false },
  },
});

const repository = values.out ?? path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const generatedFolders = [
  { from: "types", folder: path.join(repository, "packages/api/src") },
  { from: "data", folder: path.join(repository, "packages/api-facts/src/data") },
] as const;

await using resources = new AsyncDisposableStack();
const api = await readPublishedApi(await connect(resources));
const model = buildModel(api);
const generated: { readonly [from in "types" | "data"]: readonly GeneratedFile[] } = {
  types: typeScriptFiles(model, { apimachineryTypes }),
  data: factsFiles(model),
};

let changes = 0;
for (const { from, folder } of generatedFolders) {
  const found = await differences(folder, generated[from]);
  for (const { path: file, how } of found) console.log(`${how} ${path.relative(repository, path.join(folder, file))}`);
  changes += found.length;
  if (!values.check) await writeFiles(folder, generated[from], found);
}
const definitionCount = model.modules.reduce((sum, { definitions }) => sum + definitions.length, 0);
console.log(
  `kube-apiserver ${model.serverVersion}: ${model.kinds.length} kinds, ${definitionCount} definitions, ` +
    `${changes} files ${values.check ? "differ" : "written or removed"}`,
);
if (values.check && changes > 0) process.exitCode = 1;

async function connect(owner: AsyncDisposableStack): Promise<Connection> {
  if (values["server-folder"] !== undefined) return owner.use(await startServer(values["server-folder"]));
  if (values.kubeconfig !== undefined) return connectKubeconfig(values.kubeconfig, values.context);
  if (values.url !== undefined) return connectUrl(values.url);
  throw new Error("Cannot read a server: none is named, expected --server-folder, --kubeconfig or --url");
}
