// Which Balancers nothing can be made of, and what is said of them.
import { expect, test } from "vitest";
import type { BalancerSpec } from "../../api/v1alpha1/balancer.ts";
import { backendServiceName, configMapName, deploymentName, specProblem } from "./names.ts";

const ports = [{ name: "http", port: 80 }];
const backends = [{ name: "v1", weight: 1 }];

test("the objects of a Balancer have the names that people look for", () => {
  const names = [backendServiceName("b", "v1"), configMapName("b"), deploymentName("b")];

  expect(names).toEqual(["b-v1-backend", "b-proxy-configmap", "bproxy"]);
});

test.each<{ what: string; name: string; spec?: Partial<BalancerSpec>; problem: string | undefined }>([
  { what: "an ordinary one", name: "b", problem: undefined },
  { what: "one whose ConfigMap's name has 63 characters", name: "b".repeat(47), problem: undefined },
  {
    what: "one whose ConfigMap's name has 64 characters",
    name: "b".repeat(48),
    problem: `The name "${"b".repeat(48)}-proxy-configmap" has 64 characters, at most 63 are possible: shorten the name of the Balancer or of the backend`,
  },
  {
    what: "one whose backend's Service has a name of 63 characters",
    name: "b",
    spec: { backends: [{ name: "v".repeat(53), weight: 1 }] },
    problem: undefined,
  },
  {
    what: "one whose backend's Service has a name of 64 characters",
    name: "b",
    spec: { backends: [...backends, { name: "v".repeat(54), weight: 1 }] },
    problem: `The name "b-${"v".repeat(54)}-backend" has 64 characters, at most 63 are possible: shorten the name of the Balancer or of the backend`,
  },
  {
    what: "one with a name that a Balancer can have and a Service cannot",
    name: "b.example",
    problem:
      'A Service cannot be named "b.example": a name starts with a lower-case letter and has lower-case letters, digits and dashes alone',
  },
  {
    what: "one with a name that starts with a digit",
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
    what: "one port number twice, once said to be TCP and once left to the default",
    name: "b",
    spec: { ports: [...ports, { name: "again", port: 80, protocol: "TCP" }] },
    problem: 'Ports "http" and "again" are both TCP 80: each can be listened on once',
  },
])("$what is judged rightly", ({ name, spec, problem }) => {
  expect(specProblem(name, { ports, backends, ...spec })).toBe(problem);
});
