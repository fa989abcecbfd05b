/**
 * Finds the external plugins of `--plugins` and requests their flags, before the arguments of the command are parsed. Only the command line makes a program
 * run; PROJECT only records which plugins scaffolded a project.
 */
import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import type { ExternalPlugins, InstalledPlugin, PluginAnswer, PluginFlag } from "@kubewright/external-plugins";

import { booleanFlag } from "../boolean-flag.ts";
import type { Io } from "../io.ts";
import { printable } from "../printable.ts";
import { layout } from "../project/project.ts";
import { loadExternalPlugins } from "./load-external-plugins.ts";
import { createPluginChain } from "./plugin-chain.ts";
import type { PluginChain } from "./plugin-chain.ts";
import { isBuiltIn, pluginNames } from "./plugin-names.ts";

/** The commands that run plugins, and their names in requests for flags. */
const subcommands = { init: "init", edit: "edit", "create api": "api", "create webhook": "webhook" } as const;

type CommandName = keyof typeof subcommands;

export interface NamedPlugins {
  readonly chain: PluginChain;
  /** Adds the flags of the plugins to the command; with `--help`, also their descriptions. */
  bindTo(program: Command): Promise<void>;
}

/**
 * Returns the external plugins that the arguments name. Undefined if they name none, or if the command runs no plugins.
 *
 * @throws {CommandError} if the package that runs plugins is not installed.
 * @throws {PluginError} if a plugin is not installed.
 */
export async function namedPlugins(
  program: Command,
  words: readonly string[],
  io: Io,
): Promise<NamedPlugins | undefined> {
  const name = commandIn(words);
  if (name === undefined) return undefined;
  const args = words.slice(name.split(" ").length);
  const command = commandOf(program, name);
  command?.parseOptions([...args]);
  const names = pluginNames(textOf(command?.opts()["plugins"]));
  const foreign = names.filter((each) => !isBuiltIn(each));
  if (foreign.length === 0) return undefined;

  const external = await loadExternalPlugins(io);
  const plugins = await Promise.all(foreign.map((each) => external.find(each)));
  const pluginChain = [...new Set([layout, ...names])];
  const chain = createPluginChain({ plugins, external, command: name, args: argsFor(args), pluginChain });
  return {
    chain,
    async bindTo(fresh) {
      const bound = commandOf(fresh, name);
      const isHelp = args.some((word) => word === "--help" || word === "-h");
      for (const plugin of plugins) if (bound) await bindFlags(bound, plugin, { name, external, isHelp });
    },
  };
}

function commandIn(words: readonly string[]): CommandName | undefined {
  const names = Object.keys(subcommands) as CommandName[]; // The keys of the constant above.
  return names.find((name) => name.split(" ").every((word, index) => words[index] === word));
}

function commandOf(program: Command, name: CommandName): Command | undefined {
  let command: Command | undefined = program;
  for (const word of name.split(" ")) command = command?.commands.find((each) => each.name() === word);
  return command;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The arguments without the flags that only this command has: a plugin may reject unknown flags. */
function argsFor(words: readonly string[]): readonly string[] {
  return words.filter((word, index) => {
    const isValue = words[index - 1] === "--plugins";
    return !isValue && !/^--(?:plugins|dry-run)(?:=|$)/.test(word);
  });
}

interface Binding {
  readonly name: CommandName;
  readonly external: ExternalPlugins;
  readonly isHelp: boolean;
}

async function bindFlags(
  command: Command,
  plugin: InstalledPlugin,
  { name, external, isHelp }: Binding,
): Promise<void> {
  const flags = (await question(plugin, "flags", { name, external }))?.flags;
  // As in kubebuilder: a plugin that does not declare its flags receives all arguments.
  if (flags === undefined || flags.length === 0) command.allowUnknownOption().allowExcessArguments();
  for (const flag of flags ?? []) {
    const isThere = command.options.some(({ long }) => long === `--${flag.name}`) || flag.name === "help";
    if (!isThere) command.addOption(optionOf(flag, plugin.name));
  }
  if (!isHelp) return;
  const { description = "", examples = "" } = (await question(plugin, "metadata", { name, external })) ?? {};
  const texts = [description, examples]
    .filter((text) => text !== "")
    .map((text) => printable(text).replaceAll(/^(?=.)/gm, "  "));
  if (texts.length > 0) command.addHelpText("after", `\n${plugin.name}:\n${texts.join("\n\n")}`);
}

/** Undefined if the plugin does not support the request, which is optional. */
async function question(
  plugin: InstalledPlugin,
  command: "flags" | "metadata",
  { name, external }: Pick<Binding, "name" | "external">,
): Promise<PluginAnswer | undefined> {
  const request = { command, args: [`--${subcommands[name]}`], universe: new Map() };
  try {
    return await external.run(plugin, request, { printsLog: false });
  } catch (error) {
    if (error instanceof Error && error.name === "PluginError") return undefined;
    throw error;
  }
}

function optionOf({ name, type, defaultText, usage }: PluginFlag, plugin: string): Option {
  const said = usage === "" ? "" : `${usage.replaceAll(/\s+/g, " ")} `;
  const otherwise = defaultText === "" ? "" : `, default: ${defaultText}`;
  const description = printable(`${said}(${plugin}${otherwise})`);
  if (type === "bool") return booleanFlag(name, description);
  const option = new Option(`--${name} <${type === "string" ? "value" : "number"}>`, description);
  const pattern = { string: undefined, int: /^[+-]?\d+$/, float: /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i }[type];
  if (pattern === undefined) return option;
  return option.argParser((text) => {
    if (pattern.test(text)) return text;
    throw new InvalidArgumentError(type === "int" ? "Expected a whole number." : "Expected a number.");
  });
}
