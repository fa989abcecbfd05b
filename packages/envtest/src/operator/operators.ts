/**
 * The operators under test of one environment. An operator runs in the process of the test, as the user that its role is bound to, so that a missing RBAC
 * marker fails the test. The first failure of an operator aborts `signal`, which ends the waits of the test.
 */
import { isDeepStrictEqual } from "node:util";
import { linkSignals, spawn } from "@kubewright/async";
import type { Clock, LinkedSignal, Random } from "@kubewright/async";
import type { Logger } from "@kubewright/telemetry";
import type { Transport } from "@kubewright/transport";
import type { EnvironmentUser } from "../users/environment-user.ts";
import { throwIfFailed } from "./wait-timeout.ts";
import type { Denial } from "./denial.ts";
import { operatorDenied, operatorEnded } from "./errors.ts";
import type { OperatorError } from "./errors.ts";
import { observeTransport } from "./observed-transport.ts";
import { createOperatorLog } from "./operator-log.ts";
import type { OperatorLog } from "./operator-log.ts";

/** What an operator under test is created with. It has the names of a manager's options: `createManager(connection)`. */
export interface OperatorConnection {
  /** Acts as the operator's user. */
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  /** Writes to `environment.operatorLog`. */
  readonly log: Logger;
}

/** A program that can be started, such as a manager. */
export interface OperatorProgram {
  /** Runs until `signal` is aborted. */
  start(options: { readonly signal: AbortSignal }): Promise<void>;
  /** Resolves once the program works: its caches have synced. Default: it works at once. */
  waitForSync?(options: { readonly signal: AbortSignal }): Promise<void>;
}

export type CreateOperator = (connection: OperatorConnection) => OperatorProgram;

export interface StartOperatorOptions {
  /**
   * The operator's user: "role" is the service account of the option `rbac`, "admin" is permitted everything. Default: "role" in environments with
   * `rbac`, else "admin".
   */
  readonly user?: EnvironmentUser | "role" | "admin";
  /** Resolves before the operator has synced, which it cannot before the CRDs of its kinds are installed. Default: false. */
  readonly withoutSync?: boolean;
  /** Wraps the operator's transport, such as with faults. */
  readonly wrapTransport?: (transport: Transport) => Transport;
  /**
   * Receives the failure of the operator: an error that it ends with, or denied requests. The environment does not fail then. Default: waits and the
   * end of the environment throw it.
   */
  readonly onFailure?: (error: OperatorError) => void;
}

/** Disposing it stops the operator and resolves once it has stopped. */
export interface RunningOperator extends AsyncDisposable {
  /**
   * Aborts the operator's signal and resolves once the operator has stopped.
   *
   * @throws {OperatorError} if it failed and nothing has reported that.
   */
  stop(): Promise<void>;
}

export interface OperatorsOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** The user of "role"; absent without `rbac`. */
  readonly roleUser: EnvironmentUser | undefined;
  /** The transport of a user. It belongs to the environment. */
  transportOf(user: EnvironmentUser | "admin"): Transport;
  readonly writeLog?: ((line: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Denials that follow the first within this time are part of one error, so that all missing markers are shown together. */
const denialWindowMs = 200;

export class Operators implements AsyncDisposable {
  readonly #options: OperatorsOptions;
  readonly #link: LinkedSignal;
  readonly #log: OperatorLog;
  readonly #logger: Logger;
  readonly #writes: string[] = [];
  readonly #running: RunningOperator[] = [];

  constructor(options: OperatorsOptions) {
    const { clock, signal, writeLog } = options;
    this.#options = options;
    this.#link = linkSignals(signal);
    const { log, logger } = createOperatorLog({ clock, write: writeLog, signal: this.#link.signal });
    this.#log = log;
    this.#logger = logger;
  }

  get log(): OperatorLog {
    return this.#log;
  }

  get writes(): readonly string[] {
    return this.#writes;
  }

  /** Aborted with the failure of the first operator that failed. */
  get signal(): AbortSignal {
    return this.#link.signal;
  }

  async start(create: CreateOperator, options: StartOperatorOptions = {}): Promise<RunningOperator> {
    const { clock, random } = this.#options;
    const failure = new OperatorFailure(clock, options.onFailure ?? ((error) => this.#link.abort(error)));
    const observed = observeTransport(this.#transportOf(options), {
      onWrite: (write) => void this.#writes.push(write),
      onDenied: (denial) => failure.denied(denial),
    });
    const { wrapTransport = (transport: Transport): Transport => transport } = options;
    const program = create({ transport: wrapTransport(observed), clock, random, log: this.#logger });
    const task = spawn((signal) => runUntilAborted(program, signal), {
      name: "operator under test",
      onError: (error) => failure.report(operatorEnded(error)),
    });
    const stop = async (): Promise<void> => {
      await task.stop();
      failure.end();
      if (!options.onFailure && failure.error?.isReported === false) {
        failure.error.isReported = true;
        throw failure.error;
      }
    };
    const operator: RunningOperator = { stop, [Symbol.asyncDispose]: stop };
    this.#running.push(operator);
    if (!options.withoutSync) await this.#waitForSync(program, task.done);
    return operator;
  }

  /** Stops all operators, the last started first. */
  async [Symbol.asyncDispose](): Promise<void> {
    const resources = new AsyncDisposableStack();
    resources.use(this.#link);
    for (const operator of this.#running) resources.use(operator);
    await resources.disposeAsync();
  }

  #transportOf({ user }: StartOperatorOptions): Transport {
    const { roleUser, transportOf } = this.#options;
    const chosen = user ?? (roleUser ? "role" : "admin");
    if (chosen !== "role") return transportOf(chosen);
    if (roleUser) return transportOf(roleUser);
    throw new TypeError(
      'Cannot start the operator as user "role": the environment has no role, must have the option rbac',
    );
  }

  async #waitForSync(program: OperatorProgram, ended: Promise<void>): Promise<void> {
    using link = linkSignals(this.#link.signal);
    try {
      await Promise.race([program.waitForSync?.({ signal: link.signal }), ended]);
    } catch (error) {
      throwIfFailed(this.#link.signal);
      throw error;
    }
    throwIfFailed(this.#link.signal);
  }
}

async function runUntilAborted(program: OperatorProgram, signal: AbortSignal): Promise<void> {
  await program.start({ signal });
  if (!signal.aborted) throw new Error("start() resolved before its signal was aborted");
}

/** The failure of one operator. Only the first is reported. */
class OperatorFailure {
  readonly #clock: Clock;
  readonly #onFailure: (error: OperatorError) => void;
  readonly #denials: Denial[] = [];
  #window: Disposable | undefined;
  error: OperatorError | undefined;

  constructor(clock: Clock, onFailure: (error: OperatorError) => void) {
    this.#clock = clock;
    this.#onFailure = onFailure;
  }

  denied(denial: Denial): void {
    if (!this.#denials.some((each) => isDeepStrictEqual(each, denial))) this.#denials.push(denial);
    if (this.error) return;
    this.#window ??= this.#clock.setTimer(denialWindowMs, () => this.report(operatorDenied(this.#denials)));
  }

  report(error: OperatorError): void {
    this.#window?.[Symbol.dispose]();
    if (this.error) return;
    this.error = this.#denials.length > 0 ? operatorDenied(this.#denials) : error;
    this.#onFailure(this.error);
  }

  /** Reports denials whose window has not ended. */
  end(): void {
    if (this.#denials.length > 0) this.report(operatorDenied(this.#denials));
  }
}
