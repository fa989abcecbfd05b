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

/** The width of a terminal by default. */
const columns = 80;

/** The examples at the end of the help of a command, with their purposes: beside the commands if all of them fit, otherwise below. */
export function examples(lines: readonly (readonly [command: string, purpose?: string])[]): string {
  const width = Math.max(...lines.filter(([, purpose]) => purpose !== undefined).map(([command]) => command.length), 0);
  const beside = lines.map(([command, purpose]) =>
    purpose === undefined ? `  ${command}` : `  ${command.padEnd(width)}  ${purpose}`,
  );
  const below = lines.map(([command, purpose]) =>
    [`  ${continued(command)}`, ...(purpose === undefined ? [] : [wrapped(`      ${purpose}`)])].join("\n"),
  );
  const printed = beside.every((line) => line.length <= columns) ? beside : below;
  return `\nExamples:\n${printed.join("\n")}`;
}

/** Breaks lines that are wider than a terminal. The rest is indented like the line, or like its second column. */
export function wrapped(text: string): string {
  return text.split("\n").map(wrappedLine).join("\n");
}

function wrappedLine(line: string): string {
  const [indent = ""] = /^ +\S+ {2,}|^ */u.exec(line) ?? [];
  const at = line.lastIndexOf(" ", columns);
  if (line.length <= columns || at <= indent.length) return line;
  return `${line.slice(0, at)}\n${wrappedLine(`${" ".repeat(indent.length)}${line.slice(at + 1)}`)}`;
}

/** A long command, which backslashes continue on the next lines. */
function continued(command: string, width = columns - 2): string {
  const at = command.lastIndexOf(" -", width - 2);
  if (command.length <= width || at <= 0) return command;
  return `${command.slice(0, at)} \\\n      ${continued(command.slice(at + 1), columns - 6)}`;
}
