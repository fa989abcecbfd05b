/**
 * The kinds of the sequences of a batch: built-in kinds, with an admission policy or with a quota and limit ranges in some batches, or
 * a custom kind for the batch.
 */
import { createSeededRandom } from "@kubewright/async";
import type { DifferentialCase, DifferentialStep } from "../differential/case.ts";
import { post, remove } from "../differential/case.ts";
import { batchLimits, withoutRaces } from "./batch-limits.ts";
import { batchMutations, withoutDeleteRaces } from "./batch-mutations.ts";
import { batchPolicy } from "./batch-policies.ts";
import type { ConversionAddress } from "./conversions.ts";
import { createRequest, definitionRequests, definitions, randomKind } from "./custom-kinds.ts";
import type { SequenceKind } from "./kind.ts";
import { caseText } from "./print-case.ts";
import type { BatchKinds, Outcome, SequenceRun } from "./run.ts";
import { outcomeOf } from "./run.ts";

/** The period of batches: two have a validating policy, one a mutating policy, one a quota, one a custom kind, and one a custom kind with a conversion webhook. */
const period = 8;
/** A random schema may be rejected, for example for an invalid default. */
const attemptsMax = 100;

interface Making {
  readonly seed: string;
  readonly prefix: string;
  readonly answers: SequenceRun["answers"];
  /** The webhook that converts the objects of custom kinds, on both servers. */
  readonly conversions: ConversionAddress;
}

/** Prepares the kinds of a batch on both servers. Custom ones depend only on the seed and the number of the batch. */
export function batchKinds(making: Making, builtin: readonly SequenceKind[]): SequenceRun["kinds"] {
  return async (batch) => {
    const plain = { kinds: builtin, [Symbol.asyncDispose]: async () => undefined };
    switch (batch % period) {
      case 1:
      case 5:
        return withPolicy(making, batch, builtin, batchPolicy);
      case 2:
        return { ...(await withPolicy(making, batch, builtin, batchMutations)), adapt: withoutDeleteRaces };
      case 6:
        return { ...plain, begin: batchLimits(`${making.seed}-${batch}`), adapt: withoutRaces };
      case 3:
        return customKinds(making, batch);
      case 7:
        return customKinds(making, batch, making.conversions);
      default:
        return plain;
    }
  };
}

async function withPolicy(
  { seed, prefix, answers }: Making,
  batch: number,
  kinds: readonly SequenceKind[],
  policyOf: typeof batchPolicy,
): Promise<BatchKinds> {
  const name = `${prefix}-${batch}`;
  const { begin, end } = policyOf(`${seed}-${batch}`, name);
  const begun = await outcomeOf({ answers }, { name: `${name}-policy`, requests: begin }, false);
  return {
    kinds,
    setUp: begin,
    ...(begun.differences.length === 0
      ? {}
      : { failure: { differences: begun.differences, case: caseText(`${seed}-${batch}-policy`, begin) } }),
    [Symbol.asyncDispose]: async () => {
      await outcomeOf({ answers }, { name: `${name}-policy-end`, requests: end }, false);
    },
  };
}

async function customKinds(
  { seed, prefix, answers }: Making,
  batch: number,
  webhook?: ConversionAddress,
): Promise<BatchKinds> {
  const random = createSeededRandom(`${seed}-${batch} kind`);
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const name = `${prefix}-${batch}-kind-${attempt}`;
    const group = `${name}.example.com`;
    const kind = randomKind(random, group, webhook);
    const ask = (of: string, requests: readonly DifferentialStep[]): Promise<Outcome> => {
      const request: DifferentialCase = { name: `${name}-${of}`, requests };
      return outcomeOf({ answers }, request, true);
    };
    const tried = await ask("try", [post(`${definitions}?dryRun=All`, kind.definition)]);
    if (tried.statuses[0] !== 201 && tried.differences.length === 0) continue;
    // A rejected object would make a kind without successful writes.
    const setUp = [...definitionRequests(kind), createRequest(kind)];
    const { differences, statuses } = tried.differences.length > 0 ? tried : await ask("begin", setUp);
    const end = async (): Promise<void> => {
      await ask("end", [remove(`${definitions}/widgets.${group}`)]);
    };
    if (statuses.at(-1) !== 201 && differences.length === 0) {
      await end();
      continue;
    }
    return {
      kinds: [kind],
      ...(differences.length === 0 ? {} : { failure: { differences, case: caseText(`${seed}-${batch}-kind`, setUp) } }),
      [Symbol.asyncDispose]: end,
    };
  }
  throw new Error(`Cannot make a kind for batch ${batch} of seed "${seed}": ${attemptsMax} definitions were refused`);
}
