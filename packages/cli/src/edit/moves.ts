/** The files that move when a project gets or loses a folder for each group. */
import { CommandError } from "../io.ts";
import { apiFolderOf, controllerFolderOf, kebabCase, webhookFolderOf } from "../project/derived-names.ts";
import type { Project, Resource } from "../project/project.ts";

/** The new path of each file that moves, by its path. */
export type Moves = ReadonlyMap<string, string>;

/**
 * A folder moves with all its files if all its kinds move to the same folder. Otherwise the files of a kind move: those whose names begin
 * with its name, or with that of one of its controllers.
 *
 * @param files All files of the project.
 * @throws {CommandError} when two files would get the same path.
 */
export function movesOf(before: Project, after: Project, files: readonly string[]): Moves {
  const parts = before.resources.flatMap((resource) =>
    foldersOf(resource).map((folderOf) => ({
      names: [kebabCase(resource.kind), ...(resource.controllers ?? []).map(({ name }) => name)],
      from: folderOf(before, resource),
      to: folderOf(after, resource),
    })),
  );
  const moves = new Map<string, string>();
  for (const [from, kinds] of Map.groupBy(parts, (part) => part.from)) {
    const isWhole = kinds.every(({ to }) => to === kinds[0]?.to);
    for (const file of files) {
      if (!file.startsWith(`${from}/`)) continue;
      const name = file.slice(from.length + 1);
      const to = isWhole ? kinds[0]?.to : kindOf(name, kinds)?.to;
      if (to !== undefined && to !== from) moves.set(file, `${to}/${name}`);
    }
  }
  refuseConflicts(moves, files);
  return moves;
}

type FolderOf = (project: Project, resource: Resource) => string;

function foldersOf({ api, controller, controllers, webhooks }: Resource): readonly FolderOf[] {
  return [
    ...(api ? [apiFolderOf] : []),
    ...(controller === true || controllers ? [controllerFolderOf] : []),
    ...(webhooks?.defaulting === true || webhooks?.validation === true ? [webhookFolderOf] : []),
  ];
}

interface NamedKind {
  readonly names: readonly string[];
  readonly to: string;
}

/** The kind with the longest name that the name of the file begins with: `order-item-controller.ts` is not of `order`. */
function kindOf(file: string, kinds: readonly NamedKind[]): NamedKind | undefined {
  return kinds
    .flatMap((kind) => kind.names.map((name) => ({ kind, name })))
    .filter(({ name }) => file.startsWith(`${name}-`))
    .toSorted((a, b) => b.name.length - a.name.length)[0]?.kind;
}

function refuseConflicts(moves: Moves, files: readonly string[]): void {
  const taken = new Set(files);
  for (const [from, to] of moves) {
    if (taken.has(to)) throw new CommandError(`Cannot move "${from}": "${to}" exists: rename one of them first`);
    taken.add(to);
  }
}
