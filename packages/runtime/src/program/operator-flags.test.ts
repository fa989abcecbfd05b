import { expect, test } from "vitest";
import { formatOperatorFlags, parseOperatorFlags } from "./operator-flags.ts";

test("an operator without flags serves probes, no metrics and no webhooks", () => {
  expect(parseOperatorFlags([])).toEqual({
    metricsBindAddress: "0",
    metricsSecure: true,
    metricsCertPath: undefined,
    metricsCertName: "tls.crt",
    metricsCertKey: "tls.key",
    healthProbeBindAddress: ":8081",
    leaderElect: false,
    leaderElectWorker: false,
    webhookPort: 0,
    webhookCertPath: undefined,
    webhookCertName: "tls.crt",
    webhookCertKey: "tls.key",
    pprofBindAddress: "0",
    zapDevel: false,
    zapEncoder: undefined,
    zapLogLevel: undefined,
    config: undefined,
    kubeconfig: undefined,
    help: false,
  });
});

test("an operator accepts the arguments of kubebuilder's manifests", () => {
  const flags = parseOperatorFlags([
    "--metrics-bind-address=:8443",
    "--leader-elect",
    "--health-probe-bind-address=:8081",
    "--metrics-cert-path=/tmp/k8s-metrics-server/metrics-certs",
    "--webhook-cert-path=/tmp/k8s-webhook-server/serving-certs",
    "--webhook-port=9443",
    "--enable-http2=false",
  ]);

  expect(flags).toMatchObject({
    metricsBindAddress: ":8443",
    metricsSecure: true,
    metricsCertPath: "/tmp/k8s-metrics-server/metrics-certs",
    webhookCertPath: "/tmp/k8s-webhook-server/serving-certs",
    webhookPort: 9443,
    leaderElect: true,
  });
});

test("a program can add flags to those of every operator", () => {
  const flags = parseOperatorFlags(["--name-prefix=b-"], {
    "name-prefix": { type: "string", default: "a-", argument: "PREFIX", help: "what names begin with" },
  });

  expect(flags.namePrefix).toBe("b-");
  expect(() => parseOperatorFlags([], { kubeconfig: { type: "boolean", help: "no" } })).toThrow(
    "Cannot have a flag --kubeconfig: every operator has it",
  );
});

test.each([
  [["--enable-http2"], "Cannot use --enable-http2: metrics and webhooks are served over HTTP/1.1 only"],
  [["--webhook-port=:9443"], 'Cannot read --webhook-port: it is ":9443", must be a port, or "0" for off'],
  [
    ["--metrics-bind-address=8443"],
    'Cannot read --metrics-bind-address: it is "8443", must be "host:port", ":port", or "0" for off',
  ],
])("parseOperatorFlags(%j) is rejected", (args, message) => {
  expect(() => parseOperatorFlags(args)).toThrow(expect.objectContaining({ name: "ProgramError", message }));
});

test("the help of an operator contains every flag", () => {
  const help = formatOperatorFlags({ own: { type: "boolean", help: "mine" } });

  for (const flag of ["--own", "--metrics-secure", "--webhook-cert-key FILE", "--kubeconfig FILE", "--help"]) {
    expect(help).toContain(`  ${flag}`);
  }
});
