// The names of the children of a Balancer, and the specs for which they are invalid.
import { expect, test } from "vitest";
import type { BalancerSpec } from "../../api/v1alpha1/balancer.ts";
import { backendServiceName, configMapName, deploymentName, specProblem } from "./names.ts";

const ports = [{ name: "http", port: 80 }];
const backends = [{ name: "v1", weight: 1 }];

test("the children of a Balancer have the documented names", () => {
  const names = [backendServiceName("b", "v1"), configMapName("b"), deploymentName("b")];

  expect(names).toEqual(["b-v1-backend", "b-proxy-configmap", "bproxy"]);
});

test.each<{ what: string; name: string; spec?: Partial<BalancerSpec>; problem: string | undefined }>([
  { what: "a valid spec", name: "b", problem: undefined },
  { what: "a ConfigMap name of 63 characters", name: "b".repeat(47), problem: undefined },
  {
    what: "a ConfigMap name of 64 characters",
    name: "b".repeat(48),
    problem: `The name "${"b".repeat(48)}-proxy-configmap" has 64 characters, at most 63 are possible: shorten the name of the Balancer or of the backend`,
  },
  {
    what: "a backend Service name of 63 characters",
    name: "b",
    spec: { backends: [{ name: "v".repeat(53), weight: 1 }] },
    problem: undefined,
  },
  {
    what: "a backend Service name of 64 characters",
    name: "b",
    spec: { backends: [...backends, { name: "v".repeat(54), weight: 1 }] },
    problem: `The name "b-${"v".repeat(54)}-backend" has 64 characters, at most 63 are possible: shorten the name of the Balancer or of the backend`,
  },
  {
    what: "a name that a Service cannot have",
    name: "b.example",
    problem:
      'A Service cannot be named "b.example": a name starts with a lower-case letter and has lower-case letters, digits and dashes alone',
  },
  {
    what: "a name that starts with a digit",
    name: "1b",
    problem:
      'A Service cannot be named "1b": a name starts with a lower-case letter and has lower-case letters, digits and dashes alone',
  },
  {
    what: "one port number with two protocols",
    name: "b",
    spec: { ports: [...ports, { name: "udp", port: 80, protocol: "UDP" }] },
    problem: undefined,
  },
  {
    what: "one port number twice, with the protocol TCP and with the default",
    name: "b",
    spec: { ports: [...ports, { name: "again", port: 80, protocol: "TCP" }] },
    problem: 'Ports "http" and "again" are both TCP 80: each can be listened on once',
  },
])("specProblem() of a Balancer with $what", ({ name, spec, problem }) => {
  expect(specProblem(name, { ports, backends, ...spec })).toBe(problem);
});
