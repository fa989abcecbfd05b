/** `api/v1/widget.ts`: the types of a kind, from which its CustomResourceDefinition and descriptor are generated. */
import { apiFolderOf, pluralOf, typesFileOf } from "../../project/derived-names.ts";
import type { DeployImage } from "../../project/deploy-image.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";

/** @param image What the kind runs, which makes its fields. Absent: they are left to its author. */
export function typesFile(project: Project, resource: Resource, header: string, image?: DeployImage): ScaffoldFile {
  const path = `${apiFolderOf(project, resource)}/${typesFileOf(resource)}`;
  const fields = image === undefined ? emptyFields(resource) : imageFields(resource, image);
  return { path, content: withHeader(header, code(resource, isStored(project, resource), fields)), ifExists: "refuse" };
}

/** The first version of a kind is the one that is stored; another one takes that over by moving the marker. */
function isStored(project: Project, { group = "", domain = "", version, kind }: Resource): boolean {
  const others = project.resources.filter(
    (each) => each.kind === kind && (each.group ?? "") === group && (each.domain ?? "") === domain && each.api,
  );
  return others.every((each) => each.version === version) || others[0]?.version === version;
}

/** What differs by what a kind is for. */
interface KindFields {
  /** What of `@kubewright/apimachinery` its fields are made of. */
  readonly imports: readonly string[];
  readonly spec: string;
  /** What its conditions say. */
  readonly conditions: string;
  /** What an object of it is. */
  readonly about: string;
  readonly markers: readonly string[];
}

/** A kind that its author is to describe. */
function emptyFields({ kind }: Resource): KindFields {
  return {
    imports: [],
    spec: `  /** An example: replace it by your own fields. The sentences here become the field's description. */
  readonly foo?: string;
`,
    conditions: `What is true of the ${kind}, one entry for each type of condition.`,
    about: `${kind} is yours to describe: this sentence becomes the description of the kind.`,
    markers: [],
  };
}

/** A kind that runs an image, as many times as it says. */
function imageFields({ kind }: Resource, { port }: DeployImage): KindFields {
  return {
    imports: ["Int32"],
    spec: `  /**
   * How many Pods run the image.
   *
   * @default 1
   * @minimum 0
   */
  readonly size?: Int32;
${port === undefined ? "" : portField(port)}`,
    conditions:
      "Available: as many Pods are available as are wanted. Degraded: something is in the way of that, and the message says what.",
    about: `${kind} runs an image in Pods that are kept by a Deployment of the same name.`,
    markers: [
      '@kubebuilder:printcolumn:name="Size",type=integer,JSONPath=`.spec.size`',
      '@kubebuilder:printcolumn:name="Available",type=string,JSONPath=`.status.conditions[?(@.type=="Available")].status`',
      '@kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`',
    ],
  };
}

function portField(port: number): string {
  return `
  /**
   * The port at which the container listens.
   *
   * @default ${port}
   * @minimum 1
   * @maximum 65535
   */
  readonly containerPort?: Int32;
`;
}

function code(resource: Resource, stored: boolean, fields: KindFields): string {
  const { kind, plural, api } = resource;
  const scope = api?.namespaced === true ? [] : ["scope=Cluster"];
  const irregular = plural === undefined ? [] : [`path=${pluralOf(resource)}`];
  const names = [...irregular, ...scope];
  const imports = ["Condition", ...fields.imports, "Int64", "KubernetesObject"].join(", ");
  const markers = [
    "@kubebuilder:object:root=true",
    "@kubebuilder:subresource:status",
    ...(names.length === 0 ? [] : [`@kubebuilder:resource:${names.join(",")}`]),
    ...(stored ? ["@kubebuilder:storageversion"] : []),
    ...(api?.ssa === true ? ["@kubebuilder:ac:generate=true"] : []),
    ...fields.markers,
  ];
  return `// The API of ${kind}: its CustomResourceDefinition and descriptor are generated from the types and markers in this file.

import type { ${imports} } from "@kubewright/apimachinery";

/** ${kind}Spec says what is wanted. */
export interface ${kind}Spec {
${fields.spec}}

/** ${kind}Status says what has been seen. */
export interface ${kind}Status {
  /**
   * ${fields.conditions}
   *
   * @listType=map
   * @listMapKey=type
   */
  readonly conditions?: readonly Condition[];

  /** The generation of the spec that this status is about. */
  readonly observedGeneration?: Int64;
}

/**
 * ${fields.about}
 *
${markers.map((marker) => ` * ${marker}\n`).join("")} */
export interface ${kind} extends KubernetesObject {
  readonly spec: ${kind}Spec;
  readonly status?: ${kind}Status;
}
`;
}
