/** How a command joins the program: one file that says its words, flags and help, and loads its work when it is called. */
import type { SignalSource } from "@kubewright/runtime";
import type { Command } from "commander";

import type { Io } from "./io.ts";
import type { PluginChain } from "./plugins/plugin-chain.ts";

/** What every command is given. */
export interface CommandContext {
  readonly version: string;
  readonly io: Io;
  /** Where the signals come from that end a command which runs until it is stopped: `process`. */
  readonly signals: SignalSource;
  /** Those of others that the words name with `--plugins`. */
  readonly plugins?: PluginChain | undefined;
}

/**
 * Adds one command to the program. It imports what the command does in its action, so that no command waits for the modules of
 * another.
 */
export type AddCommand = (program: Command, context: CommandContext) => void;

/** The examples at the end of a command's help: what to type, and what it is for. */
export function examples(lines: readonly (readonly [command: string, purpose?: string])[]): string {
  const width = Math.max(...lines.filter(([, purpose]) => purpose !== undefined).map(([command]) => command.length), 0);
  const printed = lines.map(([command, purpose]) =>
    purpose === undefined ? `  ${command}` : `  ${command.padEnd(width)}  ${purpose}`,
  );
  return `\nExamples:\n${printed.join("\n")}`;
}
