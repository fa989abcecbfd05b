/** Data of the whole Pod for the checks of its parts. */
import type { ObjectMeta } from "@kubewright/apimachinery";
import type { Container, EphemeralContainer, PodSpec } from "@kubewright/api/core/v1";
import type { FieldPath } from "@kubewright/apimachinery";
import type { View } from "../typed.ts";
import type { VolumesByName } from "./volumes.ts";

export interface SpecContext {
  readonly spec: View<PodSpec>;
  /** The metadata of a Pod. Absent for a template: some rules apply only to Pods. */
  readonly metadata?: View<ObjectMeta>;
  /** Well-formed volumes by name. */
  readonly volumes: VolumesByName;
  /** The names in `spec.resourceClaims`. */
  readonly claimNames: ReadonlySet<string>;
}

export type AnyContainer = View<Container> | View<EphemeralContainer>;

/** The three lists of containers, in the order of kube-apiserver. */
export const containerLists = ["initContainers", "containers", "ephemeralContainers"] as const;

/** Every container of the Pod with its path. */
export function* containersOf(
  spec: View<PodSpec>,
  path: FieldPath,
): Generator<readonly [container: AnyContainer, path: FieldPath]> {
  for (const list of containerLists) {
    for (const [index, container] of (spec[list] ?? []).entries()) yield [container, path.child(list).index(index)];
  }
}

/** Whether the Pod uses the user namespace of its host. Default true. */
export function hasHostUsers(spec: View<PodSpec>): boolean {
  return spec.hostUsers ?? true;
}
