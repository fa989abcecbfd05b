/**
 * Servers with a bug in their rights, to show that the comparison finds it. Each wraps the transports of a correct server: where the server denies a
 * request, the bug looks for another right of the user, and then sends the request as an administrator.
 */
import { bodyOf, readText } from "@kubewright/transport";
import type { HeaderMap, Transport, TransportRequest } from "@kubewright/transport";
import { sendRequest } from "../http.ts";
import type { RightsServer } from "./rights-server.ts";

/** The attributes of a SelfSubjectAccessReview. */
interface Right {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace: string;
  readonly name: string;
}

/** The right that is sufficient by mistake; `undefined` for requests that the bug does not affect. */
type WrongRight = (method: string, path: string) => Right | undefined;

const wrongRights = {
  "get that is sufficient for exec": (method, path) => {
    const [, namespace, name] = /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)\/exec\?/u.exec(path) ?? [];
    if (method !== "GET" || namespace === undefined || name === undefined) return undefined;
    return { verb: "get", group: "", resource: "pods", subresource: "exec", namespace, name };
  },
  "right to one name that permits the deletion of the collection": (method, path) => {
    const collection = /^\/api(?:s\/(apps))?\/v1(?:\/namespaces\/([^/]+))?\/([a-z]+)\?.*=metadata\.name=([^=&]+)$/u;
    const [, group = "", namespace = "", resource, name] = collection.exec(path) ?? [];
    if (method !== "DELETE" || resource === undefined || name === undefined) return undefined;
    return { verb: "deletecollection", group, resource, namespace, name };
  },
} satisfies Record<string, WrongRight>;

export type RightsPlant = keyof typeof wrongRights;

/** The server with the bug. */
export function withPlant(server: RightsServer, plant: RightsPlant): RightsServer {
  const wrap = (transport: Transport): Transport => withWrongRight(transport, server.administrator, wrongRights[plant]);
  return { ...server, administrator: wrap(server.administrator), users: wrap(server.users) };
}

function withWrongRight(transport: Transport, administrator: Transport, wrongRight: WrongRight): Transport {
  return {
    ...transport,
    async request(request) {
      const response = await transport.request(request);
      const right = wrongRight(request.method, request.path);
      if (response.status !== 403 || right === undefined) return response;
      const denial = await readText(response);
      if (!(await hasRight(transport, request, right))) return { ...response, body: bodyOf(denial) };
      return administrator.request({ ...request, headers: withoutUser(request.headers) });
    },
  };
}

async function hasRight(transport: Transport, { headers = {} }: TransportRequest, right: Right): Promise<boolean> {
  const path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
  const body = { spec: { resourceAttributes: right } };
  const response = await sendRequest(transport, {
    method: "POST",
    path,
    body,
    headers: { ...headers, "content-type": "application/json" },
  });
  const { status } = response.body as { readonly status?: { readonly allowed?: boolean } };
  return status?.allowed === true;
}

function withoutUser(headers: HeaderMap = {}): HeaderMap {
  const kept = Object.entries(headers).filter(([name]) => name !== "authorization" && !name.startsWith("impersonate-"));
  return Object.fromEntries(kept);
}
