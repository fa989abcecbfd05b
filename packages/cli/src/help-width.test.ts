// The help of each command in a terminal of 80 columns.
import type { Command } from "commander";
import { expect, test } from "vitest";
import { programFor } from "./program.ts";

const columns = 80;

function commandsBelow(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(commandsBelow)];
}

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => columns }).outputHelp();
  return text;
}

const io = { cwd: "/", env: {}, isTty: false, out: () => {}, err: () => {} };
const signals = { on: () => {}, off: () => {}, exit: () => {} };
const commands = commandsBelow(programFor({ version: "1.2.3", io, signals }));

test.for(commands.map((command) => [command.name(), command] as const))(
  "no line of the help of %s is wider than 80 columns",
  ([, command]) => {
    expect(
      helpOf(command)
        .split("\n")
        .filter((line) => line.length > columns),
    ).toEqual([]);
  },
);

test.for(commands.map((command) => [command.name(), command] as const))(
  "the continued examples of %s have one indentation, and no line of a backslash alone",
  ([, command]) => {
    const lines = helpOf(command).split("\n");
    const continuations = lines.filter((_, index) => lines[index - 1]?.endsWith(" \\"));

    expect(continuations.filter((line) => !/^ {6}\S/u.test(line) || line.trim() === "\\")).toEqual([]);
  },
);
