/** A command in a container of a simulated Pod, and its outcome. */
import type { Pod } from "@kubewright/api/core/v1";
import type { Stored } from "@kubewright/apimachinery";

/** A container that receives a request for its log or for a command. */
export interface SimulatedContainer {
  readonly pod: Stored<Pod>;
  readonly name: string;
}

/** A command that a client runs in a container. */
export interface SimulatedCommand extends SimulatedContainer {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Resolves with the whole input when the client has sent it; with "" for a client that sends none. */
  readonly stdin: () => Promise<string>;
}

/** The output of a command and its exit code. */
export interface SimulatedOutcome {
  readonly stdout?: string;
  readonly stderr?: string;
  /** Default 0. */
  readonly exitCode?: number;
}
