/** The declaration of an operator's program, and the process that runs it. */
import type { SignalSource } from "@kubewright/async";
import type { ManagerElectionOptions } from "../leadership/manager-election.ts";
import type { ManagerOptions } from "../manager/manager-options.ts";
import type { Manager } from "../manager/manager.ts";
import type { FlagTable, FlagValues } from "./flags.ts";
import type { OperatorFlags } from "./operator-flags.ts";

/** The part of `process` that a program uses. */
export interface ProgramProcess extends SignalSource {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { readonly isTTY?: boolean; write(text: string): unknown };
  exitCode?: number | string | null | undefined;
  on(event: NodeJS.Signals | "uncaughtExceptionMonitor", listener: (error?: unknown) => void): unknown;
  off(event: NodeJS.Signals | "uncaughtExceptionMonitor", listener: (error?: unknown) => void): unknown;
}

export interface OperatorProgram<Own extends FlagTable = Record<never, never>> {
  /** The name of the program in its help. */
  readonly name: string;
  /** A sentence for the help: "Runs the MyJob operator". */
  readonly summary: string;
  /**
   * The name of the Lease for `--leader-elect`, in the namespace of the program: kubebuilder's LeaderElectionID. Absent: the flag has no
   * effect.
   */
  readonly leaderElectionId?: string;
  /** Additional flags. */
  readonly flags?: Own;
  /** Manager options in addition to those of the flags, such as `cache`. The options of each group are merged; these have precedence. */
  readonly manager?: (context: SetupContext<OperatorFlags & FlagValues<Own>>) => ProgramManagerOptions;
  /** Adds controllers, webhooks and other runnables to the manager. */
  readonly setup: (manager: Manager, context: SetupContext<OperatorFlags & FlagValues<Own>>) => void | Promise<void>;
}

/** Manager options of a program. `leaderElection` has an effect only with `--leader-elect`. */
export interface ProgramManagerOptions extends Partial<Omit<ManagerOptions, "leaderElection">> {
  readonly leaderElection?: Partial<ManagerElectionOptions>;
}

export interface SetupContext<Flags = OperatorFlags> {
  readonly flags: Flags;
  /** The namespace of the program: that of its service account, or of the kubeconfig's context. */
  readonly namespace: string;
}
