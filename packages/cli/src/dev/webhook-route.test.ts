import { expect, test } from "vitest";

import { webhookRoute } from "./webhook-route.ts";

test.each([
  ["local", undefined, "127.0.0.1", "https://127.0.0.1:9443/validate"],
  ["url", "host.docker.internal", "host.docker.internal", "https://host.docker.internal:9443/validate"],
  ["url", "example.dev:443", "example.dev", "https://example.dev:443/validate"],
  ["url", "192.168.1.5", "192.168.1.5", "https://192.168.1.5:9443/validate"],
  ["url", "fd00::1", "fd00::1", "https://[fd00::1]:9443/validate"],
  ["url", "[fd00::1]:8443", "fd00::1", "https://[fd00::1]:8443/validate"],
] as const)("the route %s %s has a certificate for %s and the URL %s", (mode, address, host, url) => {
  const route = webhookRoute(mode, address, 9443);

  expect(route.hosts).toEqual([host]);
  expect(route.clientConfig("/validate")).toEqual({ url });
  expect(route.objects).toEqual([]);
});

test("a Service without a selector routes to the address", () => {
  const route = webhookRoute("service", "192.168.1.5:8443", 9443);

  expect(route.hosts).toEqual(["kubewright-dev-webhooks.default.svc"]);
  expect(route.clientConfig("/validate")).toEqual({
    service: { namespace: "default", name: "kubewright-dev-webhooks", path: "/validate", port: 443 },
  });
  expect(route.objects).toMatchObject([
    { kind: "Service", spec: { ports: [{ port: 443, targetPort: 8443 }] } },
    {
      kind: "EndpointSlice",
      addressType: "IPv4",
      metadata: { labels: { "kubernetes.io/service-name": "kubewright-dev-webhooks" } },
      endpoints: [{ addresses: ["192.168.1.5"] }],
      ports: [{ port: 8443 }],
    },
  ]);
});

test.each([
  ["url", undefined, "--webhook-address is missing"],
  ["service", "example.dev", "a Service needs an IP address"],
  ["url", "https://example.dev", "expected HOST or HOST:PORT"],
  ["url", "example.dev:99999", "expected HOST or HOST:PORT"],
  ["url", "a b", "expected HOST or HOST:PORT"],
  ["url", "[zz]", "expected HOST or HOST:PORT"],
] as const)("the route %s with the address %o is rejected: %s", (mode, address, message) => {
  expect(() => webhookRoute(mode, address, 9443)).toThrow(message);
});
