// A get: one object, or a view of it.
import { notFound, unclassifiedError } from "@kubewright/apimachinery";
import { groupResourceOf } from "../registry/error-names.ts";
import { entryKey } from "../storage/stored-entry.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import type { ConvertedEntry } from "../conversion/converted-entries.ts";
import { convertAgain, prefetchEntry } from "../conversion/prefetch.ts";
import { assertKey } from "../request/object-key.ts";
import { respondWithConverted } from "../request/responses.ts";
import { reachRevision, resourceVersionProblem } from "../request/resource-version.ts";
import type { Scope } from "../request/scope.ts";
import type { ServerResponse } from "../http/server-request.ts";

/** Handles a GET of one object. */
export async function get(scope: Scope): Promise<ServerResponse> {
  return respondWithConverted(scope, 200, await getEntry(scope));
}

/** The entry that the path names, in the version of the request. Rejects with 404, or with 504 if the store does not reach the requested resourceVersion. */
export async function getEntry(scope: Scope): Promise<ConvertedEntry> {
  const { engine, request, resource } = scope;
  assertKey(resource, scope.namespace, scope.target.name);
  const version = request.query.get("resourceVersion") ?? "";
  if (version !== "" && version !== "0") {
    const problem = resourceVersionProblem(version);
    if (problem !== undefined) throw unclassifiedError(problem);
    await reachRevision(engine, BigInt(version), request.signal);
  }
  const entry = storedEntry(scope);
  // resourceVersion=0 accepts what the server has converted before.
  return version === "0" ? prefetchEntry(entry, resource) : convertAgain(entry, resource);
}

/** The current entry that the path names, for a request whose options do not include a resourceVersion. Rejects with 404. */
export async function getCurrentEntry(scope: Scope): Promise<ConvertedEntry> {
  assertKey(scope.resource, scope.namespace, scope.target.name);
  return convertAgain(storedEntry(scope), scope.resource);
}

function storedEntry({ engine, resource, namespace, target }: Scope): StoredEntry {
  const entry = engine.store.tableOf(resource).get(entryKey(namespace, target.name));
  if (entry === undefined) throw notFound(groupResourceOf(resource), target.name);
  return entry;
}
