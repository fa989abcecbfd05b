/** A server on which a policy of random rights is created, and the requests of its users. */
import type { Clock } from "@kubewright/async";
import type { Environment } from "@kubewright/envtest";
import type { Transport } from "@kubewright/transport";
import { sendRequest } from "../http.ts";
import type { TestRequest, TestResponse } from "../http.ts";
import { openTokenTransports } from "../token-transport.ts";
import { rbacGroup, rbacPath } from "./place.ts";
import type { Place } from "./place.ts";
import type { RightsRequest } from "./random-request.ts";

export interface RightsServer extends AsyncDisposable {
  readonly clock: Clock;
  /** Sends requests as an administrator. */
  readonly administrator: Transport;
  /** Sends requests by the bearer token in their headers. */
  readonly users: Transport;
}

/** Sends a request of a policy, by the credentials of its user. */
export type SendAsUser = (request: RightsRequest) => Promise<TestResponse>;

/** Disposing it closes the connections. An embedded server begins to listen. */
export async function openRightsServer(
  environment: Pick<Environment, "server" | "apiServer" | "kubeconfig" | "transport" | "clock">,
): Promise<RightsServer> {
  const transports = await openTokenTransports(environment);
  return {
    clock: environment.clock,
    administrator: environment.transport,
    users: transports.of(),
    [Symbol.asyncDispose]: () => transports[Symbol.asyncDispose](),
  };
}

/** Creates the namespaces, service accounts and rights of a policy. Resolves once they are in effect. */
export async function installPolicy(
  server: RightsServer,
  place: Place,
  rights: readonly TestRequest[],
): Promise<SendAsUser> {
  const { namespaces, accounts } = place;
  for (const name of namespaces) await created(server, post("/api/v1/namespaces", { metadata: { name } }));
  const tokens = new Map<string, string>();
  const collection = `/api/v1/namespaces/${namespaces[0]}/serviceaccounts`;
  for (const name of accounts) {
    await created(server, post(collection, { metadata: { name } }));
    const { status } = (await created(server, post(`${collection}/${name}/token`, { spec: {} }))) as TokenRequest;
    tokens.set(name, status.token);
  }
  await addRights(server, place, { rights, step: "first" });

  return async ({ account, ...request }) => {
    if (account === undefined) return sendRequest(server.administrator, request);
    const authorization = `Bearer ${tokens.get(account)}`;
    return sendRequest(server.users, { ...request, headers: { ...request.headers, authorization } });
  };
}

interface TokenRequest {
  readonly status: { readonly token: string };
}

interface AddedRights {
  readonly rights: readonly TestRequest[];
  /** A name in lower case, which is different for each call in a policy. */
  readonly step: string;
}

/** Creates roles and bindings, and waits until they are in effect: a kube-apiserver reads the four kinds from watches. */
export async function addRights(server: RightsServer, place: Place, { rights, step }: AddedRights): Promise<void> {
  const [namespace] = place.namespaces;
  const user = `${place.prefix}-probe-${step}`;
  const probes = ["secrets", "services"] as const;
  const [cluster, namespaced] = probes.map((resource) => ({
    metadata: { name: user },
    rules: [{ apiGroups: [""], resources: [resource], verbs: ["get"] }],
  }));
  const bindingTo = (kind: string): object => ({
    metadata: { name: user },
    roleRef: { apiGroup: rbacGroup, kind, name: user },
    subjects: [{ kind: "User", apiGroup: rbacGroup, name: user }],
  });
  const inNamespace = `${rbacPath}/namespaces/${namespace}`;
  const requests = [
    ...rights,
    post(`${rbacPath}/clusterroles`, cluster),
    post(`${rbacPath}/clusterrolebindings`, bindingTo("ClusterRole")),
    post(`${inNamespace}/roles`, namespaced),
    post(`${inNamespace}/rolebindings`, bindingTo("Role")),
  ];
  for (const request of requests) await created(server, request);
  for (const resource of probes) {
    await inEffect(server, {
      path: `/api/v1/namespaces/${namespace}/${resource}/none`,
      headers: { "impersonate-user": user },
    });
  }
}

const pollEveryMs = 20;
const pollsMax = 500;

async function inEffect({ administrator, clock }: RightsServer, request: TestRequest): Promise<void> {
  for (let polls = 0; polls < pollsMax; polls++) {
    const { status } = await sendRequest(administrator, request);
    if (status === 404) return;
    await clock.sleep(pollEveryMs);
  }
  throw new Error(`Cannot wait for the rights of ${request.path}: the status is still 403, must be 404`);
}

async function created({ administrator }: RightsServer, request: TestRequest): Promise<unknown> {
  const { status, body } = await sendRequest(administrator, request);
  if (status === 201) return body;
  throw new Error(`Cannot create ${JSON.stringify(request)}: the status is ${status}, must be 201`);
}

function post(path: string, body: unknown): TestRequest {
  return { method: "POST", path, body };
}
