// Reads from a real kube-apiserver the objects that it creates on an empty store: RBAC defaults, priority classes, APIServices, flow control.
// The output has names, rules and numbers, and no descriptions.
//
//   npx node --conditions=source tools/facts/bootstrap.ts --server-folder "$(tools/real/build.sh)"
//
// Writes packages/api-facts/src/bootstrap/objects.generated.ts.

import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { startServer } from "./server.ts";

interface Listed {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: { readonly [key: string]: string };
    readonly annotations?: { readonly [key: string]: string };
    readonly managedFields: readonly ManagedFields[];
  };
  readonly [field: string]: unknown;
}

interface ManagedFields {
  readonly manager: string;
  readonly apiVersion: string;
  readonly subresource?: string;
  readonly fieldsV1: object;
}

const { values } = parseArgs({ options: { "server-folder": { type: "string" } } });
const folder = values["server-folder"];
if (folder === undefined) throw new Error("Cannot start a server: --server-folder is missing");

const flowControl = "/apis/flowcontrol.apiserver.k8s.io/v1";
const rbac = "/apis/rbac.authorization.k8s.io/v1";
const collections: { readonly [resource: string]: string } = {
  clusterroles: `${rbac}/clusterroles`,
  clusterrolebindings: `${rbac}/clusterrolebindings`,
  roles: `${rbac}/roles`,
  rolebindings: `${rbac}/rolebindings`,
  priorityclasses: "/apis/scheduling.k8s.io/v1/priorityclasses",
  apiservices: "/apis/apiregistration.k8s.io/v1/apiservices",
  // Before the schemas, which refer to them.
  prioritylevelconfigurations: `${flowControl}/prioritylevelconfigurations`,
  flowschemas: `${flowControl}/flowschemas`,
};

await using server = await startServer(folder);
/** Managed fields as JSON. Most objects of a kind have the same. */
const managers: string[] = [];
const sections: string[] = [];
for (const [resource, path] of Object.entries(collections)) {
  // A list of the server that this program has started.
  const list = (await server.get(path)) as { readonly items: readonly Listed[] };
  const objects = list.items.map((item) => JSON.stringify(factsOf(item)));
  sections.push(`${JSON.stringify(resource)}:[\n${objects.join(",\n")}\n]`);
}
const module = `/** Made by tools/facts/bootstrap.ts, never edited. JSON, so that it costs nothing until it is parsed. */
export const bootstrapObjects: string = String.raw\`{
"managers":[
${managers.join(",\n")}
],
"objects":{
${sections.join(",\n")}
}}\`;
`;
await writeFile(new URL("../../packages/api-facts/src/bootstrap/objects.generated.ts", import.meta.url), module);

/** Returns the fields that the author of an object set, and the index of its manager; no fields of the server and no descriptions. */
function factsOf(object: Listed): { readonly [field: string]: unknown } {
  const { name, namespace, labels, annotations, managedFields } = object.metadata;
  // The server sets the status, and its managed fields, when it writes the object.
  const { metadata: _metadata, description: _prose, status: _status, ...rest } = object;
  const manager = managerIndex(managedFields.filter(({ subresource }) => subresource === undefined));
  return { manager, metadata: { name, namespace, labels, annotations }, ...rest };
}

function managerIndex([entry, ...others]: readonly ManagedFields[]): number {
  if (entry === undefined || others.length > 0) throw new Error("Cannot read an object: it must have one manager");
  const { manager, apiVersion, fieldsV1 } = entry;
  const text = JSON.stringify({ manager, apiVersion, fieldsV1 });
  const known = managers.indexOf(text);
  return known >= 0 ? known : managers.push(text) - 1;
}
