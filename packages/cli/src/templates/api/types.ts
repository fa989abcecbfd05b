/** `api/v1/widget.ts`: the types of a kind, from which its CustomResourceDefinition and descriptor are generated. */
import { apiFolderOf, pluralOf, typesFileOf } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";

export function typesFile(project: Project, resource: Resource, header: string): ScaffoldFile {
  const path = `${apiFolderOf(project, resource)}/${typesFileOf(resource)}`;
  return { path, content: withHeader(header, code(resource, isStored(project, resource))), ifExists: "refuse" };
}

/** The first version of a kind is the one that is stored; another one takes that over by moving the marker. */
function isStored(project: Project, { group = "", domain = "", version, kind }: Resource): boolean {
  const others = project.resources.filter(
    (each) => each.kind === kind && (each.group ?? "") === group && (each.domain ?? "") === domain && each.api,
  );
  return others.every((each) => each.version === version) || others[0]?.version === version;
}

function code(resource: Resource, stored: boolean): string {
  const { kind, plural, api } = resource;
  const scope = api?.namespaced === true ? [] : ["scope=Cluster"];
  const irregular = plural === undefined ? [] : [`path=${pluralOf(resource)}`];
  const marks = [...irregular, ...scope];
  return `// The API of ${kind}: its CustomResourceDefinition and descriptor are generated from the types and markers in this file.

import type { Condition, Int64, KubernetesObject } from "@kubewright/apimachinery";

/** ${kind}Spec says what is wanted. */
export interface ${kind}Spec {
  /** An example: replace it by your own fields. The sentences here become the field's description. */
  readonly foo?: string;
}

/** ${kind}Status says what has been seen. */
export interface ${kind}Status {
  /**
   * What is true of the ${kind}, one entry for each type of condition.
   *
   * @listType=map
   * @listMapKey=type
   */
  readonly conditions?: readonly Condition[];

  /** The generation of the spec that this status is about. */
  readonly observedGeneration?: Int64;
}

/**
 * ${kind} is yours to describe: this sentence becomes the description of the kind.
 *
 * @kubebuilder:object:root=true
 * @kubebuilder:subresource:status
${marks.length === 0 ? "" : ` * @kubebuilder:resource:${marks.join(",")}\n`}${stored ? " * @kubebuilder:storageversion\n" : ""} */
export interface ${kind} extends KubernetesObject {
  readonly spec: ${kind}Spec;
  readonly status?: ${kind}Status;
}
`;
}
