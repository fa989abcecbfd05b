/**
 * One round per save: generate, install what has changed, restart the operator. A failure is printed, and the next save repeats the step. Until then
 * the running operator continues: it is stopped only once the next one can start.
 */
import type { Clock } from "@kubewright/async";

import { userErrorText } from "../io.ts";
import type { DevOutput, Topic } from "./dev-output.ts";
import type { DevWebhooks } from "./dev-webhooks.ts";
import type { OperatorProcess } from "./operator-process.ts";
import type { ProjectCrds } from "./project-crds.ts";

export interface DevSessionOptions {
  readonly output: DevOutput;
  readonly clock: Clock;
  /** Generates, and returns the written files. */
  readonly generate: () => readonly string[];
  /** Returns the problems of files, one per line. */
  readonly problemsIn: (files: readonly string[]) => Promise<readonly string[]>;
  readonly crds: ProjectCrds;
  /** Absent with `--webhooks off`. */
  readonly webhooks?: DevWebhooks;
  /** Starts a type check, whose errors are only printed. */
  readonly checkTypes: () => void;
  /** Starts the operator with additional flags. */
  readonly start: (flags: readonly string[]) => OperatorProcess;
  /** Absent without `--samples`. */
  readonly applySamples?: () => Promise<readonly string[]>;
}

/** Disposing restores the webhooks, then stops the operator. */
export interface DevSession extends AsyncDisposable {
  /** Runs one round for saved files, whose paths are relative to the root. The first round does everything. */
  round(changes: readonly string[]): Promise<void>;
}

export function createDevSession(options: DevSessionOptions): DevSession {
  const { output, clock, crds, webhooks } = options;
  /** Saved files whose changes do not run yet. */
  const pending = new Set<string>();
  let operator: OperatorProcess | undefined;
  let wantsSamples = options.applySamples !== undefined;

  const hasEnded = (): boolean => operator?.hasEnded() ?? true;

  /** Runs one step, and prints an error that the user can correct. Returns whether the round may continue. */
  async function step(topic: Topic, work: () => Promise<void> | void): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      const text = userErrorText(error);
      if (text === undefined) throw error;
      output.warn(topic, text);
      return false;
    }
  }

  function generate(): void {
    const before = clock.now();
    const written = options.generate();
    if (written.length > 0)
      output.say("generate", `wrote ${written.join(", ")} (${Math.round(clock.now() - before)} ms)`);
  }

  async function installCrds(): Promise<void> {
    const installed = await crds.install();
    if (installed.length > 0) output.say("crds", `installed ${installed.join(", ")}`);
  }

  async function restart(): Promise<void> {
    const flags = (await webhooks?.operatorFlags()) ?? [];
    const isFirst = operator === undefined;
    await operator?.[Symbol.asyncDispose]();
    operator = options.start(flags);
    output.say("operator", `${isFirst ? "started" : "restarted"}, process ${operator.pid ?? "none"}`);
  }

  async function installWebhooks(): Promise<void> {
    if (!webhooks) return;
    // An API server rejects requests whose webhook does not respond, so the operator must serve them first.
    await webhooks.untilServed(hasEnded);
    if (hasEnded()) return;
    for (const asking of await webhooks.apply()) output.say("webhooks", asking);
  }

  async function applySamples(): Promise<void> {
    if (!wantsSamples || hasEnded()) return;
    for (const sample of (await options.applySamples?.()) ?? []) output.say("samples", `applied ${sample}`);
    wantsSamples = false;
  }

  return {
    async round(changes) {
      for (const file of changes) pending.add(file);
      const sources = [...pending].filter((file) => !file.startsWith("config/"));
      const isNeeded = sources.length > 0 || hasEnded();
      if (changes.length > 0) output.say("operator", `${listed(changes)} saved`);

      if (isNeeded && !(await step("generate", generate))) return;
      const problems = await options.problemsIn(sources);
      if (problems.length > 0) {
        output.warn("operator", problems.join("\n"));
        return;
      }
      if (!(await step("crds", installCrds))) return;
      if (isNeeded && !(await step("operator", restart))) return;
      pending.clear();
      if (await step("webhooks", installWebhooks)) await step("samples", applySamples);
      if (isNeeded) options.checkTypes(); // Last, because it competes with the starting operator for the processor.
    },
    async [Symbol.asyncDispose]() {
      await using _operator = operator;
      await webhooks?.[Symbol.asyncDispose](); // First, so that the API server does not call an operator that has stopped.
    },
  };
}

const listedMax = 3;

function listed(files: readonly string[]): string {
  const more = files.length - listedMax;
  return `${files.slice(0, listedMax).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
