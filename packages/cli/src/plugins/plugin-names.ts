/** The names that `--plugins` takes: `owners/v1`, `owners.acme.io/v1-alpha`. Those of our own domain are parts of this command; the others are programs. */
import { CommandError } from "../io.ts";
import { checkName } from "../project/names.ts";
import { layout } from "../project/project.ts";
import type { Project } from "../project/project.ts";

/**
 * The names in the value of `--plugins`, each once.
 *
 * @throws {CommandError} when one of them is no name of a plugin.
 */
export function pluginNames(text: string | undefined): readonly string[] {
  const names = text === undefined ? [] : [...new Set(text.split(","))];
  return names.map((name) => checkName("plugin", name, "--plugins"));
}

/** Whether the name is in the domain of this command, where nothing is ever looked for. */
export function isOurs(name: string): boolean {
  return /(?:^|\.)kubewright\.dev(?:\/|$)/.test(name);
}

/**
 * The names of `--plugins` that are ours.
 *
 * @throws {CommandError} when one of them is not among those that the command has.
 */
export function ownPlugins<Name extends string>(text: string | undefined, known: readonly Name[]): readonly Name[] {
  return pluginNames(text)
    .filter((name) => isOurs(name))
    .map((name) => {
      const found = known.find((each) => each === name);
      if (found !== undefined) return found;
      throw new CommandError(
        `Cannot use --plugins: "${name}" is unknown: expected ${known.join(" or ")}, or an external plugin`,
      );
    });
}

/**
 * A project that was laid out by external plugins, too, needs to be told each time whether they are to be run: whoever has written PROJECT does not decide that.
 *
 * @throws {CommandError} when the user has not said it.
 */
export function assertPluginsNamed({ layout: layouts }: Pick<Project, "layout">, plugins: string | undefined): void {
  const others = layouts.filter((name) => !isOurs(name));
  if (others.length === 0 || plugins !== undefined) return;
  throw new CommandError(
    `Cannot continue without --plugins: the layout in PROJECT names ${others.join(", ")}, and an external plugin runs only when you name it: expected --plugins ${others.join(",")}, or --plugins ${layout} to go on without`,
  );
}
