/**
 * The policy of a namespace: for each mode, a level of the Pod Security Standards and a version of it. The labels of the namespace set it.
 * https://kubernetes.io/docs/concepts/security/pod-security-admission/
 */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, getOwn } from "@kubewright/apimachinery";

/** From the least to the most strict. */
export const levels = ["privileged", "baseline", "restricted"] as const;

export type Level = (typeof levels)[number];

/** `latest`, or the version of Kubernetes that introduced the checks. */
export type PolicyVersion = "latest" | `v1.${string}`;

export interface LevelVersion {
  readonly level: Level;
  readonly version: PolicyVersion;
}

/** `enforce` rejects Pods, `audit` annotates audit events, `warn` warns the client. */
export const modes = ["enforce", "audit", "warn"] as const;

export type Mode = (typeof modes)[number];

export type Policy = { readonly [M in Mode]: LevelVersion };

/** The prefix of the labels of namespaces, and of the keys of audit annotations. */
export const labelPrefix = "pod-security.kubernetes.io/";

/** `restricted:latest` */
export function formatLevelVersion({ level, version }: LevelVersion): string {
  return `${level}:${version}`;
}

export function parseLevel(text: string): Level | undefined {
  return levels.find((level) => level === text);
}

export const levelMessage: string = `must be one of ${levels.join(", ")}`;

/** Minor versions are 64-bit integers in the reference. */
const minorMax = 2n ** 63n - 1n;

export function parseVersion(text: string): PolicyVersion | undefined {
  if (text === "latest") return text;
  const minor = /^v1\.(0|[1-9][0-9]*)$/.exec(text)?.[1];
  return minor === undefined || BigInt(minor) > minorMax ? undefined : `v1.${minor}`;
}

export const versionMessage = 'must be "latest" or "v1.x"';

/** The minor version; `Infinity` for the latest one. */
export function minorOf(version: PolicyVersion): number {
  return version === "latest" ? Number.POSITIVE_INFINITY : Number(version.slice("v1.".length));
}

/** Whether `level` admits fewer Pods than `other`. */
export function isStricter(level: Level, other: Level): boolean {
  return levels.indexOf(level) > levels.indexOf(other);
}

export function isFullyPrivileged(policy: Policy): boolean {
  return modes.every((mode) => policy[mode].level === "privileged");
}

/** Whether two policies admit the same Pods. All versions of `privileged` are the same. */
export function isEquivalent(policy: Policy, other: Policy): boolean {
  return modes.every((mode) => {
    const [a, b] = [policy[mode], other[mode]];
    return a.level === b.level && (a.level === "privileged" || a.version === b.version);
  });
}

export type Labels = Readonly<Record<string, string>> | undefined;

/**
 * The policy of a namespace, and the errors of labels with bad values. A bad version counts as `latest`. A bad level counts as `restricted` when it is
 * enforced, and as `privileged` otherwise.
 */
export interface NamespacePolicy {
  readonly policy: Policy;
  readonly errors: readonly FieldError[];
}

/** The policy of a namespace with these labels. */
export function policyOf(labels: Labels, defaults: Policy): NamespacePolicy {
  if (labels === undefined) return { policy: defaults, errors: [] };
  const errors: FieldError[] = [];
  const enforce = labeled(labels, "enforce", defaults.enforce, errors);
  const audit = labeled(labels, "audit", defaults.audit, errors);
  const warn = labeled(labels, "warn", defaults.warn, errors);
  return { policy: { enforce, audit, warn: atLeastEnforced(warn, enforce, labels) }, errors };
}

/** The level and the version of one mode. */
function labeled(labels: NonNullable<Labels>, mode: Mode, defaults: LevelVersion, errors: FieldError[]): LevelVersion {
  const levelText = getOwn(labels, labelOf(mode));
  const versionText = getOwn(labels, `${labelOf(mode)}-version`);
  const level = levelText === undefined ? defaults.level : parseLevel(levelText);
  const version = versionText === undefined ? defaults.version : parseVersion(versionText);
  if (level === undefined) errors.push(field.invalid(labelsPath.key(labelOf(mode)), levelText, levelMessage));
  if (version === undefined) {
    errors.push(field.invalid(labelsPath.key(`${labelOf(mode)}-version`), versionText, versionMessage));
  }
  return { level: level ?? (mode === "enforce" ? "restricted" : "privileged"), version: version ?? "latest" };
}

const labelsPath = fieldPath("metadata", "labels");

/** A namespace without a label for warnings warns at the level that its label enforces. */
function atLeastEnforced(warn: LevelVersion, enforce: LevelVersion, labels: NonNullable<Labels>): LevelVersion {
  const isEnforced = parseLevel(getOwn(labels, labelOf("enforce")) ?? "") !== undefined;
  if (!isEnforced || getOwn(labels, labelOf("warn")) !== undefined || !isStricter(enforce.level, warn.level)) {
    return warn;
  }
  const hasVersion = getOwn(labels, `${labelOf("warn")}-version`) !== undefined;
  return { level: enforce.level, version: hasVersion ? warn.version : enforce.version };
}

/** The label with the level of a mode. The one with its version has the suffix `-version`. */
export function labelOf(mode: Mode): string {
  return `${labelPrefix}${mode}`;
}
