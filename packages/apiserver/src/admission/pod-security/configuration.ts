/**
 * The configuration of PodSecurity: the policy of namespaces without labels, and exemptions.
 * https://kubernetes.io/docs/tasks/configure-pod-container/enforce-standards-admission-controller/
 */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, formatFieldErrors, isDns1123Label, isDns1123Subdomain } from "@kubewright/apimachinery";
import { PodSecurityOptionError } from "./errors.ts";
import type { Mode, Policy } from "./policy.ts";
import { levelMessage, modes, parseLevel, parseVersion, versionMessage } from "./policy.ts";

/** The fields of a `PodSecurityConfiguration`. */
export interface PodSecurityOptions {
  /** Default: the level `privileged` and the version `latest` for each mode. */
  readonly defaults?: { readonly [Key in Mode | `${Mode}-version`]?: string };
  /** Requests and Pods that are not evaluated. */
  readonly exemptions?: {
    readonly usernames?: readonly string[];
    readonly namespaces?: readonly string[];
    readonly runtimeClasses?: readonly string[];
  };
}

export interface PodSecurityConfiguration {
  readonly defaults: Policy;
  readonly usernames: ReadonlySet<string>;
  readonly namespaces: ReadonlySet<string>;
  readonly runtimeClasses: ReadonlySet<string>;
}

/** @throws {PodSecurityOptionError} for bad values. */
export function podSecurityConfiguration({
  defaults = {},
  exemptions = {},
}: PodSecurityOptions): PodSecurityConfiguration {
  const { usernames = [], namespaces = [], runtimeClasses = [] } = exemptions;
  const errors = [
    ...modes.flatMap((mode) => checkDefault(defaults, mode)),
    ...checkNames(namespaces, exemptionsPath.child("namespaces"), isDns1123Label),
    ...checkNames(runtimeClasses, exemptionsPath.child("runtimeClasses"), isDns1123Subdomain),
    ...checkNames(usernames, exemptionsPath.child("usernames"), (name) =>
      name === "" ? ["username must not be empty"] : [],
    ),
  ];
  if (errors.length > 0) throw new PodSecurityOptionError(`Cannot use "podSecurity": ${formatFieldErrors(errors)}`);
  return {
    defaults: { enforce: defaultOf("enforce"), audit: defaultOf("audit"), warn: defaultOf("warn") },
    usernames: new Set(usernames),
    namespaces: new Set(namespaces),
    runtimeClasses: new Set(runtimeClasses),
  };

  function defaultOf(mode: Mode): Policy[Mode] {
    return {
      level: parseLevel(defaults[mode] ?? "") ?? "privileged",
      version: parseVersion(defaults[`${mode}-version`] ?? "") ?? "latest",
    };
  }
}

const exemptionsPath = fieldPath("exemptions");

function checkDefault(defaults: NonNullable<PodSecurityOptions["defaults"]>, mode: Mode): readonly FieldError[] {
  const path = fieldPath("defaults");
  const [level = "", version = ""] = [defaults[mode], defaults[`${mode}-version`]];
  return [
    ...(level === "" || parseLevel(level) !== undefined ? [] : [field.invalid(path.child(mode), level, levelMessage)]),
    ...(version === "" || parseVersion(version) !== undefined
      ? []
      : [field.invalid(path.child(`${mode}-version`), version, versionMessage)]),
  ];
}

/** Checks that the names are valid and distinct. */
function checkNames(
  names: readonly string[],
  path: FieldPath,
  problemsOf: (name: string) => readonly string[],
): readonly FieldError[] {
  return names.flatMap((name, index) => {
    const problems = problemsOf(name);
    if (problems.length > 0) return [field.invalid(path.index(index), name, problems.join(", "))];
    return names.indexOf(name) < index ? [field.duplicate(path.index(index), name)] : [];
  });
}
