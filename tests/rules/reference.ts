// Rules over values: the results of kube-apiserver's own code and those of package cel, in the same form.

import type { JsonValue } from "@kubewright/apimachinery";
import type { CompiledRule, Evaluation } from "@kubewright/cel";
import { CelError, compileRule, declareSchema, formatValue } from "@kubewright/cel";
import type { JsonSchema, ValidationRule } from "@kubewright/schema";
import type { GoProgram } from "../go-program.ts";

/** A schema with values. Each rule is compiled for the schema and evaluated on each value. */
export interface RuleGroup {
  readonly schema: JsonSchema;
  /** The schema describes a whole resource. */
  readonly root?: boolean;
  readonly values: readonly { readonly value: JsonValue; readonly old?: JsonValue }[];
  readonly rules: readonly ValidationRule[];
}

/** The result of compiling a rule and of evaluating it on each value. */
export interface RuleAnswer {
  readonly compiled: {
    readonly error?: string;
    readonly messageError?: string;
    readonly usesOldSelf?: boolean;
    readonly maxCost?: string;
    readonly maxCardinality?: number;
    readonly messageMaxCost?: string;
  };
  readonly results?: readonly Result[];
}

/** What an evaluation returns and costs. */
interface Result {
  readonly verdict: string;
  readonly cost: number;
  readonly message?: string;
  readonly messageCost?: number;
}

/** The results of the program of tools/real/cel. */
export async function referenceAnswers(program: GoProgram, group: RuleGroup): Promise<readonly RuleAnswer[]> {
  const responses = (await program.ask({ ...group, op: "rules" })) as readonly RuleAnswer[]; // The program's own form.
  return responses.map(({ compiled, results }) => ({
    compiled,
    // Costs beyond 2^53 are rounded.
    ...(results === undefined ? {} : { results: results.map((result) => ({ ...result, cost: Number(result.cost) })) }),
  }));
}

/** The results of package cel. */
export function ownAnswers({ schema, root, values, rules }: RuleGroup): readonly RuleAnswer[] {
  const declared = declareSchema(schema, root === true ? { isResource: true } : {});
  return rules.map((rule) => {
    const compiled = compileRule(rule, declared);
    if (compiled.problem !== undefined) return { compiled: { error: compiled.problem } };
    const hasMessage = (rule.messageExpression ?? "") !== "" && compiled.messageProblem === undefined;
    return {
      compiled: withoutEmpty({
        messageError: compiled.messageProblem,
        usesOldSelf: compiled.usesOldSelf,
        maxCost: String(compiled.costMax),
        maxCardinality: compiled.cardinalityMax,
        messageMaxCost: hasMessage ? String(compiled.messageCostMax) : undefined,
      }),
      ...(values.length === 0 ? {} : { results: values.map((each) => resultOf(compiled, each)) }),
    };
  });
}

function resultOf(compiled: CompiledRule, { value, old }: RuleGroup["values"][number]): Result {
  const evaluation = compiled.evaluate(value, old);
  const message = compiled.evaluateMessage(value, old);
  return {
    verdict: shown(evaluation),
    cost: evaluation.cost,
    ...withoutEmpty({ message: message && shown(message), messageCost: message?.cost }),
  };
}

function shown({ value }: Evaluation): string {
  return value instanceof CelError ? `error: ${value.message}` : formatValue(value);
}

/** The program leaves out zeros, false and empty strings. */
function withoutEmpty<T extends object>(fields: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== 0 && value !== false && value !== "",
  );
  return Object.fromEntries(kept) as ReturnType<typeof withoutEmpty<T>>; // The fields that are left.
}
