/**
 * Checks of the Pod Security Standards. A check is data: its id, its level, and one function for each range of versions.
 * https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
import type { PodSecurityContext, PodSpec, SecurityContext } from "@kubewright/api/core/v1";
import type { AnyContainer } from "../../../kinds/pod/spec-context.ts";
import { containerLists } from "../../../kinds/pod/spec-context.ts";
import type { View } from "../../../kinds/typed.ts";

export interface Check {
  /** The order of ids is the order of violations in messages. */
  readonly id: string;
  /** `baseline` checks also belong to the level `restricted`. */
  readonly level: "baseline" | "restricted";
  /** Ordered by `since`. */
  readonly versions: readonly VersionedCheck[];
}

export interface VersionedCheck {
  /** The minor version N of the first policy version `v1.N` with this check. */
  readonly since: number;
  readonly check: CheckPod;
  /** The id of the baseline check that this one replaces in the level `restricted`. */
  readonly overrides?: string;
}

/** Returns nothing if the Pod passes. */
export type CheckPod = (pod: PodUnderReview) => Violation | undefined;

export interface Violation {
  /** A summary without values: `hostPort`. */
  readonly reason: string;
  /** The containers and values: `container "a" uses hostPort 80`. */
  readonly detail: string;
}

/** A Pod, or the template of one. */
export interface PodUnderReview {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: View<PodSpec>;
  /** Init containers, containers, ephemeral containers. */
  readonly containers: readonly AnyContainer[];
}

export type { AnyContainer } from "../../../kinds/pod/spec-context.ts";

/** The fields that the security contexts of Pods and of containers share. */
export type SharedSecurityContext = View<Pick<PodSecurityContext, keyof PodSecurityContext & keyof SecurityContext>>;

export function podUnderReview(
  annotations: Readonly<Record<string, string>> | undefined,
  spec: View<PodSpec>,
): PodUnderReview {
  return { annotations: annotations ?? {}, spec, containers: containerLists.flatMap((list) => spec[list] ?? []) };
}

/** The names of the containers for which `isBad` holds. */
export function containersWhere(pod: PodUnderReview, isBad: (container: AnyContainer) => boolean): readonly string[] {
  return pod.containers.filter((container) => isBad(container)).map(nameOf);
}

export function nameOf({ name = "" }: { readonly name?: string }): string {
  return name;
}

/** The security contexts for which `isBad` holds: `["pod", 'containers "a", "b"']`. */
export function settersWhere(
  pod: PodUnderReview,
  isBad: (context: SharedSecurityContext) => boolean,
): readonly string[] {
  const ofPod = pod.spec.securityContext;
  const names = containersWhere(pod, ({ securityContext }) => securityContext !== undefined && isBad(securityContext));
  return [
    ...(ofPod !== undefined && isBad(ofPod) ? ["pod"] : []),
    ...(names.length === 0 ? [] : [counted("container", names)]),
  ];
}

/** `container "a"`, or `containers "a", "b"`. */
export function counted(noun: string, names: readonly string[]): string {
  return `${plural(noun, names.length)} ${quoted(names)}`;
}

export function plural(noun: string, count: number): string {
  return count === 1 ? noun : `${noun}s`;
}

/** The strings in quotes, without escapes: `"a", "b"`. */
export function quoted(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(", ");
}

/** The distinct strings in order. */
export function sortedSet(texts: Iterable<string>): readonly string[] {
  return [...new Set(texts)].toSorted();
}

export function isWindows({ spec }: PodUnderReview): boolean {
  return spec.os?.name === "windows";
}

/** Whether the Pod has its own user namespace, so that its root has no rights on the host. */
export function hasOwnUsers({ spec }: PodUnderReview): boolean {
  return spec.hostUsers === false;
}

/** The check for Pods for which `isExempt` does not hold. */
export function unless(isExempt: (pod: PodUnderReview) => boolean, check: CheckPod): CheckPod {
  return (pod) => (isExempt(pod) ? undefined : check(pod));
}
