/** A command is one file with its flags and help; it loads its implementation when it is called. */
import type { SignalSource } from "@kubewright/runtime";
import type { Command } from "commander";

import type { Io } from "./io.ts";
import type { PluginChain } from "./plugins/plugin-chain.ts";

/** The context of every command. */
export interface CommandContext {
  readonly version: string;
  readonly io: Io;
  /** The source of the signals that end a running command: `process`. */
  readonly signals: SignalSource;
  /** The external plugins that `--plugins` names. */
  readonly plugins?: PluginChain | undefined;
}

/**
 * Adds one command to the program. Its action imports the implementation, so that a command loads only its own modules.
 */
export type AddCommand = (program: Command, context: CommandContext) => void;

/** The examples at the end of the help of a command, with their purposes. */
export function examples(lines: readonly (readonly [command: string, purpose?: string])[]): string {
  const width = Math.max(...lines.filter(([, purpose]) => purpose !== undefined).map(([command]) => command.length), 0);
  const printed = lines.map(([command, purpose]) =>
    purpose === undefined ? `  ${command}` : `  ${command.padEnd(width)}  ${purpose}`,
  );
  return `\nExamples:\n${printed.join("\n")}`;
}
