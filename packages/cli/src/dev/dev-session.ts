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
  return new ProjectSession(options);
}

class ProjectSession implements DevSession {
  readonly #options: DevSessionOptions;
  /** Saved files whose changes do not run yet. */
  readonly #pending = new Set<string>();
  #operator: OperatorProcess | undefined;
  #wantsSamples: boolean;

  constructor(options: DevSessionOptions) {
    this.#options = options;
    this.#wantsSamples = options.applySamples !== undefined;
  }

  async round(changes: readonly string[]): Promise<void> {
    const { output, problemsIn, checkTypes } = this.#options;
    for (const file of changes) this.#pending.add(file);
    const sources = [...this.#pending].filter((file) => !file.startsWith("config/"));
    const isNeeded = sources.length > 0 || this.#hasEnded();
    if (changes.length > 0) output.say("operator", `${listed(changes)} saved`);

    if (isNeeded && !(await this.#step("generate", () => this.#generate()))) return;
    const problems = await problemsIn(sources);
    if (problems.length > 0) {
      output.warn("operator", problems.join("\n"));
      return;
    }
    if (!(await this.#step("crds", () => this.#installCrds()))) return;
    if (isNeeded && !(await this.#step("operator", () => this.#restart()))) return;
    this.#pending.clear();
    if (await this.#step("webhooks", () => this.#installWebhooks())) {
      await this.#step("samples", () => this.#applySamples());
    }
    if (isNeeded) checkTypes(); // Last, because it competes with the starting operator for the processor.
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await using _operator = this.#operator;
    await this.#options.webhooks?.[Symbol.asyncDispose](); // First, so that the API server does not call an operator that has stopped.
  }

  #hasEnded(): boolean {
    return this.#operator?.hasEnded() ?? true;
  }

  /** Runs one step, and prints an error that the user can correct. Returns whether the round may continue. */
  async #step(topic: Topic, work: () => Promise<void> | void): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      const text = userErrorText(error);
      if (text === undefined) throw error;
      this.#options.output.warn(topic, text);
      return false;
    }
  }

  #generate(): void {
    const { clock, generate, output } = this.#options;
    const before = clock.now();
    const written = generate();
    if (written.length > 0)
      output.say("generate", `wrote ${written.join(", ")} (${Math.round(clock.now() - before)} ms)`);
  }

  async #installCrds(): Promise<void> {
    const installed = await this.#options.crds.install();
    if (installed.length > 0) this.#options.output.say("crds", `installed ${installed.join(", ")}`);
  }

  async #restart(): Promise<void> {
    const { output, start, webhooks } = this.#options;
    const flags = (await webhooks?.operatorFlags()) ?? [];
    const isFirst = this.#operator === undefined;
    await this.#operator?.[Symbol.asyncDispose]();
    this.#operator = start(flags);
    output.say("operator", `${isFirst ? "started" : "restarted"}, process ${this.#operator.pid ?? "none"}`);
  }

  async #installWebhooks(): Promise<void> {
    const { output, webhooks } = this.#options;
    if (!webhooks) return;
    // An API server rejects requests whose webhook does not respond, so the operator must serve them first.
    await webhooks.untilServed(() => this.#hasEnded());
    if (this.#hasEnded()) return;
    for (const line of await webhooks.apply()) output.say("webhooks", line);
  }

  async #applySamples(): Promise<void> {
    if (!this.#wantsSamples || this.#hasEnded()) return;
    const { applySamples, output } = this.#options;
    for (const sample of (await applySamples?.()) ?? []) output.say("samples", `applied ${sample}`);
    this.#wantsSamples = false;
  }
}

const listedMax = 3;

function listed(files: readonly string[]): string {
  const more = files.length - listedMax;
  return `${files.slice(0, listedMax).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
