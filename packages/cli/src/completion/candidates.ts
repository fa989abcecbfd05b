/** The completions of the last argument, from the command definitions, so that they are always up to date. */
import type { Command, Option } from "commander";

/**
 * The candidates for the last of `words`, which may be empty or incomplete; `words` does not include the name of the program. Empty where
 * the shell should complete file names.
 */
export function candidates(program: Command, words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const command = commandOf(program, before);
  const previous = command.options.find((option) => option.long === before.at(-1) || option.short === before.at(-1));
  const found = previous?.required === true ? valuesOf(previous) : wordsOf(command, last);
  return found.filter((each) => each.startsWith(last)).toSorted();
}

/** The innermost command that the words name. */
function commandOf(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) {
    command = command.commands.find((each) => each.name() === word || each.aliases().includes(word)) ?? command;
  }
  return command;
}

function wordsOf(command: Command, last: string): readonly string[] {
  if (last.startsWith("-")) {
    const [, name] = /^(--[\w-]+)=/u.exec(last) ?? [];
    if (name === undefined)
      return ["--help", ...command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []))];
    const option = command.options.find(({ long }) => long === name);
    return option ? valuesOf(option).map((value) => `${name}=${value}`) : [];
  }
  const subcommands = command.createHelp().visibleCommands(command);
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  return [...subcommands.map((each) => each.name()), ...choices];
}

/** Values of a flag. Boolean flags accept a value only after "=". */
function valuesOf({ argChoices = [], optional }: Option): readonly string[] {
  return optional ? ["true", "false"] : argChoices;
}
