import { expect, test } from "vitest";
import { parseFlags } from "./flags.ts";

test("parseFlags() serves probes and no metrics by default", () => {
  expect(parseFlags([])).toEqual({
    healthProbeBindAddress: ":8081",
    metricsBindAddress: "0",
    metricsSecure: true,
    leaderElect: false,
    help: false,
  });
});

test("parseFlags() accepts kubebuilder's flags in both forms", () => {
  const flags = parseFlags([
    "--metrics-bind-address=127.0.0.1:8080",
    "--health-probe-bind-address",
    "0",
    "--kubeconfig",
    "k",
    "--master=http://127.0.0.1:8080",
    "--leader-elect",
  ]);

  expect(flags).toEqual({
    metricsBindAddress: "127.0.0.1:8080",
    metricsSecure: true,
    healthProbeBindAddress: "0",
    kubeconfig: "k",
    master: "http://127.0.0.1:8080",
    leaderElect: true,
    help: false,
  });
});

test("parseFlags() rejects unknown flags and arguments", () => {
  expect(() => parseFlags(["--nope"])).toThrow("Unknown option '--nope'");
});
