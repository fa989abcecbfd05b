import { expect, test } from "vitest";
import { parseFlags } from "./flags.ts";

test("parseFlags() serves probes and no metrics unless it is told otherwise", () => {
  expect(parseFlags([])).toEqual({
    healthProbeBindAddress: ":8081",
    metricsBindAddress: "0",
    namePrefix: "i-operator-",
    leaderElect: false,
    help: false,
  });
});

test("parseFlags() takes kubebuilder's flags in both forms", () => {
  const flags = parseFlags([
    "--metrics-bind-address=127.0.0.1:8080",
    "--health-probe-bind-address",
    "0",
    "--kubeconfig",
    "k",
  ]);

  expect(flags).toEqual({
    metricsBindAddress: "127.0.0.1:8080",
    healthProbeBindAddress: "0",
    kubeconfig: "k",
    namePrefix: "i-operator-",
    leaderElect: false,
    help: false,
  });
});

test("parseFlags() takes where webhooks are served, and whose certificates they have", () => {
  expect(parseFlags(["--webhook-port=9443", "--webhook-cert-path=/certs", "--name-prefix=a-"])).toMatchObject({
    webhookPort: 9443,
    webhookCertPath: "/certs",
    namePrefix: "a-",
  });
  expect(() => parseFlags(["--webhook-port=:9443"])).toThrow(
    'Cannot read --webhook-port: it is ":9443", must be a port, or "0" for off',
  );
});

test("parseFlags() refuses what it does not know", () => {
  expect(() => parseFlags(["--nope"])).toThrow("Unknown option '--nope'");
});
