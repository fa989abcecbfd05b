// Evaluates a Pod against a level and a version, and formats the violations.
import type { PodSpec } from "@kubewright/api/core/v1";
import type { View } from "../../kinds/typed.ts";
import { baselineChecks } from "./baseline-checks.ts";
import type { CheckPod, Violation } from "./check.ts";
import { podUnderReview } from "./check.ts";
import type { Level, LevelVersion } from "./policy.ts";
import { minorOf } from "./policy.ts";
import { restrictedChecks } from "./restricted-checks.ts";

/** A Pod, or the template of one. */
export interface PodLike {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: View<PodSpec>;
}

/** Returns the violations of a Pod. */
export type Evaluator = (pod: PodLike) => readonly Violation[];

/** The evaluator of a level and a version. */
export function createEvaluator({ level, version }: LevelVersion): Evaluator {
  const checks = checksOf(level, minorOf(version));
  return ({ metadata, spec = {} }) => {
    const pod = podUnderReview(metadata?.annotations, spec);
    return checks.map((check) => check(pod)).filter((violation) => violation !== undefined);
  };
}

/** The checks of the policy version `v1.MINOR`; `Infinity` for the latest one. */
function checksOf(level: Level, minor: number): readonly CheckPod[] {
  const checks = {
    privileged: [],
    baseline: baselineChecks,
    restricted: [...baselineChecks, ...restrictedChecks],
  }[level];
  const current = checks.flatMap(({ id, overrides, versions }) => {
    const version = versions.findLast(({ since }) => since <= minor);
    return version === undefined ? [] : [{ id, overrides, check: version.check }];
  });
  const overridden = new Set(current.map(({ overrides }) => overrides));
  return current.filter(({ id }) => !overridden.has(id)).map(({ check }) => check);
}

/** The violations with their values: `hostPort (container "a" uses hostPort 80), privileged (…)`. */
export function describe(violations: readonly Violation[]): string {
  return violations.map(({ reason, detail }) => `${reason} (${detail})`).join(", ");
}

/** The violations without values: `hostPort, privileged`. */
export function summarize(violations: readonly Violation[]): string {
  return violations.map(({ reason }) => reason).join(", ");
}
