// Names in headers of impersonation are the bytes that the client has sent. Over HTTP/1.1, parsers trim spaces around a value.
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { sendRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { specOf } from "./certificate-request-client.ts";
import { createRawClient } from "./raw-client.ts";
import type { RawClient, RawRequest, RawResponse } from "./raw-client.ts";

let server: ServerUnderTest;
let client: RawClient;

beforeAll(async () => {
  server = await startServerUnderTest();
  client = await createRawClient(server);
});

afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** The user of a request with these headers. The values are in UTF-8. */
async function become(protocol: RawRequest["protocol"], headers: Readonly<Record<string, string>>): Promise<unknown> {
  const sent = Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString("latin1")] as const);
  const { body } = await client.sendRequest({
    protocol,
    method: "POST",
    path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
    headers: { "content-type": "application/json", "content-length": "2", ...Object.fromEntries(sent) },
    body: Buffer.from("{}"),
  });
  const review = JSON.parse(body.toString()) as { readonly status: { readonly userInfo?: unknown } };
  return review.status.userInfo ?? review;
}

const authenticated = "system:authenticated";

test.each(["alice ", " alice", " "])(
  "a user named %j keeps its spaces over HTTP/2, and has no rights of the sender",
  async (name) => {
    expect(await become("h2", { "impersonate-user": name })).toEqual({ username: name, groups: [authenticated] });
  },
);

test("groups, uid and extra values keep their spaces over HTTP/2", async () => {
  const headers = {
    "impersonate-user": "ann",
    "impersonate-group": "g ",
    "impersonate-uid": " 1",
    "impersonate-extra-team": "a ",
  };

  expect(await become("h2", headers)).toEqual({
    username: "ann",
    uid: " 1",
    groups: ["g ", authenticated],
    extra: { team: ["a "] },
  });
});

test.each(["h2", "http/1.1"] as const)("names over %s are in UTF-8", async (protocol) => {
  const headers = { "impersonate-user": "zoë", "impersonate-group": "équipe" };

  expect(await become(protocol, headers)).toEqual({ username: "zoë", groups: ["équipe", authenticated] });
});

test.each(["h2", "http/1.1"] as const)(
  "a user over %s whose name is not UTF-8 is not the user of a binding with the replacement character",
  async (protocol) => {
    const namespace = await server.createNamespace();
    const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
    const create = async (path: string, body: object): Promise<void> => {
      expect((await sendRequest(server.transport, { method: "POST", path, body })).status).toBe(201);
    };
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reads" };
    const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["list"] }];
    await create(`${rbac}/roles`, { metadata: { name: "reads" }, rules });
    await create(`${rbac}/rolebindings`, {
      metadata: { name: "reads" },
      roleRef,
      subjects: [{ kind: "User", name: "\ufffd", apiGroup: "rbac.authorization.k8s.io" }],
    });
    const statusAs = async (bytes: string): Promise<number | undefined> => {
      const path = `/api/v1/namespaces/${namespace}/configmaps`;
      return (await client.sendRequest({ protocol, path, headers: { "impersonate-user": bytes } })).status;
    };

    await expect.poll(() => statusAs("\xef\xbf\xbd"), { timeout: 20_000 }).toBe(200);

    expect(await statusAs("\xff")).toBe(403);
  },
);

/** A request of a member of `system:masters` whose name, uid and extra field are the byte `\xff`. */
function sendAsBytes(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<RawResponse> {
  const user = {
    "impersonate-user": "\xff",
    "impersonate-uid": "\xff",
    "impersonate-group": "system:masters",
    "impersonate-extra-%ff": "\xff",
  };
  const sent = { "content-type": "application/json", "content-length": String(body.length), ...user, ...headers };
  return client.sendRequest({ protocol: "h2", method: "POST", path, headers: sent, body: Buffer.from(body) });
}

const shownUser = {
  username: "\ufffd",
  uid: "\ufffd",
  groups: ["system:masters", authenticated],
  extra: { "\ufffd": ["\ufffd"] },
};

test.each(["json", "yaml"])(
  "a review in %s shows bytes that are not UTF-8 as the replacement character",
  async (format) => {
    const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";

    const { body } = await sendAsBytes(path, { accept: `application/${format}` }, "{}");

    const { status } = parse(body.toString()) as { readonly status: { readonly userInfo: unknown } };
    expect(status.userInfo).toEqual(shownUser);
  },
);

test("a certificate request stores the bytes of its requester that are not UTF-8 as the replacement character", async () => {
  const path = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
  const name = server.uniqueName("request-");

  const created = await sendAsBytes(path, {}, JSON.stringify({ metadata: { name }, spec: specOf() }));
  const read = await client.sendRequest({ protocol: "h2", path: `${path}/${name}` });

  for (const { body } of [created, read]) expect(JSON.parse(body.toString())).toMatchObject({ spec: shownUser });
});
