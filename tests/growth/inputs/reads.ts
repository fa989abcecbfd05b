/** Reads, selectors, paths, queries and headers; and deletes of collections. */
import type { FuzzRequest } from "../../fuzz/seed-requests.ts";
import type { GrowingInput } from "../input.ts";
import { core, json, list, read } from "../input.ts";

const maps = `${core}/configmaps`;

const objects = (n: number): readonly FuzzRequest[] =>
  list(n, (index) =>
    json("POST", maps, { metadata: { name: `o${index}`, labels: { a: `v${index}`, b: "x" } }, data: { k: "v" } }),
  );

const selecting = (selector: string): FuzzRequest => read(`${maps}?labelSelector=${encodeURIComponent(selector)}`);

const few = (): readonly FuzzRequest[] => objects(50);

export const readInputs: readonly GrowingInput[] = [
  {
    name: "list with values",
    partsMax: 20_000,
    before: few,
    request: (n) => selecting(`a in (${list(n, (index) => `x${index}`).join(",")})`),
  },
  {
    name: "list with excluded values",
    partsMax: 20_000,
    before: few,
    request: (n) => selecting(`a notin (${list(n, (index) => `x${index}`).join(",")})`),
  },
  {
    name: "list with values over as many objects",
    partsMax: 8000,
    readsStored: true,
    before: objects,
    request: (n) => selecting(`a in (${list(n, (index) => `x${index}`).join(",")})`),
  },
  {
    name: "list with requirements",
    partsMax: 20_000,
    before: few,
    request: (n) => selecting(list(n, (index) => `k${index}!=x`).join(",")),
  },
  {
    name: "list with a requirement for each key",
    partsMax: 20_000,
    before: few,
    request: (n) => selecting(list(n, (index) => `!k${index}`).join(",")),
  },
  { name: "list with a long key", partsMax: 400_000, before: few, request: (n) => selecting("a".repeat(n)) },
  { name: "list with long spaces", partsMax: 400_000, before: few, request: (n) => selecting(`a${" ".repeat(n)}= b`) },
  { name: "list with commas", partsMax: 400_000, before: few, request: (n) => selecting(",".repeat(n)) },
  { name: "list with open brackets", partsMax: 400_000, before: few, request: (n) => selecting("a in (".repeat(n)) },
  {
    name: "list with field selectors",
    partsMax: 20_000,
    before: few,
    request: (n) =>
      read(`${maps}?fieldSelector=${encodeURIComponent(list(n, (index) => `metadata.name!=x${index}`).join(","))}`),
  },
  {
    name: "list with escaped field selectors",
    partsMax: 200_000,
    before: few,
    request: (n) => read(`${maps}?fieldSelector=${encodeURIComponent(`metadata.name=${"\\,".repeat(n)}`)}`),
  },
  { name: "list of objects", partsMax: 8000, readsStored: true, before: objects, request: () => read(maps) },
  {
    name: "list as a table",
    partsMax: 8000,
    readsStored: true,
    before: objects,
    request: () => read(maps, { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" }),
  },
  {
    name: "list in yaml",
    partsMax: 4000,
    readsStored: true,
    before: objects,
    request: () => read(maps, { accept: "application/yaml" }),
  },
  {
    name: "list in protobuf",
    partsMax: 8000,
    readsStored: true,
    before: objects,
    request: () => read(maps, { accept: "application/vnd.kubernetes.protobuf" }),
  },
  {
    name: "list of metadata",
    partsMax: 8000,
    readsStored: true,
    before: objects,
    request: () => read(maps, { accept: "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io" }),
  },
  {
    name: "watch with initial events",
    partsMax: 8000,
    readsStored: true,
    before: objects,
    request: () =>
      read(
        `${maps}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=1`,
      ),
  },
  {
    name: "delete of a collection",
    partsMax: 8000,
    readsStored: true,
    before: objects,
    request: () => json("DELETE", maps, {}),
  },
  {
    name: "delete of a selected collection",
    partsMax: 8000,
    readsStored: true,
    before: objects,
    request: () => json("DELETE", `${maps}?labelSelector=b`, {}),
  },
  {
    name: "delete of a namespace's pods",
    partsMax: 4000,
    readsStored: true,
    before: (n) =>
      list(n, (index) =>
        json("POST", `${core}/pods`, {
          metadata: { name: `p${index}` },
          spec: { containers: [{ name: "c", image: "x" }] },
        }),
      ),
    request: () => json("DELETE", `${core}/pods`, {}),
  },
  { name: "path of many segments", partsMax: 200_000, request: (n) => read(`/api/v1${"/a".repeat(n)}`) },
  { name: "path of many slashes", partsMax: 400_000, request: (n) => read(`/${"/".repeat(n)}`) },
  { name: "path of dots", partsMax: 200_000, request: (n) => read(`/api/v1${"/..".repeat(n)}`) },
  { name: "path of escapes", partsMax: 200_000, request: (n) => read(`${maps}/${"%41".repeat(n)}`) },
  { name: "long name in the path", partsMax: 400_000, request: (n) => read(`${maps}/${"a.".repeat(n)}`) },
  {
    name: "query parameters",
    partsMax: 50_000,
    before: few,
    request: (n) => read(`${maps}?${list(n, (index) => `p${index}=1`).join("&")}`),
  },
  {
    name: "equal query parameters",
    partsMax: 50_000,
    before: few,
    request: (n) => json("POST", `${maps}?${list(n, () => "dryRun=All").join("&")}`, { metadata: { name: "a" } }),
  },
  {
    name: "long continue token",
    partsMax: 200_000,
    before: few,
    request: (n) => read(`${maps}?limit=1&continue=${"YWFh".repeat(n)}`),
  },
  {
    name: "long resource version",
    partsMax: 400_000,
    before: few,
    request: (n) => read(`${maps}?resourceVersion=${"1".repeat(n)}`),
  },
  { name: "long timeout", partsMax: 400_000, before: few, request: (n) => read(`${maps}?timeout=${"1s".repeat(n)}`) },
  {
    name: "long field manager",
    partsMax: 400_000,
    before: few,
    request: (n) => json("POST", `${maps}?fieldManager=${"m".repeat(n)}`, { metadata: { name: "a" } }),
  },
  {
    name: "accepted types",
    partsMax: 20_000,
    before: few,
    request: (n) => read(maps, { accept: list(n, (index) => `application/x${index};q=0.5`).join(",") }),
  },
  {
    name: "accepted types, the last one preferred",
    partsMax: 20_000,
    before: few,
    request: (n) => read(maps, { accept: list(n, (index) => `application/x;q=0.${100_000 + index}`).join(",") }),
  },
  {
    name: "parameters of an accepted type",
    partsMax: 20_000,
    before: few,
    request: (n) => read(maps, { accept: `application/json;${list(n, (index) => `p${index}=1`).join(";")}` }),
  },
  {
    name: "spaces in an accepted type",
    partsMax: 400_000,
    before: few,
    request: (n) => read(maps, { accept: `application/json${" ".repeat(n)};q=x` }),
  },
  {
    name: "commas in an accepted type",
    partsMax: 400_000,
    before: few,
    request: (n) => read(maps, { accept: ",".repeat(n) }),
  },
  {
    name: "long user agent",
    partsMax: 400_000,
    before: few,
    request: (n) =>
      json("POST", maps, { metadata: { name: "a" } }).method === "POST"
        ? {
            ...json("POST", maps, { metadata: { name: "a" } }),
            headers: { "content-type": "application/json", "user-agent": "a/".repeat(n) },
          }
        : read(maps),
  },
  {
    name: "long content type",
    partsMax: 400_000,
    before: few,
    request: (n) => ({
      ...json("POST", maps, { metadata: { name: "a" } }),
      headers: { "content-type": `application/json${";".repeat(n)}` },
    }),
  },
  {
    name: "long accepted encoding",
    partsMax: 100_000,
    before: few,
    request: (n) => read(maps, { "accept-encoding": "gzip,".repeat(n) }),
  },
  { name: "long etag", partsMax: 100_000, request: (n) => read("/api", { "if-none-match": '"a",'.repeat(n) }) },
  {
    name: "impersonated groups",
    partsMax: 100_000,
    before: few,
    request: (n) =>
      read(maps, { "impersonate-user": "u", "impersonate-group": list(n, (index) => `g${index}`).join(",") }),
  },
  {
    name: "long bearer token",
    partsMax: 400_000,
    before: few,
    request: (n) => read(maps, { authorization: `Bearer ${"a.".repeat(n)}` }),
  },
  {
    name: "log parameters",
    partsMax: 50_000,
    request: (n) => read(`${core}/pods/p/log?${list(n, () => "container=c").join("&")}`),
  },
  {
    name: "exec commands",
    partsMax: 50_000,
    request: (n) => read(`${core}/pods/p/exec?${list(n, (index) => `command=c${index}`).join("&")}`),
  },
];
