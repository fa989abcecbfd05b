import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVirtualClock } from "@kubewright/async";
import { test } from "vitest";
import { answerJson, answerText, createFakeTransport } from "../testdata/fake-transport.ts";
import type { FakeRequest } from "../testdata/fake-transport.ts";
import { kubeconfig, machine } from "../testdata/machine.ts";
import type { Machine } from "../testdata/machine.ts";
import type { ClientConfig } from "./client-config.ts";
import { loadConfig } from "./load-config.ts";

const startSeconds = 1_767_225_600; // The start time of virtual clocks.

/** An id-token that expires this many seconds after the start. */
function idToken(seconds: number): string {
  const claims = Buffer.from(JSON.stringify({ sub: "ann", exp: startSeconds + seconds })).toString("base64url");
  return `e30.${claims}.c2ln`;
}

const settings = "refresh-token: r-one, idp-issuer-url: https://issuer.example/realm/, client-id: kubectl";
const discovery = { issuer: "https://issuer.example/realm", token_endpoint: "https://tokens.example/token?v=2" };

interface Fixture extends Machine {
  /** The requests to the issuer: `GET https://issuer.example/realm/…`. */
  readonly received: string[];
  readonly requests: FakeRequest[];
  readonly open: () => Promise<ClientConfig>;
}

/** A machine whose kubeconfig `/k` has an oidc user with these settings, and an issuer that responds with `token` at its token endpoint. */
function createFixture(config: string, token: (request: FakeRequest) => object, document: object = discovery): Fixture {
  const text = kubeconfig(`auth-provider: { name: oidc, config: { ${config} } }`);
  const made = machine({ "/k": `# my clusters\n${text}` });
  const received: string[] = [];
  const requests: FakeRequest[] = [];
  const createTransport = ({ server }: { readonly server: string }) => {
    const fake = createFakeTransport((request) => {
      received.push(`${request.method} ${server}${request.path}`);
      requests.push(request);
      if (request.method === "GET") return answerJson(document);
      const answer = token(request);
      return "status" in answer ? (answer as ReturnType<typeof answerJson>) : answerJson(answer);
    });
    return fake.transport;
  };
  return { ...made, received, requests, open: () => made.load({ kubeconfig: "/k", createTransport }) };
}

test("an id-token is sent until ten seconds before it expires, and is then refreshed once for all requests", async () => {
  const { open, clock, received, requests } = createFixture(`id-token: ${idToken(60)}, ${settings}`, () => ({
    id_token: idToken(600),
  }));
  const { credentials } = await open();

  await clock.advance(49_999);
  const before = await credentials?.();
  await clock.advance(1);
  const after = await Promise.all([credentials?.(), credentials?.()]);

  assert.deepEqual(before, { authorization: `Bearer ${idToken(60)}` });
  assert.deepEqual(after, [{ authorization: `Bearer ${idToken(600)}` }, { authorization: `Bearer ${idToken(600)}` }]);
  assert.deepEqual(received, [
    "GET https://issuer.example/realm/.well-known/openid-configuration",
    "POST https://tokens.example/token?v=2",
  ]);
  assert.equal(requests[1]?.body, "grant_type=refresh_token&refresh_token=r-one&client_id=kubectl");
  assert.equal(requests[1]?.headers["authorization"], undefined);
});

test("a client secret is sent as basic authentication, or in the form if the issuer supports nothing else", async () => {
  const config = `${settings}, client-secret: "s&cret/+"`;
  const basic = createFixture(config, () => ({ id_token: idToken(600) }));
  const post = createFixture(config, () => ({ id_token: idToken(600) }), {
    ...discovery,
    token_endpoint_auth_methods_supported: ["client_secret_post"],
  });

  await (await basic.open()).credentials?.();
  await (await post.open()).credentials?.();

  const encoded = Buffer.from("kubectl:s%26cret%2F%2B").toString("base64");
  assert.equal(basic.requests[1]?.headers["authorization"], `Basic ${encoded}`);
  assert.equal(basic.requests[1]?.body, "grant_type=refresh_token&refresh_token=r-one");
  assert.equal(
    post.requests[1]?.body,
    "grant_type=refresh_token&refresh_token=r-one&client_id=kubectl&client_secret=s%26cret%2F%2B",
  );
});

test("refreshed tokens are written to the kubeconfig, which keeps its comments, and the next refresh uses the new refresh token", async () => {
  let count = 0;
  const { open, clock, files, requests } = createFixture(`id-token: ${idToken(60)}, ${settings}`, () => {
    count += 1;
    return { id_token: idToken(count * 600), refresh_token: `r-${count}` };
  });
  const { credentials } = await open();

  await clock.advance(60_000);
  await credentials?.();
  const text = files["/k"] ?? "";
  await clock.advance(600_000);
  await credentials?.();

  assert.match(text, /^# my clusters\n/u);
  assert.ok(text.includes(idToken(600)) && text.includes("refresh-token: r-1,"), text);
  assert.match(requests[3]?.body ?? "", /refresh_token=r-1&/u);
  assert.equal((await (await open()).credentials?.())?.["authorization"], `Bearer ${idToken(1200)}`);
});

test("a kubeconfig whose refresh token another program has replaced, or that is read-only, is not written", async () => {
  for (const change of ["replaced", "removed"]) {
    const { open, clock, files } = createFixture(`id-token: ${idToken(60)}, ${settings}`, () => ({
      id_token: idToken(600),
      refresh_token: "r-two",
    }));
    const { credentials } = await open();
    if (change === "replaced") files["/k"] = (files["/k"] ?? "").replace("r-one", "r-other");
    else delete files["/k"];
    const before = files["/k"];

    await clock.advance(60_000);
    const headers = await credentials?.();

    assert.deepEqual(headers, { authorization: `Bearer ${idToken(600)}` });
    assert.equal(files["/k"], before);
  }
});

test("a token that the server rejects is refreshed, at most every ten seconds", async () => {
  const { open, clock, received } = createFixture(`id-token: ${idToken(6000)}, ${settings}`, () => ({
    id_token: idToken(9000),
  }));
  const { credentials } = await open();
  await credentials?.();

  credentials?.invalidate?.();
  const renewed = await credentials?.();
  credentials?.invalidate?.();
  await credentials?.();
  const requests = received.length;
  await clock.advance(10_000);
  credentials?.invalidate?.();
  await credentials?.();

  assert.deepEqual(renewed, { authorization: `Bearer ${idToken(9000)}` });
  assert.deepEqual([requests, received.length], [2, 4]);
});

test("the error of a failed refresh contains the reason but no secret, and the refresh is retried after ten seconds", async () => {
  const cases: readonly [object, RegExp][] = [
    [
      answerJson({ error: "invalid_grant", error_description: "r-one is s3cret" }, 400),
      /tokens\.example\/token returned 400: invalid_grant$/u,
    ],
    [answerText("<html>s3cret</html>"), /returned something other than a JSON object$/u],
    [answerText("", 302, { location: "https://evil.example/" }), /returned 302$/u],
    [{ access_token: "s3cret" }, /returned no id_token: sign in again with the scope "openid"$/u],
    [{ id_token: "s3cret" }, /id-token is not a JSON Web Token with a time of expiry$/u],
  ];
  for (const [answer, message] of cases) {
    let isBroken = true;
    const { open, clock, received } = createFixture(`id-token: ${idToken(60)}, ${settings}`, () =>
      isBroken ? answer : { id_token: idToken(600) },
    );
    const { credentials } = await open();
    await clock.advance(60_000);

    for (let count = 0; count < 3; count += 1) {
      await assert.rejects(
        async () => await credentials?.(),
        (error: Error) => {
          assert.match(error.message, message);
          assert.match(
            error.message,
            /^Cannot use kubeconfig "\/k": auth-provider "oidc": id-token expires at 2026-01-01T00:01:00\.000Z/u,
          );
          assert.ok(!/s3cret|r-one/u.test(error.message));
          return true;
        },
      );
    }
    const requests = received.length;
    isBroken = false;
    await clock.advance(10_000);

    assert.equal((await credentials?.())?.["authorization"], `Bearer ${idToken(600)}`);
    assert.equal(requests, 2);
  }
});

test("tokens are sent over HTTPS only, and missing settings are named", async () => {
  const cases: readonly [string, object, RegExp][] = [
    [
      "refresh-token: r, client-id: c, idp-issuer-url: http://issuer.example",
      discovery,
      /idp-issuer-url is "http:\/\/issuer\.example\/\.well-known\/openid-configuration", must be an https URL$/u,
    ],
    [
      settings,
      { token_endpoint: "http://tokens.example" },
      /token_endpoint is "http:\/\/tokens\.example", must be an https URL$/u,
    ],
    [settings, {}, /the discovery document of the issuer has no token_endpoint$/u],
    ["refresh-token: r, client-id: c", discovery, /idp-issuer-url is missing$/u],
    ["refresh-token: r, idp-issuer-url: https://issuer.example", discovery, /client-id is missing$/u],
    [`id-token: ${idToken(5)}`, discovery, /there is no refresh-token: sign in again$/u],
  ];
  for (const [config, document, message] of cases) {
    const { open, requests } = createFixture(config, () => ({ id_token: idToken(600) }), document);
    const { credentials } = await open();

    await assert.rejects(async () => await credentials?.(), message);
    assert.ok(requests.every(({ method }) => method === "GET"));
  }
});

test("tokens of a local issuer are refreshed over TLS with the authority of the kubeconfig, and written to the linked file", async () => {
  const pem = async (name: string): Promise<string> =>
    await readFile(new URL(`../../../transport/src/testdata/${name}`, import.meta.url), "utf8");
  const seen: string[] = [];
  const issuer = createServer({ cert: await pem("server.crt"), key: await pem("server.key") }, (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const token = { id_token: idToken(600), refresh_token: "r-two" };
    response.end(JSON.stringify(request.method === "GET" ? { token_endpoint: `${url}/token` } : token));
  }).listen(0, "127.0.0.1");
  await once(issuer, "listening");
  const url = `https://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
  const folder = await mkdtemp(join(tmpdir(), "oidc-"));
  try {
    const config = (ca: string): string =>
      kubeconfig(
        `auth-provider: { name: oidc, config: { refresh-token: r-one, idp-issuer-url: "${url}", client-id: c, idp-certificate-authority-data: ${Buffer.from(ca).toString("base64")} } }`,
      );
    const [file, link] = [join(folder, "config"), join(folder, "link")];
    await writeFile(file, config(await pem("ca.crt")), { mode: 0o600 });
    await symlink(file, link);
    const clock = createVirtualClock();
    const { credentials } = await loadConfig({ env: {}, kubeconfig: link, clock });

    const headers = await credentials?.();
    const written = await readFile(file, "utf8");

    assert.deepEqual(headers, { authorization: `Bearer ${idToken(600)}` });
    assert.deepEqual(seen, ["GET /.well-known/openid-configuration", "POST /token"]);
    assert.match(written, /refresh-token: r-two/u);
    assert.deepEqual([(await stat(file)).mode & 0o777, await readFile(link, "utf8")], [0o600, written]);

    await writeFile(file, config(await pem("server.crt")).replace(/idp-certificate-authority-data: \S+/u, ""), {
      mode: 0o600,
    });
    const untrusted = await loadConfig({ env: {}, kubeconfig: file, clock });
    await assert.rejects(async () => await untrusted.credentials?.(), /cannot be refreshed/u);
    assert.equal(seen.length, 2);
  } finally {
    issuer.close();
    await rm(folder, { recursive: true });
  }
});
