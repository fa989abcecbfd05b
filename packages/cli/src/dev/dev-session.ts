/**
 * One round for each save: generate, install what has changed, start the operator again. What fails is said and tried again with the next save, and
 * until then everything goes on as it was: the operator that runs is ended only when the next one can be started.
 */
import type { Clock } from "@kubewright/async";

import { mendableText } from "../io.ts";
import type { DevOutput, Topic } from "./dev-output.ts";
import type { DevWebhooks } from "./dev-webhooks.ts";
import type { OperatorProcess } from "./operator-process.ts";
import type { ProjectCrds } from "./project-crds.ts";

export interface DevSessionOptions {
  readonly output: DevOutput;
  readonly clock: Clock;
  /** Generates; gives the files that were written. */
  readonly generate: () => readonly string[];
  /** Says what is wrong with files, a line each. */
  readonly problemsIn: (files: readonly string[]) => Promise<readonly string[]>;
  readonly crds: ProjectCrds;
  /** Absent: they are off. */
  readonly webhooks?: DevWebhooks;
  /** Begins to check the types; what is wrong with them stops nothing. */
  readonly checkTypes: () => void;
  /** Starts the operator with these flags more. */
  readonly start: (flags: readonly string[]) => OperatorProcess;
  /** Absent: not wanted. */
  readonly applySamples?: () => Promise<readonly string[]>;
}

/** Disposing takes the webhooks away, then ends the operator. */
export interface DevSession extends AsyncDisposable {
  /** What is to be done after these files, paths below the root, were saved. The first time it is everything. */
  round(changes: readonly string[]): Promise<void>;
}

export function createDevSession(options: DevSessionOptions): DevSession {
  const { output, clock, crds, webhooks } = options;
  /** Saved, and not yet running. */
  const pending = new Set<string>();
  let operator: OperatorProcess | undefined;
  let wantsSamples = options.applySamples !== undefined;

  const hasEnded = (): boolean => operator?.hasEnded() ?? true;

  /** Does one step; says what is wrong if it is the user's to mend, and gives whether the round may go on. */
  async function step(topic: Topic, work: () => Promise<void> | void): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      const text = mendableText(error);
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
    // What an API server asks and nobody answers, it refuses: so not before they are served.
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
      if (isNeeded) options.checkTypes(); // Last, because it takes the processor from the operator that starts.
    },
    async [Symbol.asyncDispose]() {
      await using _operator = operator;
      await webhooks?.[Symbol.asyncDispose](); // First, so that the cluster never asks an operator that has ended.
    },
  };
}

const listedMax = 3;

function listed(files: readonly string[]): string {
  const more = files.length - listedMax;
  return `${files.slice(0, listedMax).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
