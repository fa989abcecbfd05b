/** The reference of all commands as Markdown, generated from the definitions of the program. */
import type { Command, Help } from "commander";

/** The page for all commands of a program, with the subcommands of each, in the order of the help. */
export function printCommandReference(program: Command): string {
  const help = program.createHelp();
  const commands = commandsOf(program, help);
  const rows = commands.map(
    (command) => `| [${nameOf(command)}](#${anchorOf(command)}) | ${cell(help.commandDescription(command))} |`,
  );
  return [
    introduction,
    "| command | description |",
    "| --- | --- |",
    ...rows,
    "",
    ...commands.map((each) => section(each, help)),
  ].join("\n");
}

const introduction = `# Commands and flags

This page has the same content as \`kubewright --help\` and the help of each command.
A flag of the form \`--flag [boolean]\` is true without a value.

The packages are not published yet: commands that name \`kubewright@latest\` work from the first release on.
In a project that \`make project\` created, \`npx kubewright\` runs the command of your clone.

This page is generated from the program: \`npx vitest run packages/cli/src/reference -u\`.
`;

/** The commands with an action: for a group such as `create` only its subcommands. A group without an action has no flags. */
function commandsOf(command: Command, help: Help): readonly Command[] {
  return help
    .visibleCommands(command)
    .filter((each) => each.name() !== "help")
    .flatMap((each) => [
      ...(each.commands.length === 0 || each.options.length > 0 ? [each] : []),
      ...commandsOf(each, help),
    ]);
}

function section(command: Command, help: Help): string {
  const options = help.visibleOptions(command).filter(({ long }) => long !== "--help");
  const words = command.registeredArguments;
  return [
    `## ${nameOf(command)}`,
    "",
    `${sentence(help.commandDescription(command))}`,
    "",
    "```text",
    help.commandUsage(command),
    "```",
    "",
    ...table(
      "argument",
      words.map((word) => [help.argumentTerm(word), help.argumentDescription(word)]),
    ),
    ...table(
      "flag",
      options.map((option) => [help.optionTerm(option), help.optionDescription(option)]),
    ),
    ...examplesOf(command),
  ].join("\n");
}

function table(what: string, rows: readonly (readonly [term: string, description: string])[]): readonly string[] {
  if (rows.length === 0) return [];
  return [
    `| ${what} | description |`,
    "| --- | --- |",
    ...rows.map(([term, description]) => `| \`${term.replaceAll("|", String.raw`\\|`)}\` | ${cell(description)} |`),
    "",
  ];
}

/** The examples. They are printed below the help, and commander has no other access to them. */
function examplesOf(command: Command): readonly string[] {
  let printed = "";
  command.configureOutput({ writeOut: (text) => (printed += text) }).outputHelp();
  const [, examples] = printed.split("\nExamples:\n");
  if (examples === undefined) return [];
  return [
    "```text",
    ...examples
      .trimEnd()
      .split("\n")
      .map((line) => line.replace(/^ {2}/, "")),
    "```",
    "",
  ];
}

/** The name with the names of the parents: `create api`. */
function nameOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${nameOf(parent)} ${command.name()}`;
}

function anchorOf(command: Command): string {
  return nameOf(command).replaceAll(" ", "-");
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

function cell(text: string): string {
  return text
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll("|", String.raw`\|`)
    .replaceAll(/<(?=[a-z])/g, "&lt;");
}
