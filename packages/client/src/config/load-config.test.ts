import assert from "node:assert/strict";

import { test } from "vitest";

import { isConfigError } from "../errors.ts";
import { kubeconfig, machine } from "../testdata/machine.ts";
import type { LoadConfigOptions } from "./load-config.ts";

test("loadConfig() reads server, namespace and token of a kubeconfig", async () => {
  const { load } = machine({ "/k": kubeconfig("token: t0ken") });

  const config = await load({ kubeconfig: "/k" });

  assert.equal(config.server, "https://one.example:6443");
  assert.equal(config.namespace, "team");
  assert.equal(config.source, 'context "main" of kubeconfig "/k"');
  assert.deepEqual(config.warnings, []);
  assert.deepEqual(await config.credentials?.(), { authorization: "Bearer t0ken" });
});

test("a token file is read again after a rejection, at most once a second", async () => {
  const fixture = machine({ "/k": kubeconfig("tokenFile: /token"), "/token": "one" });
  const { credentials } = await fixture.load({ kubeconfig: "/k" });
  const current = async () => (await credentials?.())?.["authorization"];
  fixture.files["/token"] = "two";

  credentials?.invalidate?.();
  const atOnce = await current();
  await fixture.clock.advance(1000);
  credentials?.invalidate?.();

  assert.deepEqual([atOnce, await current()], ["Bearer one", "Bearer two"]);
});

test("files of KUBECONFIG are merged: the first entry of each name is used, and missing files are skipped", async () => {
  const second = kubeconfig("token: second, username: u", "server: https://two.example, tls-server-name: x")
    .replace("current-context: main", "current-context: other")
    .concat("\n")
    .replace("contexts: [", "contexts: [{ name: other, context: { cluster: one, user: me } }, ");
  const { load } = machine({ "/a": kubeconfig("token: first"), "/b": second });
  const env = { KUBECONFIG: "/missing:/a:/b" };

  const config = await load({ env });
  const other = await load({ env, context: "other" });

  assert.equal(config.server, "https://one.example:6443");
  assert.equal(config.tls, undefined);
  assert.deepEqual(await config.credentials?.(), { authorization: "Bearer first" });
  assert.equal(other.namespace, "default");
});

test("the order of sources is option, KUBECONFIG, service account, home folder", async () => {
  const files = {
    "/option": kubeconfig("token: option"),
    "/env": kubeconfig("token: env"),
    "/home/me/.kube/config": kubeconfig("token: home"),
    "/var/run/secrets/kubernetes.io/serviceaccount/token": "pod\n",
    "/var/run/secrets/kubernetes.io/serviceaccount/ca.crt": "CA",
    "/var/run/secrets/kubernetes.io/serviceaccount/namespace": "system",
  };
  const { load } = machine(files);
  const pod = { KUBERNETES_SERVICE_HOST: "fd00::1", KUBERNETES_SERVICE_PORT: "443" };
  const tokenOf = async (options: Partial<LoadConfigOptions>): Promise<unknown> =>
    (await (await load(options)).credentials?.())?.["authorization"];

  assert.equal(await tokenOf({ kubeconfig: "/option", env: { KUBECONFIG: "/env", ...pod } }), "Bearer option");
  assert.equal(await tokenOf({ env: { KUBECONFIG: "/env", HOME: "/home/me", ...pod } }), "Bearer env");
  assert.equal(await tokenOf({ env: { HOME: "/home/me", ...pod } }), "Bearer pod");
  assert.equal(await tokenOf({ env: { HOME: "/home/me" } }), "Bearer home");
  const config = await load({ env: pod });
  assert.equal(config.server, "https://[fd00::1]:443");
  assert.equal(config.namespace, "system");
  await assert.rejects(load(), isConfigError);
});

test("a rotated token is used within 60 s, and the last token is kept while the file cannot be read", async () => {
  const fixture = machine({ "/k/config": kubeconfig("tokenFile: token"), "/k/token": "one\n" });
  const config = await fixture.load({ kubeconfig: "/k/config" });
  const token = async (): Promise<unknown> => (await config.credentials?.())?.["authorization"];

  assert.equal(await token(), "Bearer one");
  fixture.files["/k/token"] = "two";
  await fixture.clock.advance(59_000);
  assert.equal(await token(), "Bearer one");
  await fixture.clock.advance(1_000);
  assert.equal(await token(), "Bearer two");
  delete fixture.files["/k/token"];
  await fixture.clock.advance(60_000);
  assert.equal(await token(), "Bearer two");
});

test("certificates are read inline or from files relative to the kubeconfig", async () => {
  const inline = Buffer.from("CA PEM").toString("base64");
  const { load } = machine({
    "/k/config": kubeconfig(
      "client-certificate: certs/me.crt, client-key: /abs/me.key",
      `server: https://one, tls-server-name: api, certificate-authority-data: ${inline}`,
    ),
    "/k/certs/me.crt": "CERT",
    "/abs/me.key": "KEY",
  });

  const { tls } = await load({ kubeconfig: "/k/config" });

  assert.deepEqual(typeof tls === "function" ? await tls() : tls, {
    serverName: "api",
    ca: "CA PEM",
    certificate: "CERT",
    key: "KEY",
  });
});

test("impersonation headers are sent in addition to the credentials", async () => {
  const user = "token: t, as: jane, as-uid: u1, as-groups: [devs, ops], as-user-extra: { Scopes/X: [a, b] }";
  const { load } = machine({ "/k": kubeconfig(user) });

  const config = await load({ kubeconfig: "/k" });

  assert.deepEqual(await config.credentials?.(), {
    "impersonate-user": "jane",
    "impersonate-uid": "u1",
    "impersonate-group": ["devs", "ops"],
    "impersonate-extra-scopes%2Fx": ["a", "b"],
    authorization: "Bearer t",
  });
});

test("disable-compression and a Pod disable the compression of lists", async () => {
  const { load } = machine({
    "/fast": kubeconfig("token: t", "server: https://one, disable-compression: true"),
    "/other": kubeconfig("token: t", "server: https://one"),
    "/var/run/secrets/kubernetes.io/serviceaccount/token": "pod",
    "/var/run/secrets/kubernetes.io/serviceaccount/ca.crt": "CA",
  });
  const inPod = { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" };

  const configs = [
    await load({ kubeconfig: "/fast" }),
    await load({ kubeconfig: "/other" }),
    await load({ env: inPod }),
  ];

  assert.deepEqual(
    configs.map(({ gzip }) => gzip),
    [false, undefined, false],
  );
});

test("insecure-skip-tls-verify adds a warning", async () => {
  const { load } = machine({ "/k": kubeconfig("token: t", "server: https://one, insecure-skip-tls-verify: true") });

  const config = await load({ kubeconfig: "/k" });

  assert.deepEqual(config.tls, { insecureSkipVerify: true });
  assert.match(config.warnings[0] ?? "", /identity of https:\/\/one is NOT verified/u);
});

test("credentials are not sent to a server without TLS, with a warning", async () => {
  const { load } = machine({ "/k": kubeconfig("token: t", "server: 'http://one'") });

  const config = await load({ kubeconfig: "/k" });

  assert.equal(config.credentials, undefined);
  assert.match(config.warnings[0] ?? "", /not encrypted/u);
});

test("the proxy of the cluster has precedence over those of the environment", async () => {
  const { load } = machine({
    "/own": kubeconfig("token: t", "server: https://one, proxy-url: 'http://proxy:3128'"),
    "/none": kubeconfig("token: t"),
  });
  const env = { HTTPS_PROXY: "http://env:1", NO_PROXY: "10.0.0.0/8" };

  assert.deepEqual((await load({ kubeconfig: "/own", env })).proxy, {
    https: "http://proxy:3128",
    http: "http://proxy:3128",
  });
  assert.deepEqual((await load({ kubeconfig: "/none", env })).proxy, { https: "http://env:1", except: "10.0.0.0/8" });
});

test("the error of an invalid kubeconfig is one line that names file, field and expected value", async () => {
  const broken: readonly (readonly [text: string, message: RegExp])[] = [
    ["a: [", /^Cannot use kubeconfig "\/k": .*line 1/u],
    ["just text", /^Cannot use kubeconfig "\/k": it is not a mapping of fields$/u],
    ["contexts: {}", /^Cannot use kubeconfig "\/k": contexts is \{\}, must be a list of mappings$/u],
    ["clusters: [{ cluster: {} }]", /clusters\[0\]\.name is missing, must be a string$/u],
    ["clusters: [{ name: x, cluster: { server: 12 } }]", /clusters\[0\]\.cluster\.server is 12, must be a string$/u],
    ["users: [{ name: x, user: { token: [s3cret] } }]", /users\[0\]\.user\.token is not shown, must be a string$/u],
    [
      "users: [{ name: x, user: { exec: { command: c } } }]",
      /exec\.apiVersion is missing, must be client\.authentication/u,
    ],
    ["users: [{ name: x, user: { as-groups: [g] } }]", /user\.as is missing, must be the user of/u],
    [
      "clusters: [{ name: x, cluster: { certificate-authority-data: '%%' } }]",
      /certificate-authority-data is "%%", must be base64$/u,
    ],
    ["kind: Config", /current-context is missing, must be a context: it has no contexts$/u],
    [
      kubeconfig("token: t").replace("current-context: main", "current-context: gone"),
      /no context "gone": its contexts are "main"$/u,
    ],
    [
      kubeconfig("token: t").replace("cluster: one,", "cluster: two,"),
      /context "main" names cluster "two", which does not exist$/u,
    ],
    [
      kubeconfig("token: t", "server: one.example"),
      /cluster "one": server is "one.example", must be https:\/\/host:port$/u,
    ],
    [
      kubeconfig("auth-provider: { name: gcp }"),
      /auth-provider is "gcp", which was removed in Kubernetes 1.26: use exec$/u,
    ],
    [
      kubeconfig("auth-provider: { name: ldap }"),
      /auth-provider is "ldap", must be oidc: use exec for other providers$/u,
    ],
    [
      kubeconfig("auth-provider: { name: oidc }"),
      /auth-provider "oidc": id-token and refresh-token are missing: sign in again$/u,
    ],
    [
      kubeconfig("auth-provider: { name: oidc, config: { id-token: s3cret } }"),
      /auth-provider "oidc": id-token is not a JSON Web Token with a time of expiry$/u,
    ],
    [kubeconfig("client-key: /missing"), /client-key is "\/missing", which cannot be read/u],
    [kubeconfig("client-key-data: S0VZ"), /client-certificate is missing, must be set together with client-key$/u],
  ];
  for (const [text, message] of broken) {
    const { load } = machine({ "/k": text });

    await assert.rejects(load({ kubeconfig: "/k" }), (error: Error) => {
      assert.match(error.message, message);
      assert.ok(!error.message.includes("\n"));
      assert.ok(!error.message.includes("s3cret"));
      return isConfigError(error);
    });
  }
});

test("a YAML document that expands aliases exponentially is rejected", async () => {
  const levels = Array.from(
    { length: 12 },
    (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level}, `.repeat(9)}]`,
  );
  const { load } = machine({ "/k": ["l0: &l0 [lol]", ...levels].join("\n") });

  await assert.rejects(load({ kubeconfig: "/k" }), isConfigError);
});

test("a kubeconfig in JSON is read, and its duplicate keys are rejected as in YAML", async () => {
  const json = JSON.stringify({
    clusters: [{ name: "one", cluster: { server: "https://one.example:6443" } }],
    users: [{ name: "me", user: { token: "s3cret" } }],
    contexts: [{ name: "main", context: { cluster: "one", user: "me", namespace: "team" } }],
    "current-context": "main",
  });
  const twice = json.replace('"current-context"', '"current-context":"other","current-context"');
  const { load } = machine({ "/json": json, "/twice": twice, "/flow": json.replace('"s3cret"', "s3cret") });

  const config = await load({ kubeconfig: "/json" });

  assert.equal(config.server, "https://one.example:6443");
  assert.equal(config.namespace, "team");
  assert.deepEqual(await config.credentials?.(), { authorization: "Bearer s3cret" });
  await assert.rejects(
    load({ kubeconfig: "/twice" }),
    /^ConfigError: Cannot use kubeconfig "\/twice": Map keys must be unique/u,
  );
  assert.equal((await load({ kubeconfig: "/flow" })).namespace, "team");
});
