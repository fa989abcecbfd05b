/** Requests for the cases of server-side apply. */
import type { DifferentialRequest } from "../case.ts";

export const maps = "/api/v1/namespaces/{{namespace}}/configmaps";
export const deployments = "/apis/apps/v1/namespaces/{{namespace}}/deployments";

/** An apply by this manager; further query parameters may follow its name. */
export function apply(path: string, manager: string, body: unknown): DifferentialRequest {
  return {
    method: "PATCH",
    path: `${path}?fieldManager=${manager}`,
    headers: { "content-type": "application/apply-patch+yaml" },
    body,
  };
}

/** The same request with this user agent. */
export function by(userAgent: string, request: DifferentialRequest): DifferentialRequest {
  return { ...request, headers: { ...request.headers, "user-agent": userAgent } };
}

/** A ConfigMap with the name `a`. */
export function configMap(data: object, metadata: object = {}): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", ...metadata }, data };
}

/** A Deployment with the name `d` and containers with the names in `containers`. */
export function deployment(containers: readonly object[], spec: object = {}, podSpec: object = {}): object {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "d" },
    spec: {
      selector: { matchLabels: { app: "d" } },
      template: { metadata: { labels: { app: "d" } }, spec: { containers, ...podSpec } },
      ...spec,
    },
  };
}

export const one: object = { name: "one", image: "example.com/one:1" };
export const two: object = { name: "two", image: "example.com/two:1" };
