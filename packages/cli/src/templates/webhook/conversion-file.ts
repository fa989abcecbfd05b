/** `api/v1/widget-conversion.ts`: what only its author knows of how a version becomes the stored one, and back. */
import { crdNameOf } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";
import { conversionNames } from "./conversion-names.ts";

/** @param hub The version that is stored. */
export function conversionFile(project: Project, spoke: Resource, hub: Resource, header: string): ScaffoldFile {
  const { path, create, spoke: name, generatedModule } = conversionNames(project, spoke);
  const code = `/**
 * How a ${spoke.kind} of ${spoke.version} becomes one of ${hub.version}, the version that is stored, and back. Fields of one name and type are copied; for all others the
 * compiler asks here, for a function each. What the other version has no field for goes into an annotation, and comes back from there:
 * the generated test beside this file lets random objects go both ways.
 */
import { ${create} } from "${generatedModule}";

/**
 * The operator puts the authority of its own certificates into the definition of the kind.
 *
 * @kubebuilder:rbac:groups=apiextensions.k8s.io,resources=customresourcedefinitions,resourceNames=${crdNameOf(hub)},verbs=get;update
 */
export const ${name} = ${create}({ toHub: {}, fromHub: {} });
`;
  return { path, content: withHeader(header, code), ifExists: "keep" };
}
