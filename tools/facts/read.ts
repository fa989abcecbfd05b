// Reads everything that a server publishes about its API. Responses are trusted to have the format of a
// kube-apiserver answers, and `buildModel` rejects unknown formats by name.

import type { ColumnDefinition, GroupDiscoveryList, OpenApiDocument, PublishedApi } from "./from-openapi/index.ts";
import type { Connection } from "./connection.ts";

const aggregatedDiscovery = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
const table = "application/json;as=Table;v=v1;g=meta.k8s.io";

/** Requests the version, both discovery documents, every OpenAPI document of a group version, and a table per list. */
export async function readPublishedApi(server: Connection): Promise<PublishedApi> {
  const { gitVersion } = (await server.get("/version")) as { readonly gitVersion: string };
  const core = (await server.get("/api", aggregatedDiscovery)) as GroupDiscoveryList;
  const named = (await server.get("/apis", aggregatedDiscovery)) as GroupDiscoveryList;
  const groups = [...core.items, ...named.items];

  return {
    serverVersion: gitVersion.replace(/^v/u, ""),
    documents: await readDocuments(server, groups),
    groups,
    tables: await readTables(server, groups),
  };
}

async function readDocuments(
  server: Connection,
  groups: GroupDiscoveryList["items"],
): Promise<PublishedApi["documents"]> {
  const { paths } = (await server.get("/openapi/v3")) as {
    readonly paths: { readonly [path: string]: { readonly serverRelativeURL: string } };
  };
  const documents: Record<string, OpenApiDocument> = {};
  for (const [path, { serverRelativeURL }] of Object.entries(paths)) {
    documents[path] = (await server.get(serverRelativeURL)) as OpenApiDocument;
  }
  for (const { metadata, versions } of groups) {
    for (const { version } of versions) {
      const path = metadata?.name ? `apis/${metadata.name}/${version}` : `api/${version}`;
      if (!(path in documents)) throw new Error(`Cannot read "${path}": discovery has it, but OpenAPI does not (yet)`);
    }
  }
  return documents;
}

async function readTables(server: Connection, groups: GroupDiscoveryList["items"]): Promise<PublishedApi["tables"]> {
  const tables: Record<string, readonly ColumnDefinition[]> = {};
  for (const { metadata, versions } of groups) {
    for (const { version, resources = [] } of versions) {
      const base = metadata?.name ? `/apis/${metadata.name}/${version}` : `/api/${version}`;
      for (const { resource, verbs } of resources) {
        if (!verbs.includes("list")) continue;
        const path = `${base}/${resource}`;
        const answer = (await server.get(`${path}?limit=1`, table)) as {
          readonly columnDefinitions: readonly ColumnDefinition[];
        };
        tables[path] = answer.columnDefinitions;
      }
    }
  }
  return tables;
}
