/** Any Balancer: those that the schema of the CRD lets through, and those that come when it is bypassed. */
import { isDeepEqual } from "@kubewright/apimachinery";
import fc from "fast-check";
import type { BalancerSpec } from "../../../api/v1alpha1/balancer.ts";
import { UnsafeWordError } from "../directive.ts";
import { configTree, nginxConfig } from "../nginx-config.ts";
import { parseConfig } from "./parse-config.ts";

const label = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,20}[a-z0-9])?$/u);

/** What the name of a Balancer can be whose objects can be named. */
export const balancerName: fc.Arbitrary<string> = fc.stringMatching(/^[a-z]([-a-z0-9]{0,20}[a-z0-9])?$/u);

/** What the schema of the CRD lets through. */
export const validSpec: fc.Arbitrary<BalancerSpec> = specOf(
  label,
  fc.integer({ min: 1, max: 65_535 }),
  fc.integer({ min: 1, max: 2_147_483_647 }),
);

/** What comes when the schema is bypassed: any text, and texts that are made to mean something to nginx. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "a;",
    "a{}",
    "a}\nevents {",
    "a b",
    '"a"',
    "a'b",
    "a\\;b",
    "a#b",
    "$host",
    "a\u0000",
    "a\u2028b",
    "",
    "-a",
    "a;\nload_module x",
  ),
  label,
);
const hostileNumber = fc.oneof(fc.integer(), fc.double(), hostileText) as fc.Arbitrary<number>;

/** Specs that no schema has seen. */
export const hostileSpec: fc.Arbitrary<BalancerSpec> = specOf(hostileText, hostileNumber, hostileNumber);

/** What becomes of a Balancer's configuration: read back, it is the tree that was meant; or it is not printed; or it is another one. */
export function outcomeOf(name: string, spec: BalancerSpec): "as meant" | "refused" | "otherwise" {
  let text: string;
  try {
    text = nginxConfig(name, spec);
  } catch (error) {
    if (error instanceof UnsafeWordError) return "refused";
    throw error;
  }
  return isDeepEqual(parseConfig(text), configTree(name, spec)) ? "as meant" : "otherwise";
}

function specOf(
  text: fc.Arbitrary<string>,
  port: fc.Arbitrary<number>,
  weight: fc.Arbitrary<number>,
): fc.Arbitrary<BalancerSpec> {
  const protocol = fc.constantFrom<"TCP" | "UDP">("TCP", "UDP");
  return fc.record({
    ports: fc.array(fc.record({ name: text, port, protocol }), { minLength: 1, maxLength: 4 }),
    backends: fc.array(fc.record({ name: text, weight }), { minLength: 1, maxLength: 5 }),
  });
}
