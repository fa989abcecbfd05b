/** The names for `--plugins`: `owners/v1`, `owners.acme.io/v1-alpha`. Names in the domain of this command are built in; all others are external programs. */
import { CommandError } from "../io.ts";
import { checkName } from "../project/names.ts";
import { layout } from "../project/project.ts";
import type { Project } from "../project/project.ts";

/**
 * The names in the value of `--plugins`, each once.
 *
 * @throws {CommandError} if a name is invalid.
 */
export function pluginNames(text: string | undefined): readonly string[] {
  const names = text === undefined ? [] : [...new Set(text.split(","))];
  return names.map((name) => checkName("plugin", name, "--plugins"));
}

/** Whether the name is in the domain of this command. No external plugin has such a name. */
export function isBuiltIn(name: string): boolean {
  return /(?:^|\.)kubewright\.dev(?:\/|$)/.test(name);
}

/**
 * The built-in plugins in the value of `--plugins`.
 *
 * @throws {CommandError} if `known` does not have one of them.
 */
export function ownPlugins<Name extends string>(text: string | undefined, known: readonly Name[]): readonly Name[] {
  return pluginNames(text)
    .filter((name) => isBuiltIn(name))
    .map((name) => {
      const found = known.find((each) => each === name);
      if (found !== undefined) return found;
      throw new CommandError(
        `Cannot use --plugins: "${name}" is unknown: expected ${known.join(" or ")}, or an external plugin`,
      );
    });
}

/**
 * Requires `--plugins` in each command for a project with external plugins: the author of PROJECT must not decide which programs run.
 *
 * @throws {CommandError} if the project has external plugins and `--plugins` is missing.
 */
export function assertPluginsNamed({ layout: layouts }: Pick<Project, "layout">, plugins: string | undefined): void {
  const others = layouts.filter((name) => !isBuiltIn(name));
  if (others.length === 0 || plugins !== undefined) return;
  throw new CommandError(
    `Cannot continue without --plugins: the layout in PROJECT names ${others.join(", ")}, and an external plugin runs only when you name it: expected --plugins ${others.join(",")}, or --plugins ${layout} to continue without ${others.length === 1 ? "it" : "them"}`,
  );
}
