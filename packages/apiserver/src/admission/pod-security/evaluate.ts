// Evaluates a Pod against a level and a version, and formats the violations.
import type { PodSpec } from "@kubewright/api/core/v1";
import type { View } from "../../kinds/typed.ts";
import type { Violation } from "./checks/check.ts";
import { podUnderReview } from "./checks/check.ts";
import { checksOf } from "./checks/checks.ts";
import type { LevelVersion } from "./policy.ts";
import { minorOf } from "./policy.ts";

/** A Pod, or the template of one. */
export interface PodLike {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: View<PodSpec>;
}

/** Returns the violations of a Pod. */
export type Evaluator = (pod: PodLike) => readonly Violation[];

/** The evaluator of a level and a version. */
export function createEvaluator({ level, version }: LevelVersion): Evaluator {
  if (level === "privileged") return () => [];
  const checks = checksOf(level, minorOf(version));
  return ({ metadata, spec = {} }) => {
    const pod = podUnderReview(metadata?.annotations, spec);
    return checks.map((check) => check(pod)).filter((violation) => violation !== undefined);
  };
}

/** The violations with their values: `hostPort (container "a" uses hostPort 80), privileged (…)`. */
export function describe(violations: readonly Violation[]): string {
  return violations.map(({ reason, detail }) => `${reason} (${detail})`).join(", ");
}

/** The violations without values: `hostPort, privileged`. */
export function summarize(violations: readonly Violation[]): string {
  return violations.map(({ reason }) => reason).join(", ");
}
