/** What has to be moved when a project gets, or loses, a folder for each group. The moves are the user's: their editor mends the imports. */
import { apiFolderOf, controllerFolderOf, webhookFolderOf } from "../project/derived-names.ts";
import type { Project, Resource } from "../project/project.ts";

/** Sentences, in the order in which they are to be followed; none when every file stays where it is. */
export function movesOf(before: Project, after: Project): readonly string[] {
  const folders = before.resources.flatMap((resource) =>
    foldersOf(resource).map((of) => [of(before, resource), of(after, resource)] as const),
  );
  const moved = new Map(folders.filter(([from, to]) => from !== to));
  const moves = [...moved].map(([from, to]) => `move the files of ${from} to ${to}`);
  return moves.length === 0
    ? []
    : [...moves, "mend the imports of what was moved (editors do both), and run make manifests generate"];
}

type FolderOf = (project: Project, resource: Resource) => string;

function foldersOf({ api, controller, controllers, webhooks }: Resource): readonly FolderOf[] {
  return [
    ...(api ? [apiFolderOf] : []),
    ...(controller === true || controllers ? [controllerFolderOf] : []),
    ...(webhooks ? [webhookFolderOf] : []),
  ];
}
