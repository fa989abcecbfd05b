/** What the checks of a Pod's parts must know of the whole. */
import type { ObjectMeta } from "@kubewright/apimachinery";
import type { Container, EphemeralContainer, PodSpec } from "@kubewright/api/core/v1";
import type { FieldPath } from "@kubewright/apimachinery";
import type { View } from "../typed.ts";
import type { VolumesByName } from "./volumes.ts";

export interface SpecContext {
  readonly spec: View<PodSpec>;
  /** Of the Pod itself, absent for a template: some rules hold only where a Pod is made. */
  readonly metadata?: View<ObjectMeta>;
  /** Volumes that are well-formed, by name. */
  readonly volumes: VolumesByName;
  /** The names in `spec.resourceClaims`. */
  readonly claimNames: ReadonlySet<string>;
}

export type AnyContainer = View<Container> | View<EphemeralContainer>;

/** The three lists of containers, in the order in which the reference visits them. */
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

/** Whether the Pod's users are those of its host, as they are unless it says otherwise. */
export function hasHostUsers(spec: View<PodSpec>): boolean {
  return spec.hostUsers ?? true;
}
