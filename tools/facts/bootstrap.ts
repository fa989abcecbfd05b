// Asks a real kube-apiserver which objects it makes for itself on an empty store: RBAC defaults and priority classes.
// Names, rules and numbers are facts and are kept; sentences (descriptions) are not.
//
//   npx node --conditions=source tools/facts/bootstrap.ts --server-folder "$(tools/real/build.sh)"
//
// Writes packages/apiserver/src/bootstrap/objects.generated.ts.

import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { startServer } from "./server.ts";

interface Listed {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: { readonly [key: string]: string };
    readonly annotations?: { readonly [key: string]: string };
  };
  readonly [field: string]: unknown;
}

const { values } = parseArgs({ options: { "server-folder": { type: "string" } } });
const folder = values["server-folder"];
if (folder === undefined) throw new Error("Cannot ask a server: none is named, expected --server-folder");

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const collections: { readonly [resource: string]: string } = {
  clusterroles: `${rbac}/clusterroles`,
  clusterrolebindings: `${rbac}/clusterrolebindings`,
  roles: `${rbac}/roles`,
  rolebindings: `${rbac}/rolebindings`,
  priorityclasses: "/apis/scheduling.k8s.io/v1/priorityclasses",
};

await using server = await startServer(folder);
const sections: string[] = [];
for (const [resource, path] of Object.entries(collections)) {
  // The answer of the server we have just started, to a request that answers lists.
  const list = (await server.get(path)) as { readonly items: readonly Listed[] };
  const objects = list.items.map((item) => JSON.stringify(factsOf(item)));
  sections.push(`${JSON.stringify(resource)}:[\n${objects.join(",\n")}\n]`);
}
const module = `/** Made by tools/facts/bootstrap.ts, never edited. JSON, so that it costs nothing until it is parsed. */
export const bootstrapObjects: string = \`{
${sections.join(",\n")}
}\`;
`;
await writeFile(new URL("../../packages/apiserver/src/bootstrap/objects.generated.ts", import.meta.url), module);

/** What the object's author wrote, without what the server added, without prose. */
function factsOf(object: Listed): { readonly [field: string]: unknown } {
  const { name, namespace, labels, annotations } = object.metadata;
  const { metadata: _metadata, description: _prose, ...rest } = object;
  return { metadata: { name, namespace, labels, annotations }, ...rest };
}
