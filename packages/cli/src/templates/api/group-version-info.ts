/** `api/v1/groupversion-info.ts`: the group and version of the kinds in a folder. */
import { apiFolderOf, groupOf } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";

export function groupVersionInfoFile(project: Project, resource: Resource, header: string): ScaffoldFile {
  const path = `${apiFolderOf(project, resource)}/groupversion-info.ts`;
  return { path, content: withHeader(header, code(groupOf(resource), resource.version)), ifExists: "keep" };
}

function code(group: string, version: string): string {
  return `/**
 * The API group ${group}, version ${version}.
 *
 * @kubebuilder:object:generate=true
 * @groupName=${group}
 * @versionName=${version}
 */

/** The group and version of the kinds in this folder. */
export const groupVersion: { readonly group: string; readonly version: string } = {
  group: "${group}",
  version: "${version}",
};
`;
}
