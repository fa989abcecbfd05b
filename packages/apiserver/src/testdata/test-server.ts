// A server with a few small kinds, without the rules of the built-in kinds. Each kind tests one feature of the engine.
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { Clock, VirtualClock } from "@kubewright/async";
import type { Transport } from "@kubewright/transport";
import { readText } from "@kubewright/transport";
import { createInProcessTransport } from "../in-process-transport.ts";
import type { AdmissionPlugin } from "../registry/admission-plugin.ts";
import type { UserInfo } from "../authentication/user-info.ts";
import { createRegistry } from "../registry/registry.ts";
import type { ServedResource, Strategy } from "../contracts/strategy.ts";
import type { Server } from "../server.ts";
import { serviceAccountSettings } from "../service-accounts/service-account-options.ts";
import { createServer } from "../server.ts";
import type { Store } from "../storage/store.ts";

const allVerbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"] as const;

/** The simplest kind: namespaced, without status. */
export const configMaps: ServedResource = builtin("", "ConfigMap", "configmaps", true, {
  hasStatus: false,
  tracksGeneration: false,
  decode: (object) => ({
    object,
    unknownFields: Object.keys(object).filter((name) => !configMapFields.has(name)),
  }),
});
const configMapFields = new Set(["apiVersion", "kind", "metadata", "data", "binaryData", "immutable"]);

/** With status, generation, a grace period and a selectable field. */
export const pods: ServedResource = {
  ...builtin("", "Pod", "pods", true, {
    hasStatus: true,
    tracksGeneration: true,
    deletion: { returnsObject: true, gracePeriodFor: (_object, requested) => requested ?? 30 },
    fields: {
      labels: ["spec.nodeName"],
      valuesOf: ({ spec }) => {
        const node: unknown = typeof spec === "object" && spec !== null && "nodeName" in spec ? spec.nodeName : "";
        return { "spec.nodeName": typeof node === "string" ? node : "" };
      },
    },
  }),
  subresources: [{ type: "object", name: "status", verbs: ["get", "patch", "update"], strategy: {} }],
};

/** Cluster-scoped. */
export const nodes: ServedResource = builtin("", "Node", "nodes", false, { hasStatus: true, keepsStatusOnCreate: true, tracksGeneration: false });

/** Custom, in two versions that differ in name only; v2 is stored. */
export const widgets: ServedResource = {
  ...builtin("x.io", "Widget", "widgets", true, { hasStatus: true, tracksGeneration: true, allowUnconditionalUpdate: false }),
  custom: true,
  versions: ["v2", "v1"].map((name) => ({ name, definitionName: `io.x.${name}.Widget`, schema: () => ({ type: "object" }) })),
  storage: { key: "widgets.x.io", apiVersion: "x.io/v2", kind: "Widget" },
  subresources: [
    { type: "object", name: "status", verbs: ["get", "patch", "update"], strategy: {} },
    {
      type: "view",
      name: "scale",
      verbs: ["get", "patch", "update"],
      gvk: { group: "autoscaling", version: "v1", kind: "Scale" },
      replicasAt: () => ["spec", "replicas"],
      read: (parent) => ({
        apiVersion: "autoscaling/v1",
        kind: "Scale",
        metadata: { name: parent.metadata.name ?? "", resourceVersion: parent.metadata.resourceVersion ?? "" },
        spec: { replicas: (parent["spec"] as { replicas?: number } | undefined)?.replicas ?? 0 },
      }),
      write: (parent, view) => {
        parent["spec"] = { ...(parent["spec"] as object | undefined), replicas: (view["spec"] as { replicas: number }).replicas };
      },
    },
  ],
};

/** The RBAC kinds, with the fields that the authorizer reads. */
export const rbacKinds: readonly ServedResource[] = [
  builtin("rbac.authorization.k8s.io", "Role", "roles", true, { hasStatus: false, tracksGeneration: false }),
  builtin("rbac.authorization.k8s.io", "RoleBinding", "rolebindings", true, { hasStatus: false, tracksGeneration: false }),
  builtin("rbac.authorization.k8s.io", "ClusterRole", "clusterroles", false, { hasStatus: false, tracksGeneration: false }),
  builtin("rbac.authorization.k8s.io", "ClusterRoleBinding", "clusterrolebindings", false, { hasStatus: false, tracksGeneration: false }),
];

export interface TestServer {
  readonly server: Server;
  readonly clock: VirtualClock;
  readonly transport: Transport;
  readonly send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<TestResponse>;
  readonly sendAs: (user: UserInfo, method: string, path: string, body?: unknown) => Promise<TestResponse>;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly text: string;
  /** The body as JSON. Fields that the body lacks are `undefined`, in spite of their types. */
  readonly json: Shown;
}

/**
 * All fields of responses that tests read: of objects, lists, tables, Statuses and documents. No response has all of them; a test that reads an absent
 * field fails.
 */
export interface Shown {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: ShownMetadata;
  readonly data: unknown;
  readonly spec: { readonly replicas: number };
  readonly status: {
    readonly userInfo: { readonly groups: readonly string[] };
    readonly resourceRules: readonly unknown[];
  };
  readonly message: string;
  readonly reason: string;
  readonly code: number;
  readonly details: unknown;
  readonly items: readonly [Shown, ...Shown[]];
  readonly columnDefinitions: readonly { readonly name: string }[];
  readonly rows: readonly [ShownRow, ...ShownRow[]];
  readonly name: string;
  readonly groups: readonly Shown[];
  readonly versions: readonly [ShownVersion, ...ShownVersion[]];
  readonly resources: readonly [ShownResource, ...ShownResource[]];
  readonly gitVersion: string;
  readonly major: string;
  readonly minor: string;
  readonly paths: readonly string[] & { readonly [path: string]: ShownPath };
  readonly swagger: string;
  readonly definitions: { readonly [name: string]: ShownSchema };
  readonly components: { readonly schemas: { readonly [name: string]: ShownSchema } };
}

export interface ShownMetadata {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation: number;
  readonly generateName: string;
  readonly creationTimestamp: string;
  readonly deletionTimestamp: string;
  readonly deletionGracePeriodSeconds: number;
  readonly labels: unknown;
  readonly finalizers: unknown;
  readonly continue: string;
  readonly remainingItemCount: number;
}

export interface ShownRow {
  readonly cells: readonly unknown[];
  readonly object: Shown;
}

export interface ShownVersion {
  readonly version: string;
  readonly freshness: string;
  readonly resources: readonly [ShownResource, ...ShownResource[]];
}

export interface ShownResource {
  readonly name: string;
  readonly resource: string;
  readonly responseKind: unknown;
  readonly scope: string;
}

export interface ShownPath {
  readonly serverRelativeURL: string;
  readonly patch: {
    readonly parameters: readonly { readonly name: string; readonly in: string }[];
    readonly requestBody: { readonly content: object };
    readonly "x-kubernetes-group-version-kind": unknown;
  };
}

export interface ShownSchema {
  readonly properties: {
    readonly metadata: { readonly $ref: string; readonly allOf: readonly [{ readonly $ref: string }] };
  };
}

/** Parses a response body. A body that is not JSON is an object without fields. */
export function shown(text: string): Shown {
  try {
    return JSON.parse(text) as Shown;
  } catch {
    return {} as Shown; // Plain text, or a stream of lines.
  }
}

export interface TestServerOptions {
  readonly admission?: readonly AdmissionPlugin[];
  readonly authorization?: "RBAC" | "AlwaysAllow";
  readonly store?: Store;
  readonly kinds?: readonly ServedResource[];
  /** The clock of the server. Default: that of the result. */
  readonly clock?: Clock;
}

export function startTestServer(options: TestServerOptions = {}): TestServer {
  const clock = createVirtualClock({ startTime: Date.parse("2026-11-20T12:00:00Z") });
  const kinds = options.kinds ?? [configMaps, pods, nodes, widgets, ...rbacKinds];
  const server = createServer({
    clock: options.clock ?? clock,
    random: createSeededRandom("test"),
    authorization: options.authorization ?? "RBAC",
    serviceAccounts: serviceAccountSettings({}),
    parts: { registry: createRegistry(), resources: kinds, admission: options.admission ?? [] },
    ...(options.store === undefined ? {} : { store: options.store }),
    onInternalError: (error) => {
      throw error;
    },
  });
  const transport = createInProcessTransport(server.handle, { name: "admin", groups: ["system:masters"] });
  async function sendOn(through: Transport, method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<TestResponse> {
    const text = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
    const response = await through.request({ method, path, ...text, ...(headers === undefined ? {} : { headers }) });
    const content = await readText(response);
    return { status: response.status, headers: response.headers, text: content, json: shown(content) };
  }
  return {
    server,
    clock,
    transport,
    send: (method, path, body, headers) => sendOn(transport, method, path, body, headers),
    sendAs: (user, method, path, body) => sendOn(createInProcessTransport(server.handle, user), method, path, body),
  };
}

export function builtin(group: string, kind: string, plural: string, namespaced: boolean, strategy: Strategy): ServedResource {
  const apiVersion = group === "" ? "v1" : `${group}/v1`;
  return {
    group,
    kind,
    plural,
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    namespaced,
    verbs: allVerbs,
    versions: [{ name: "v1", definitionName: `test.${kind}`, schema: () => undefined }],
    storage: { key: group === "" ? plural : `${plural}.${group}`, apiVersion, kind },
    custom: false,
    strategy,
  };
}
