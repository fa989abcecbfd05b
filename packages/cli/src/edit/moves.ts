/** The files to move when a project gets or loses a folder for each group. The user moves them, with an editor that corrects imports. */
import { apiFolderOf, controllerFolderOf, webhookFolderOf } from "../project/derived-names.ts";
import type { Project, Resource } from "../project/project.ts";

/** Instructions in the order of execution; empty if no file has to move. */
export function movesOf(before: Project, after: Project): readonly string[] {
  const folders = before.resources.flatMap((resource) =>
    foldersOf(resource).map((of) => ({ kind: resource.kind, from: of(before, resource), to: of(after, resource) })),
  );
  const moves = [...Map.groupBy(folders, ({ from }) => from)].flatMap(([from, leaving]) => {
    const [first] = leaving;
    if (leaving.every(({ to }) => to === first?.to)) {
      return first === undefined || first.to === from ? [] : [`move the files of ${from} to ${first.to}`];
    }
    return leaving.flatMap(({ kind, to }) => (to === from ? [] : [`move the files of ${kind} in ${from} to ${to}`]));
  });
  return moves.length === 0
    ? []
    : [...moves, "fix the imports of moved files (editors can do both), and run make manifests generate"];
}

type FolderOf = (project: Project, resource: Resource) => string;

function foldersOf({ api, controller, controllers, webhooks }: Resource): readonly FolderOf[] {
  return [
    ...(api ? [apiFolderOf] : []),
    ...(controller === true || controllers ? [controllerFolderOf] : []),
    ...(webhooks?.defaulting === true || webhooks?.validation === true ? [webhookFolderOf] : []),
  ];
}
