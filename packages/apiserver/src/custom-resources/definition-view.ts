/** A CustomResourceDefinition, typed as this folder reads it: with `JsonSchema` as the type of schemas. */
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from "@kubewright/api/apiextensions.k8s.io/v1";
import type { JsonSchema } from "@kubewright/schema";
import type { ReadonlyObject } from "../objects/api-object.ts";
import type { View } from "../kinds/typed.ts";
import { viewOf } from "../kinds/typed.ts";

export type DefinitionView = View<CustomResourceDefinition>;
export type VersionView = View<CustomResourceDefinitionVersion>;

/** The resource of CustomResourceDefinitions. */
export const definitionsResource = { group: "apiextensions.k8s.io", resource: "customresourcedefinitions" } as const;

export function definitionView(object: ReadonlyObject): DefinitionView {
  return viewOf<CustomResourceDefinition>(object);
}

/** The schema of a version. The generated type is equivalent. */
export function schemaOfVersion(version: VersionView): JsonSchema | undefined {
  return version.schema?.openAPIV3Schema as JsonSchema | undefined;
}

/** Whether a condition of this type holds. */
export function hasCondition(definition: DefinitionView, type: string): boolean {
  return (definition.status?.conditions ?? []).some(
    (condition) => condition.type === type && condition.status === "True",
  );
}
