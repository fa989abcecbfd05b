// GET /openapi/v3: an index with a hash for each group version, and a document for each, made when somebody asks for it and kept until the kinds
// change. Clients keep documents by their hash for ever. https://kubernetes.io/docs/concepts/overview/kubernetes-api/#openapi-v3
import { createHash } from "node:crypto";
import { headerOf } from "@kubewright/transport";
import { kubernetesVersion } from "@kubewright/api-facts";
import type { ServerRequest, ServerResponse } from "../endpoints/server-request.ts";
import { parseAccept } from "../negotiation/accept-clauses.ts";
import type { Registry } from "../registry/registry.ts";
import { groupVersionDocument } from "./document.ts";

export interface OpenApi {
  /** Answers a request below `/openapi/v3`; `segments` are what follows. */
  readonly serve: (segments: readonly string[], request: ServerRequest) => ServerResponse;
  /** The group versions there are documents of: `api/v1`, `apis/apps/v1`. */
  readonly paths: () => readonly string[];
}

interface GroupVersionFacts {
  readonly group: string;
  readonly version: string;
  readonly hash: string;
  document: Uint8Array | undefined;
}

const yearMs = 365 * 24 * 60 * 60 * 1000;

/** The OpenAPI of what a registry serves. `wallTime` is for the date until which an answer may be kept. */
export function createOpenApi(registry: Registry, wallTime: () => number): OpenApi {
  let known: ReadonlyMap<string, GroupVersionFacts> = new Map();
  let knownAt = -1;

  function current(): ReadonlyMap<string, GroupVersionFacts> {
    if (knownAt === registry.generation) return known;
    const next = new Map<string, GroupVersionFacts>();
    for (const group of registry.groups()) {
      for (const version of registry.versions(group)) {
        const path = group === "" ? `api/${version}` : `apis/${group}/${version}`;
        const hash = hashOf(registry, group, version);
        const before = known.get(path);
        next.set(path, before?.hash === hash ? before : { group, version, hash, document: undefined });
      }
    }
    known = next;
    knownAt = registry.generation;
    return known;
  }

  function serveIndex(): ServerResponse {
    const paths = Object.fromEntries(
      [...current()].map(([path, { hash }]) => [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }]),
    );
    const body = Buffer.from(JSON.stringify({ paths }));
    return { status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, body };
  }

  function serveDocument(path: string, facts: GroupVersionFacts, request: ServerRequest): ServerResponse {
    const wanted = request.query.get("hash");
    if (wanted !== null && wanted !== facts.hash) {
      const location = `/openapi/v3/${path}?hash=${facts.hash}`;
      return { status: 301, headers: { location, vary: "Accept" }, body: new Uint8Array() };
    }
    if (!takesJson(headerOf(request.headers, "accept"))) return { status: 406, headers: {}, body: new Uint8Array() };
    const headers = {
      etag: `"${facts.hash}"`,
      vary: "Accept",
      ...(wanted === null
        ? {}
        : { "cache-control": "public, immutable", expires: new Date(wallTime() + yearMs).toUTCString() }),
    };
    if (headerOf(request.headers, "if-none-match") === headers.etag) {
      return { status: 304, headers, body: new Uint8Array() };
    }
    facts.document ??= Buffer.from(JSON.stringify(groupVersionDocument(registry, facts.group, facts.version)));
    return { status: 200, headers: { ...headers, "content-type": "application/json" }, body: facts.document };
  }

  return {
    serve(segments, request) {
      if (segments.length === 0) return serveIndex();
      const path = segments.join("/");
      const facts = current().get(path);
      if (facts === undefined) return { status: 404, headers: {}, body: new Uint8Array() };
      return serveDocument(path, facts, request);
    },
    paths: () => [...current().keys()],
  };
}

/**
 * Stands for the content of a document without making it: built-in kinds are the same in every server of one version, custom ones are hashed with their
 * schemas.
 */
function hashOf(registry: Registry, group: string, version: string): string {
  const hash = createHash("sha512").update(`${kubernetesVersion} ${group}/${version}`);
  for (const { resource, version: served } of registry.resources(group, version)) {
    const { plural, kind, custom, subresources = [] } = resource;
    hash.update(`\n${plural} ${kind} ${subresources.map(({ name }) => name).join()}`);
    if (custom) hash.update(JSON.stringify(served.schema() ?? null));
  }
  return hash.digest("hex").toUpperCase();
}

function takesJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === "") return true;
  return parseAccept(accept).some(({ mediaType }) => ["application/json", "application/*", "*/*"].includes(mediaType));
}
