// Debian's nginx reads the configuration of the Balancer, in a separate network in which the names of the backends resolve to backends.
import { fileURLToPath } from "node:url";
import { ConfigMap } from "@kubewright/api/core/v1";
import { createSeededRandom } from "@kubewright/async";
import { expect, test } from "vitest";
import { backendServiceName, specProblem } from "../../examples/balancer/internal/children/names.ts";
import { sample, startFixture } from "../../examples/balancer/internal/controller/balancer-fixture.ts";
import { nginxConfig } from "../../examples/balancer/internal/nginx/nginx-config.ts";
import type { Split, SplitOptions } from "./nginx/count-split.ts";
import { globalDirectives, inNamespace, whyNot } from "./nginx/namespace.ts";
import { randomSpec } from "./nginx/random-spec.ts";

const countSplit = fileURLToPath(new URL("nginx/count-split.ts", import.meta.url));

test("nginx distributes 1,000 connections and 400 datagrams over backends by their weights 40, 20 and 40", async (context) => {
  const reason = await whyNot();
  if (reason !== undefined) context.skip(reason);
  const backends = { v1: "fd00::1", v2: "fd00::2", v3: "fd00::3" };
  const hosts = Object.fromEntries(
    Object.entries(backends).map(([name, address]) => [backendServiceName("split", name), address]),
  );
  const options: SplitOptions = { backends, tcpPort: 80, udpPort: 53, connections: 1000, datagrams: 400 };

  const files = { "nginx.conf": await configOf("split") };
  const command = `nginx -c $FOLDER/nginx.conf -g "${globalDirectives}"
'${process.execPath}' '${countSplit}' '${JSON.stringify(options)}'`;
  const { code, stdout, stderr } = await inNamespace(command, { hosts, files });

  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const { tcp, udp } = JSON.parse(stdout) as Split;
  for (const [counts, hundredth] of [
    [tcp, 10],
    [udp, 4],
  ] as const) {
    const percent = (name: string): number => (counts[name] ?? 0) / hundredth;
    expect(Object.keys(counts).toSorted()).toEqual(["v1", "v2", "v3"]);
    expect(Math.abs(percent("v1") - 40)).toBeLessThanOrEqual(2);
    expect(Math.abs(percent("v2") - 20)).toBeLessThanOrEqual(2);
    expect(Math.abs(percent("v3") - 40)).toBeLessThanOrEqual(2);
  }
}, 180_000);

test("nginx accepts the configurations of 100 random Balancers that the schema accepts", async (context) => {
  const reason = await whyNot();
  if (reason !== undefined) context.skip(reason);
  const random = createSeededRandom("nginx-t");
  const files: Record<string, string> = {};
  const hosts: Record<string, string> = {};
  for (let index = 0; index < 100; index += 1) {
    const name = `b${index}`;
    const spec = randomSpec(random);
    expect(specProblem(name, spec)).toBeUndefined();
    files[`${name}.conf`] = nginxConfig(name, spec);
    for (const backend of spec.backends) hosts[backendServiceName(name, backend.name)] = "fd00::1";
  }

  const command = `for each in $FOLDER/*.conf; do nginx -t -c $each -g "${globalDirectives}"; done`;
  const { code, stderr } = await inNamespace(command, { hosts, files });

  const lines = stderr.split("\n").filter((line) => line !== "");
  expect(lines.filter((line) => !/syntax is ok$|test is successful$/u.test(line))).toEqual([]);
  expect(lines.filter((line) => line.endsWith("test is successful"))).toHaveLength(100);
  expect(code).toBe(0);
}, 180_000);

/** The configuration that the operator has written to an API server. */
async function configOf(name: string): Promise<string> {
  await using fixture = await startFixture();
  await using _operator = await fixture.startOperator();
  const ports = [...sample.ports, { name: "dns", protocol: "UDP", port: 53 } as const];
  await fixture.createBalancer(name, { ports });
  const found = await fixture.until(ConfigMap, `${name}-proxy-configmap`, (each) => each !== undefined);
  return found?.data?.["nginx.conf"] ?? "";
}
