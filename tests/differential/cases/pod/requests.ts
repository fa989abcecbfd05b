/** Dry runs of Pods: a valid Pod with one or a few errors, many in a case. */
import { post } from "../../case.ts";
import type { DifferentialRequest } from "../../case.ts";

export const pods = "/api/v1/namespaces/{{namespace}}/pods";

/** A container with only the required fields. */
export const container = { name: "c", image: "example.com/c:1" };

export function podOf(spec: object, metadata: object = {}): object {
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "p", ...metadata }, spec };
}

/** Tries a Pod of each spec; a spec without containers gets one. */
export function trySpecs(...specs: readonly object[]): readonly DifferentialRequest[] {
  return specs.map((spec) => post(`${pods}?dryRun=All`, podOf({ containers: [container], ...spec })));
}

/** Tries a Pod with each of the containers; missing fields are those of a valid container. */
export function tryContainers(...containers: readonly object[]): readonly DifferentialRequest[] {
  return trySpecs(...containers.map((fields) => ({ containers: [{ ...container, ...fields }] })));
}

/** Tries a Pod with each of the volumes; one without a name is called `v`. */
export function tryVolumes(...volumes: readonly object[]): readonly DifferentialRequest[] {
  return trySpecs(...volumes.map((volume) => ({ volumes: [{ name: "v", ...volume }] })));
}
