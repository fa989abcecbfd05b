/** Converts operations to requests, and responses to outcomes. */
import type { TestRequest, TestResponse } from "../http.ts";
import type { Fields, HistoryKind, Operation, Outcome, View } from "./history.ts";

/** The path of the objects of this kind in a namespace. */
export function collectionPath({ apiVersion, plural }: HistoryKind, namespace: string): string {
  const root = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return `${root}/namespaces/${namespace}/${plural}`;
}

/** The request of an operation on this object. */
export function requestOf(kind: HistoryKind, namespace: string, name: string, operation: Operation): TestRequest {
  const collection = collectionPath(kind, namespace);
  const path = `${collection}/${name}`;
  const { apiVersion, kind: kindName } = kind;
  const object = (metadata: object): object => ({ apiVersion, kind: kindName, metadata: { name, ...metadata } });
  const query = "manager" in operation ? `?fieldManager=${operation.manager}` : "";
  switch (operation.verb) {
    case "create": {
      const { annotations, finalizers } = operation;
      return { method: "POST", path: `${collection}${query}`, body: object({ annotations, finalizers }) };
    }
    case "put": {
      const { annotations, finalizers, uid } = operation;
      const preconditions = { ...versionOf(operation), ...(uid !== undefined && { uid }) };
      return { method: "PUT", path: `${path}${query}`, body: object({ annotations, finalizers, ...preconditions }) };
    }
    case "merge": {
      const { annotations, finalizers } = operation;
      const metadata = { annotations, ...(finalizers !== undefined && { finalizers }), ...versionOf(operation) };
      return patch("merge-patch+json", `${path}${query}`, { metadata });
    }
    case "add":
      return patch("json-patch+json", `${path}${query}`, [
        { op: "add", path: `/metadata/annotations/${operation.key}`, value: operation.value },
      ]);
    case "compareAndSet": {
      const at = `/metadata/annotations/${operation.key}`;
      const steps = [
        { op: "test", path: at, value: operation.from },
        { op: "replace", path: at, value: operation.to },
      ];
      return patch("json-patch+json", `${path}${query}`, steps);
    }
    case "apply": {
      const force = operation.force ? "&force=true" : "";
      return patch("apply-patch+yaml", `${path}${query}${force}`, object({ annotations: operation.annotations }));
    }
    case "status":
      return patch("merge-patch+json", `${path}/status${query}`, { status: operation.status });
    case "delete": {
      const { uid } = operation;
      const preconditions = { ...versionOf(operation), ...(uid !== undefined && { uid }) };
      return { method: "DELETE", path, body: { preconditions } };
    }
    case "get":
      return { path };
  }
}

function patch(type: string, path: string, body: object): TestRequest {
  return { method: "PATCH", path, headers: { "content-type": `application/${type}` }, body };
}

function versionOf({ version }: { readonly version?: number }): object {
  return version === undefined ? {} : { resourceVersion: `${version}` };
}

/** The fields of an object or a Status that histories use. */
interface Body {
  readonly kind: string;
  readonly message?: string;
  readonly details?: { readonly uid?: string };
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly annotations?: Fields;
    readonly finalizers?: readonly string[];
    readonly deletionTimestamp?: string;
    readonly managedFields?: readonly ManagedFieldsEntry[];
  };
  readonly status?: unknown;
}

interface ManagedFieldsEntry {
  readonly manager: string;
  readonly operation: string;
  readonly subresource?: string;
  readonly fieldsV1?: { readonly "f:metadata"?: { readonly "f:annotations"?: Readonly<Record<string, unknown>> } };
}

/** The outcome of a response. */
export function outcomeOf({ status, body }: TestResponse): Outcome {
  const read = body as Body;
  if (status === 200 || status === 201) {
    if (read.kind === "Status") return { type: "removed", uid: read.details?.uid ?? "" };
    return { type: "object", code: status, object: viewOf(read) };
  }
  return { type: "refused", code: status, message: read.message ?? "" };
}

/** The name and the view of an object in a response, a list or an event. */
export function namedView(body: unknown): readonly [name: string, view: View] {
  const read = body as Body;
  return [read.metadata.name, viewOf(read)];
}

function viewOf({ metadata, status }: Body): View {
  const { uid, resourceVersion, annotations = {}, finalizers = [], deletionTimestamp, managedFields = [] } = metadata;
  return {
    uid,
    revision: Number(resourceVersion),
    annotations,
    finalizers: finalizers.toSorted(),
    deleting: deletionTimestamp !== undefined,
    status: (status ?? {}) as Fields,
    owners: Object.fromEntries(managedFields.flatMap(ownedBy)),
  };
}

function ownedBy(entry: ManagedFieldsEntry): readonly (readonly [string, readonly string[]])[] {
  const fields = Object.keys(entry.fieldsV1?.["f:metadata"]?.["f:annotations"] ?? {}).filter((key) => key !== ".");
  if (entry.subresource !== undefined || fields.length === 0) return [];
  return [[`${entry.manager}/${entry.operation}`, fields.map((key) => key.replace(/^f:/u, "")).toSorted()]];
}
