/** `api/v1/widget.ts`: the types of a kind, from which its CustomResourceDefinition and descriptor are generated. */
import { apiFolderOf, pluralOf, typesFileOf } from "../../project/derived-names.ts";
import type { DeployImage } from "../../project/deploy-image.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";

/** @param image The image that the kind runs, which determines its fields. Absent: the author defines them. */
export function typesFile(project: Project, resource: Resource, header: string, image?: DeployImage): ScaffoldFile {
  const path = `${apiFolderOf(project, resource)}/${typesFileOf(resource)}`;
  const fields = image === undefined ? emptyFields(resource) : imageFields(resource, image);
  return { path, content: withHeader(header, code(resource, isStored(project, resource), fields)), ifExists: "refuse" };
}

/** Whether the version is the storage version: the first version of a kind. The author moves the marker to change it. */
function isStored(project: Project, { group = "", domain = "", version, kind }: Resource): boolean {
  const others = project.resources.filter(
    (each) => each.kind === kind && (each.group ?? "") === group && (each.domain ?? "") === domain && each.api,
  );
  return others.every((each) => each.version === version) || others[0]?.version === version;
}

/** The parts that depend on the purpose of a kind. */
interface KindFields {
  /** The imports from `@kubewright/apimachinery`. */
  readonly imports: readonly string[];
  readonly spec: string;
  /** The description of the conditions. */
  readonly conditions: string;
  /** The description of the kind. */
  readonly about: string;
  readonly markers: readonly string[];
}

/** A kind whose fields the author defines. */
function emptyFields({ kind }: Resource): KindFields {
  return {
    imports: [],
    spec: `  /** An example field: edit or remove it. The comment becomes the description of the field in the CRD. */
  readonly foo?: string;
`,
    conditions: `The current state of the ${kind}: one condition for each type.`,
    about: `${kind} is the Schema for the ${kind} API. This comment becomes the description of the kind.`,
    markers: [],
  };
}

/** A kind that runs an image in a number of Pods. */
function imageFields({ kind }: Resource, { port }: DeployImage): KindFields {
  return {
    imports: ["Int32"],
    spec: `  /**
   * The number of Pods that run the image.
   *
   * @default 1
   * @minimum 0
   */
  readonly size?: Int32;
${port === undefined ? "" : portField(port)}`,
    conditions:
      "Available: the desired number of Pods is available. Degraded: an error prevents that, which the message describes.",
    about: `${kind} runs an image in the Pods of a Deployment with the same name.`,
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
   * The port on which the container listens.
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

/** ${kind}Spec defines the desired state of ${kind}. */
export interface ${kind}Spec {
${fields.spec}}

/** ${kind}Status defines the observed state of ${kind}. */
export interface ${kind}Status {
  /**
   * ${fields.conditions}
   *
   * @listType=map
   * @listMapKey=type
   */
  readonly conditions?: readonly Condition[];

  /** The generation of the spec that this status describes. */
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
