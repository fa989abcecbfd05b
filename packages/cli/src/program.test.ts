// The commands in this process: their output, their files, and their exit codes.
import { generateKeyPairSync } from "node:crypto";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createSystemClock } from "@kubewright/async";
import { createTransportFor, loadConfig } from "@kubewright/client";
import { readText } from "@kubewright/transport";
import { expect, test } from "vitest";
import { startFixture } from "./testdata/command-fixture.ts";

const crds = fileURLToPath(new URL("../../../examples/myjob/config/crd/bases", import.meta.url));

test.each([
  { args: ["rule"], code: 2, text: "unknown command 'rule'" },
  { args: ["cluster", "statu"], code: 2, text: "error: unknown command 'statu'\n(Did you mean status?)\n" },
  { args: ["cluster", "--port", "0", "begin"], code: 2, text: "error: unknown command 'begin'\n" },
  { args: ["create", "ap"], code: 2, text: "error: unknown command 'ap'\n(Did you mean api?)\n" },
  { args: ["cluster", "--prot", "1"], code: 2, text: "unknown option '--prot'" },
  {
    args: ["create", "api", "--gruop", "shop"],
    code: 2,
    text: "error: unknown option '--gruop'\n(Did you mean --group?)\n",
  },
  { args: ["create", "api", "--group", "shop"], code: 2, text: "required option '--version <version>' not specified" },
  { args: ["apply", "--filname", "x"], code: 2, text: "unknown option '--filname'\n(Did you mean --filename?)\n" },
  {
    args: ["cluster", "--port", "80x"],
    code: 1,
    text: 'Cannot start the cluster: --port is "80x": expected a number from 0 to 65535\n',
  },
  {
    args: ["cluster", "--controllers", "all,x"],
    code: 1,
    text: 'Cannot start the cluster: --controllers names "all": expected all, none, or some of',
  },
  {
    args: ["cluster", "--max-requests-inflight", "-1"],
    code: 1,
    text: 'Cannot start the cluster: --max-requests-inflight is "-1": expected a number of requests, or 0 for no limit\n',
  },
  {
    args: ["cluster", "--max-mutating-requests-inflight", "many"],
    code: 1,
    text: 'Cannot start the cluster: --max-mutating-requests-inflight is "many": expected a number of requests, or 0 for no limit\n',
  },
  {
    args: ["cluster", "--sync", "os"],
    code: 1,
    text: "Cannot start the cluster: --sync applies only to stored objects: set --data, or omit --sync\n",
  },
  { args: ["cluster", "--data", "d", "--sync", "x"], code: 2, text: "Allowed choices are always, turn, os" },
  { args: ["dev", "--sync", "os"], code: 1, text: "Cannot develop: --sync applies only to stored objects" },
  {
    args: ["cluster", "--crds", "nowhere"],
    code: 1,
    text: 'nowhere": it cannot be read: pass the path of a file or folder\n',
  },
  {
    args: ["cluster", "--service-account-signing-key-file", "nowhere.pem"],
    code: 1,
    text: 'nowhere.pem": ENOENT, must be a readable file\n',
  },
  {
    args: ["cluster", "--service-account-issuer", "http:// no"],
    code: 1,
    text: 'Cannot use "serviceAccounts.issuers[0]": it is "http:// no", must be a URL or a name without a colon\n',
  },
  { args: ["generate"], code: 1, text: "has markers, and it is not a project: run the command in a project, or name" },
  { args: ["generate", "crds"], code: 1, text: 'Cannot generate: "crds" is neither a generator' },
])("kubewright $args exits with $code and prints one line", async ({ args, code, text }) => {
  await using fixture = await startFixture();

  const exit = await fixture.run(args);

  expect(exit).toBe(code);
  expect(fixture.errors()).toContain(text);
  expect(fixture.errors()).not.toContain("    at ");
});

test.each(["-h", "-hh", "-hhhh"])("generate %s prints the help with the options of the generators", async (flag) => {
  await using fixture = await startFixture();

  expect(await fixture.run(["generate", flag])).toBe(0);
  expect(fixture.output()).toContain("generateEmbeddedObjectMeta");
});

test("cluster signs service account tokens with the key of a file, for the issuers of the flags", async () => {
  await using fixture = await startFixture();
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  await writeFile(path.join(fixture.folder, "sa.key"), privateKey.export({ type: "pkcs1", format: "pem" }));
  const flags = ["--service-account-signing-key-file", "sa.key", "--service-account-issuer", "https://issuer.example"];
  const running = fixture.run(["cluster", "--controllers", "none", ...flags]);
  await fixture.untilPrinted("export KUBECONFIG=");
  const env = { KUBECONFIG: path.join(fixture.folder, ".kubewright", "kubeconfig") };
  await using transport = createTransportFor(await loadConfig({ env, clock: createSystemClock() }));
  const configuration = await transport.request({ method: "GET", path: "/.well-known/openid-configuration" });

  expect(JSON.parse(await readText(configuration))).toMatchObject({
    issuer: "https://issuer.example",
    id_token_signing_alg_values_supported: ["RS256"],
  });
  fixture.signal("SIGTERM");
  expect(await running).toBe(0);
});

test("cluster enforces the default policy of an admission configuration", async () => {
  await using fixture = await startFixture();
  const configuration = {
    apiVersion: "pod-security.admission.config.k8s.io/v1",
    kind: "PodSecurityConfiguration",
    defaults: { enforce: "restricted" },
  };
  const plugins = [{ name: "PodSecurity", configuration }];
  const file = { apiVersion: "apiserver.config.k8s.io/v1", kind: "AdmissionConfiguration", plugins };
  await writeFile(path.join(fixture.folder, "admission.json"), JSON.stringify(file));
  const flags = ["--controllers", "none", "--admission-control-config-file", "admission.json"];
  const running = fixture.run(["cluster", ...flags]);
  await fixture.untilPrinted("export KUBECONFIG=");
  const env = { KUBECONFIG: path.join(fixture.folder, ".kubewright", "kubeconfig") };
  await using transport = createTransportFor(await loadConfig({ env, clock: createSystemClock() }));
  const body = JSON.stringify({ metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "i" }] } });
  const response = await transport.request({ method: "POST", path: "/api/v1/namespaces/default/pods", body });

  expect(await readText(response)).toContain('violates PodSecurity \\"restricted:latest\\"');
  fixture.signal("SIGTERM");
  expect(await running).toBe(0);
});

test("cluster enables and disables the admission plugins of its flags", async () => {
  await using fixture = await startFixture();
  const enable = ["--enable-admission-plugins", "AlwaysPullImages,PodNodeSelector", "--enable-admission-plugins"];
  const disable = ["--disable-admission-plugins", "DefaultTolerationSeconds"];
  const running = fixture.run(["cluster", "--controllers", "none", ...enable, "AlwaysAdmit", ...disable]);
  await fixture.untilPrinted("export KUBECONFIG=");
  const env = { KUBECONFIG: path.join(fixture.folder, ".kubewright", "kubeconfig") };
  await using transport = createTransportFor(await loadConfig({ env, clock: createSystemClock() }));
  const body = JSON.stringify({ metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "i:1" }] } });
  const pod = await transport.request({ method: "POST", path: "/api/v1/namespaces/default/pods", body });
  const { spec } = JSON.parse(await readText(pod)) as { readonly spec: Readonly<Record<string, unknown>> };
  const flags = await transport.request({ method: "GET", path: "/flagz" });

  expect(spec).toMatchObject({ containers: [{ imagePullPolicy: "Always" }] });
  expect(spec).not.toHaveProperty("tolerations");
  expect(await readText(flags)).toMatch(
    /disable-admission-plugins\W+DefaultTolerationSeconds,ServiceAccount\W+enable-admission-plugins\W+AlwaysPullImages,PodNodeSelector,AlwaysAdmit/u,
  );
  fixture.signal("SIGTERM");
  expect(await running).toBe(0);
});

test("cluster limits the requests in flight by its flags", async () => {
  await using fixture = await startFixture();
  const flags = ["--max-requests-inflight", "30", "--max-mutating-requests-inflight", "0"];
  const running = fixture.run(["cluster", "--controllers", "none", ...flags]);
  await fixture.untilPrinted("export KUBECONFIG=");
  const env = { KUBECONFIG: path.join(fixture.folder, ".kubewright", "kubeconfig") };
  await using transport = createTransportFor(await loadConfig({ env, clock: createSystemClock() }));

  const page = await readText(await transport.request({ method: "GET", path: "/flagz" }));

  expect(page).toMatch(/^max-mutating-requests-inflight\W+0\nmax-requests-inflight\W+30$/mu);
  fixture.signal("SIGTERM");
  expect(await running).toBe(0);
});

test("cluster with a bad level in its admission configuration fails with one line", async () => {
  await using fixture = await startFixture();
  const podSecurity =
    "apiVersion: pod-security.admission.config.k8s.io/v1\nkind: PodSecurityConfiguration\ndefaults: {warn: high}\n";
  const file =
    "apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins:\n- name: PodSecurity\n  path: a.yaml\n";
  await writeFile(path.join(fixture.folder, "a.yaml"), podSecurity);
  await writeFile(path.join(fixture.folder, "admission.yaml"), file);

  const exit = await fixture.run([
    "cluster",
    "--controllers",
    "none",
    "--admission-control-config-file",
    "admission.yaml",
  ]);

  expect(exit).toBe(1);
  expect(fixture.errors()).toBe(
    'Cannot use "podSecurity": defaults.warn: Invalid value: "high": must be one of privileged, baseline, restricted\n',
  );
});

test("--version and --help exit with 0", async () => {
  await using fixture = await startFixture();

  expect([await fixture.run(["--version"]), await fixture.run(["--help"])]).toEqual([0, 0]);
  expect(fixture.output()).toContain("1.2.3");
  expect(fixture.output()).toContain("kubewright");
});

test("cluster writes a kubeconfig that only its owner can read, runs until a signal, and removes it", async () => {
  await using fixture = await startFixture();
  const running = fixture.run(["cluster", "--controllers", "none", "--crds", crds]);
  await fixture.untilPrinted("export KUBECONFIG=");
  const file = path.join(fixture.folder, ".kubewright", "kubeconfig");

  const modes = [(await stat(file)).mode & 0o777, (await stat(path.dirname(file))).mode & 0o777];
  const text = await readFile(file, "utf8");
  fixture.signal("SIGTERM");

  expect(await running).toBe(0);
  expect(modes).toEqual([0o600, 0o700]);
  expect(text).toContain("https://127.0.0.1:");
  await expect(stat(file)).rejects.toThrow("ENOENT");
  expect(fixture.output()).toMatch(/Stopped\.\n$/);
});

test("cluster with --data stores its objects, and prints the folder", async () => {
  await using fixture = await startFixture();
  const running = fixture.run(["cluster", "--controllers", "none", "--data", "data"]);
  await fixture.untilPrinted("export KUBECONFIG=");
  fixture.signal("SIGINT");

  const exit = await running;

  expect(exit).toBe(0);
  expect(fixture.output()).toContain("its objects are stored in data.");
  expect((await stat(path.join(fixture.folder, "data", "objects.sqlite"))).size).toBeGreaterThan(0);
});

test("the error about a port in use has a suggestion and names its explanation", async () => {
  await using fixture = await startFixture();
  await using taken = await takePort();

  const exit = await fixture.run(["cluster", "--controllers", "none", "--port", String(taken.port)]);

  expect(exit).toBe(1);
  expect(fixture.errors()).toBe(
    `Cannot serve the Kubernetes API on "127.0.0.1:${taken.port}": the port is taken by another program: end it, or choose another port\nFor the cause and what to do: npx kubewright troubleshoot port-in-use\n`,
  );
});

test("cluster exits with 0 if it is stopped during the start", async () => {
  await using fixture = await startFixture();

  const running = fixture.run(["cluster"]);
  await fixture.untilListening();
  fixture.signal("SIGINT");

  expect(await running).toBe(0);
});

test("generate writes files, --verify accepts them, and fails with a diff when they are outdated", async () => {
  await using fixture = await startFixture();
  await writeFile(path.join(fixture.folder, "package.json"), '{ "name": "example", "type": "module" }');
  await mkdir(path.join(fixture.folder, "config"));
  await writeFile(path.join(fixture.folder, "main.ts"), rbacSource);

  const first = await fixture.run(["generate", "rbac:roleName=reader"]);
  const verified = await fixture.run(["generate", "rbac:roleName=reader", "--verify"]);
  const written = /wrote (\S+)/.exec(fixture.output())?.[1] ?? "";
  await writeFile(path.join(fixture.folder, written), "stale: true\n");
  const stale = await fixture.run(["generate", "rbac:roleName=reader", "--verify"]);

  expect([first, verified, stale]).toEqual([0, 0, 1]);
  expect(fixture.output()).toContain("1 generated file is up to date");
  expect(fixture.output()).toContain("-stale: true");
  expect(fixture.errors()).toContain(`Generated files are outdated: ${written}: run the same command without --verify`);
  expect(await readFile(path.join(fixture.folder, written), "utf8")).toBe("stale: true\n");
});

const rbacSource = `
/**
 * @kubebuilder:rbac:groups="",resources=pods,verbs=get;list
 */
export function reconcile(): void {}
`;

async function takePort(): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
