/** Random specs of Balancers within the schema of the CRD. */
import type { Random } from "@kubewright/async";
import type { BackendSpec, BalancerPort, BalancerSpec } from "../../../examples/balancer/api/v1alpha1/balancer.ts";

const inner = "abcdefghijklmnopqrstuvwxyz0123456789-";
const outer = inner.slice(0, -1);

/** A spec with unique names, one port number per protocol, and names that are short enough for a Balancer with a name of up to three characters. */
export function randomSpec(random: Random): BalancerSpec {
  const backends = new Map<string, BackendSpec>();
  const ports = new Map<string, BalancerPort>();
  for (let left = 1 + random.int(20); left > 0; left -= 1) {
    const name = randomLabel(random, 50);
    backends.set(name, { name, weight: random.next() < 0.1 ? 2_147_483_647 : 1 + random.int(100) });
  }
  const names = new Set<string>();
  for (let left = 1 + random.int(8); left > 0; left -= 1) {
    const name = randomLabel(random, 63);
    const protocol = random.next() < 0.5 ? "UDP" : "TCP";
    const port = 1 + random.int(65_535);
    if (!names.has(name)) ports.set(`${protocol} ${port}`, { name, protocol, port });
    names.add(name);
  }
  return { backends: Array.from(backends.values()), ports: Array.from(ports.values()) };
}

function randomLabel(random: Random, lengthMax: number): string {
  const length = 1 + random.int(lengthMax);
  const characters = Array.from({ length }, (_, index) => {
    const alphabet = index === 0 || index === length - 1 ? outer : inner;
    return alphabet[random.int(alphabet.length)] ?? "a";
  });
  return characters.join("");
}
