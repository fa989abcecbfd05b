/**
 * The form of a check of the Pod Security Standards: a record with its id, and for each range of versions what it reads and the message that it returns.
 * https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
import type { PodSecurityContext, PodSpec, SecurityContext } from "@kubewright/api/core/v1";
import type { AnyContainer } from "../../kinds/pod/spec-context.ts";
import { containerLists } from "../../kinds/pod/spec-context.ts";
import type { View } from "../../kinds/typed.ts";

export interface Check {
  /** The order of ids is the order of violations in messages. */
  readonly id: string;
  /** Ordered by `since`. */
  readonly versions: readonly VersionedCheck[];
  /** The id of the baseline check that this one replaces in the level `restricted`. */
  readonly overrides?: string;
}

export interface VersionedCheck {
  /** The minor version N of the first policy version `v1.N` with this check. */
  readonly since: number;
  readonly check: CheckPod;
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

/** The fields that the security contexts of Pods and of containers share. */
export type SharedSecurityContext = View<Pick<PodSecurityContext, keyof PodSecurityContext & keyof SecurityContext>>;

export function podUnderReview(
  annotations: Readonly<Record<string, string>> | undefined,
  spec: View<PodSpec>,
): PodUnderReview {
  return { annotations: annotations ?? {}, spec, containers: containerLists.flatMap((list) => spec[list] ?? []) };
}

/** What a check reads: forbidden values, or whether a field is wrong whose value the message does not contain. */
export type Reading = readonly string[] | boolean;

/** The containers or security contexts that are wrong. */
export interface Found {
  /** `pod`, or `container "a"`, or `pod and containers "a", "b"`. */
  readonly setters: string;
  readonly names: readonly string[];
  /** The distinct forbidden values in order. */
  readonly values: readonly string[];
}

/** What a check reads of each container or security context, and its message. */
export interface CheckRecord<Part> {
  readonly reason: string;
  readonly read: (part: Part) => Reading;
  readonly detail: (found: Found) => string;
}

export function checkContainers({ reason, read, detail }: CheckRecord<AnyContainer>): CheckPod {
  return (pod) => {
    const found = findContainers(pod, read);
    return found && { reason, detail: detail(found) };
  };
}

/** A check of the security contexts of the Pod and of its containers. */
export function checkContexts({ reason, read, detail }: CheckRecord<SharedSecurityContext>): CheckPod {
  return (pod) => {
    const found = findContexts(pod, read);
    return found && { reason, detail: detail(found) };
  };
}

export function findContainers(
  { containers }: PodUnderReview,
  read: (container: AnyContainer) => Reading,
): Found | undefined {
  const bad = containers
    .map((container) => ({ name: nameOf(container), reading: read(container) }))
    .filter(({ reading }) => isBad(reading));
  if (bad.length === 0) return undefined;
  const names = bad.map(nameOf);
  return {
    setters: counted("container", names),
    names,
    values: sortedSet(bad.flatMap(({ reading }) => valuesOf(reading))),
  };
}

export function findContexts(
  pod: PodUnderReview,
  read: (context: SharedSecurityContext) => Reading,
): Found | undefined {
  const ofPod = pod.spec.securityContext !== undefined && read(pod.spec.securityContext);
  const found = findContainers(pod, ({ securityContext }) => securityContext !== undefined && read(securityContext));
  if (!isBad(ofPod)) return found;
  const { setters, names, values } = found ?? { names: [], values: [] };
  return {
    setters: setters === undefined ? "pod" : `pod and ${setters}`,
    names,
    values: sortedSet([...valuesOf(ofPod), ...values]),
  };
}

function isBad(reading: Reading): boolean {
  return typeof reading === "boolean" ? reading : reading.length > 0;
}

function valuesOf(reading: Reading): readonly string[] {
  return typeof reading === "boolean" ? [] : reading;
}

/** The check for Pods for which `isExempt` does not hold. */
export function unless(isExempt: (pod: PodUnderReview) => boolean, check: CheckPod): CheckPod {
  return (pod) => (isExempt(pod) ? undefined : check(pod));
}

export function nameOf({ name = "" }: { readonly name?: string }): string {
  return name;
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

/** `uses` for one subject. */
export function uses(count: number): string {
  return count === 1 ? "uses" : "use";
}
