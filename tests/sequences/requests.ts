/** A random sequence as the steps of a differential case. */
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import type { DifferentialRequest, DifferentialStep } from "../differential/case.ts";
import { togetherRequests } from "./together.ts";
import { knownText, optional, patchTypes } from "./request-parts.ts";
import type { Context, Seen } from "./request-parts.ts";
import type { Field } from "./bodies.ts";
import { fieldsOf, objectOf, replicasIn, scaleOf, withValue } from "./bodies.ts";
import { inVersion } from "./kind.ts";
import type { SequenceKind } from "./kind.ts";
import type { Part, Sequence, Step, WatchChoice } from "./sequence.ts";

/** The object that is created at the end: a watch that has sent it has sent everything. */
export const lastName = "zz-end";

/** The timeout of a watch for the expected events. */
const watchSeconds = 20;

/** `begin`, and the steps in the order of the sequence. A watch is opened before them and read after them, and another one starts at the first response. */
export function requestsOf(
  { kind, steps, watched, versions }: Sequence,
  begin: readonly DifferentialStep[] = [],
): readonly DifferentialStep[] {
  const requests: DifferentialStep[] = [...begin];
  const seen = new Map<string, Seen>();
  /** Objects that the next write may remove: an apply can create an object with a deletionTimestamp. */
  const removable = new Set<string>();
  const collection = collectionOf(kind);
  const watch = (query: string): string =>
    `${collection}?${joined("watch=1", `timeoutSeconds=${watchSeconds}`, query)}`;
  const accepting = watched?.accept === undefined ? {} : { headers: { accept: watched.accept } };

  if (watched !== undefined) requests.push({ method: "GET", path: watch(watched.query), ...accepting, events: 0 });
  for (const [index, step] of steps.entries()) {
    const versioned = inVersion(kind, versions[index % versions.length] ?? 0);
    if (setsDeletionTimestamp(step, versioned)) removable.add(step.name);
    // Which request of a race removes such an object, and which one creates it again, depends on their order.
    if (step.do === "together" && removable.has(step.name)) continue;
    const context = { kind: versioned, collection: collectionOf(versioned), seen, next: requests.length };
    for (const request of stepRequests(step, context)) {
      // The version in the response to a dry run is not stored.
      if (showsObject(step) && "query" in step && !step.query.includes("dryRun"))
        note(seen, step.name, requests.length);
      requests.push(request);
    }
  }
  if (watched === undefined) return requests;

  // The label that this selector matches.
  const labels: JsonObject = watched.query === "labelSelector=app%3Dx" ? { app: "x" } : {};
  requests.push({ method: "POST", path: collection, body: objectOf(kind, lastName, [], { labels }) });
  const reading = requests.length;
  const from = resumedFrom(watched.resume, reading, [...seen.values()]);
  const until = { until: lastName };
  requests.push({ watch: begin.length, events: until });
  requests.push({ method: "GET", path: watch(joined(watched.query, from)), ...accepting, events: until });
  return requests;
}

function setsDeletionTimestamp(step: Step, kind: SequenceKind): step is Extract<Step, { readonly fields: unknown }> {
  return "fields" in step && fieldsOf(step, kind).some(({ path }) => path.join(".") === "metadata.deletionTimestamp");
}

function collectionOf({ root, plural }: SequenceKind): string {
  return `${root}/namespaces/{{namespace}}/${plural}`;
}

/** The start of a watch in the query; the first watch has been read in step `reading`. */
function resumedFrom(resume: WatchChoice["resume"], reading: number, seen: readonly Seen[]): string {
  switch (resume) {
    case "initial":
      return "sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan";
    case "event":
      return `resourceVersion={{${reading}.events.1.object.metadata.resourceVersion|0}}`;
    case "first":
    case "middle": {
      const responses = seen.map((each) => each.first).toSorted((a, b) => a - b);
      const response = responses[resume === "first" ? 0 : Math.trunc(responses.length / 2)];
      return response === undefined ? "" : `resourceVersion={{${response}.metadata.resourceVersion|0}}`;
    }
  }
}

function showsObject(step: Step): step is Extract<Step, { readonly name: string }> {
  return step.do === "create" || step.do === "update" || step.do === "patch";
}

function note(seen: Map<string, Seen>, name: string, number: number): void {
  seen.set(name, { first: seen.get(name)?.first ?? number, last: number });
}

function stepRequests(step: Step, context: Context): readonly DifferentialRequest[] {
  const { kind, collection, seen } = context;
  switch (step.do) {
    case "create":
      return [
        {
          method: "POST",
          path: withQuery(collection, step.query),
          body: objectOf(kind, step.name, fieldsOf(step, kind)),
        },
      ];
    case "update": {
      const version = knownText(step.version, seen.get(step.name), "resourceVersion");
      const metadata = version === undefined ? {} : { resourceVersion: version };
      const fields = fieldsOf(step, kind);
      return [
        {
          method: "PUT",
          path: withQuery(partPath(collection, step), step.query),
          body:
            step.on === "scale"
              ? scaleOf(step.name, replicasIn(step.fields), metadata)
              : objectOf(kind, step.name, fields, metadata),
        },
      ];
    }
    case "patch":
      return [patchRequest(step, context)];
    case "get":
      return [{ method: "GET", path: partPath(collection, step), ...acceptHeader(step) }];
    case "list":
      return listRequests(step, context);
    case "delete":
      return [
        {
          method: "DELETE",
          path: withQuery(`${collection}/${step.name}`, step.query),
          body: deleteOptionsOf(step, seen.get(step.name)),
        },
      ];
    case "delete-all":
      return [{ method: "DELETE", path: withQuery(collection, step.query) }];
    case "together":
      return togetherRequests(step, context);
  }
}

function listRequests(
  step: Extract<Step, { readonly do: "list" }>,
  { collection, next }: Context,
): readonly DifferentialRequest[] {
  const path = (query: string): string => withQuery(collection, joined(step.query, query));
  const headers = acceptHeader(step);
  if (step.pages === 0) return [{ method: "GET", path: path(""), ...headers }];
  const rest = `limit=${step.pages}&continue={{${next}.metadata.continue|}}`;
  return [
    { method: "GET", path: path(`limit=${step.pages}`), ...headers },
    { method: "GET", path: path(rest), ...headers },
  ];
}

function deleteOptionsOf(
  { version, uid, options }: Extract<Step, { readonly do: "delete" }>,
  seen: Seen | undefined,
): object {
  const preconditions = {
    ...optional("resourceVersion", knownText(version, seen, "resourceVersion")),
    ...optional("uid", knownText(uid, seen, "uid")),
  };
  return Object.keys(preconditions).length === 0 ? options : { ...options, preconditions };
}

function patchRequest(
  step: Extract<Step, { readonly do: "patch" }>,
  { kind, collection, seen }: Context,
): DifferentialRequest {
  const { name, form, version } = step;
  const known = optional("resourceVersion", knownText(version, seen.get(name), "resourceVersion"));
  const fields =
    step.on === "scale" ? [{ path: ["spec", "replicas"], value: replicasIn(step.fields) }] : fieldsOf(step, kind, true);
  return {
    method: "PATCH",
    path: withQuery(partPath(collection, step), step.query),
    headers: { "content-type": patchTypes[form] },
    body: patchBody(step, { kind, fields, known }),
  };
}

function patchBody(
  { name, form, on, fields: chosen }: Extract<Step, { readonly do: "patch" }>,
  { kind, fields, known }: { kind: SequenceKind; fields: readonly Field[]; known: { resourceVersion?: string } },
): JsonValue {
  if (form === "json") {
    const test =
      known.resourceVersion === undefined
        ? []
        : [operation("test", ["metadata", "resourceVersion"], known.resourceVersion)];
    return [
      ...test,
      ...fields.map(({ path, value }, index) =>
        value === undefined ? operation("remove", path) : operation(index % 2 === 0 ? "add" : "replace", path, value),
      ),
    ];
  }
  const withVersion: readonly Field[] =
    known.resourceVersion === undefined
      ? fields
      : [...fields, { path: ["metadata", "resourceVersion"], value: known.resourceVersion }];
  if (form !== "apply") {
    return withVersion.reduce<JsonObject>((body, { path, value }) => withValue(body, path, value ?? null), {});
  }
  const type =
    on === "scale" ? { apiVersion: "autoscaling/v1", kind: "Scale" } : { apiVersion: kind.apiVersion, kind: kind.kind };
  // Some appliers send the whole object, others only some fields.
  const isWhole = on === "object" && chosen.reduce((sum, { value }) => sum + value, 0) % 2 === 0;
  const start: JsonObject = { ...type, metadata: { name }, ...(isWhole ? kind.base : {}) };
  return withVersion.reduce((body, { path, value }) => withValue(body, path, value), start);
}

function operation(op: string, path: readonly string[], value?: JsonValue): JsonObject {
  const pointer = path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return { op, path: pointer, ...(value === undefined ? {} : { value }) };
}

function partPath(collection: string, { name, on }: { readonly name: string; readonly on: Part }): string {
  return on === "object" ? `${collection}/${name}` : `${collection}/${name}/${on}`;
}

function acceptHeader({ accept }: { readonly accept?: string }): { headers?: Record<string, string> } {
  return accept === undefined ? {} : { headers: { accept } };
}

function withQuery(path: string, query: string): string {
  return query === "" ? path : `${path}?${query}`;
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("&");
}
