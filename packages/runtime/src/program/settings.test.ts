import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadOperatorFlags } from "./operator-flags.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "settings-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function settingsFile(content: string): Promise<string> {
  const file = path.join(folder, "settings.yaml");
  await writeFile(file, content);
  return file;
}

test("the command line has precedence over the environment, the environment over the file, and the file over the defaults", async () => {
  const file = await settingsFile(`
metrics-bind-address: ":1"
health-probe-bind-address: ":1"
pprof-bind-address: ":1"
leader-elect: true
webhook-port: 9443
`);

  const flags = await loadOperatorFlags(["--metrics-bind-address=:3", `--config=${file}`], {
    KUBEWRIGHT_METRICS_BIND_ADDRESS: ":2",
    KUBEWRIGHT_HEALTH_PROBE_BIND_ADDRESS: ":2",
  });

  expect(flags).toMatchObject({
    metricsBindAddress: ":3",
    healthProbeBindAddress: ":2",
    pprofBindAddress: ":1",
    leaderElect: true,
    webhookPort: 9443,
    metricsCertName: "tls.crt",
  });
});

test("the environment can name the file, and flags of the program are settings, too", async () => {
  const file = await settingsFile('{ "name-prefix": "b-", "metrics-secure": "false" }');

  const flags = await loadOperatorFlags(
    ["--leader-elect=false"],
    { KUBEWRIGHT_CONFIG: file, KUBEWRIGHT_LEADER_ELECT: "true" },
    { "name-prefix": { type: "string", default: "a-", help: "what names begin with" } },
  );

  expect([flags.namePrefix, flags.metricsSecure, flags.leaderElect]).toEqual(["b-", false, false]);
});

test("variables that the kubelet sets for Services are not settings", async () => {
  const flags = await loadOperatorFlags([], { MYJOB_WEBHOOK_PORT: "tcp://10.0.0.1:443" });

  expect(flags.webhookPort).toBe(0);
});

test.each([
  ["metrics-adress: :1", '"metrics-adress" is not a flag, see --help for all flags'],
  ["- a", "it is not an object, must have flags as keys"],
  ["leader-elect: maybe", 'it is "maybe", must be "true" or "false"'],
  ["metrics-bind-address: [1]", "it is [1], must be a string or a number"],
  ["webhook-port: x", 'Cannot read --webhook-port: it is "x", must be a port'],
  ["a: [", "Cannot read settings file"],
])("a settings file with %j is rejected with the expected value", async (content, message) => {
  const file = await settingsFile(content);

  await expect(loadOperatorFlags([`--config=${file}`], {})).rejects.toThrow(message);
});

test("the error names a settings file that does not exist and a variable with an invalid value", async () => {
  await expect(loadOperatorFlags([`--config=${folder}/none.yaml`], {})).rejects.toThrow("none.yaml");
  await expect(loadOperatorFlags([], { KUBEWRIGHT_METRICS_SECURE: "on" })).rejects.toThrow(
    'Cannot read environment variable KUBEWRIGHT_METRICS_SECURE: it is "on", must be "true" or "false"',
  );
});
