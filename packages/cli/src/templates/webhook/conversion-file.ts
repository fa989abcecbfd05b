/** `api/v1/widget-conversion.ts`: the conversions between a version and the storage version that the author writes. */
import { crdNameOf } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";
import { conversionNames } from "./conversion-names.ts";

/** @param hub The storage version. */
export function conversionFile(project: Project, spoke: Resource, hub: Resource, header: string): ScaffoldFile {
  const { path, create, spoke: name, generatedModule } = conversionNames(project, spoke);
  const code = `/**
 * Converts ${spoke.kind} objects between ${spoke.version} and ${hub.version}, the storage version. Fields with the same name and type are
 * copied. The compiler requires a function for each object with other fields, and each of these fields in its result: undefined for an
 * optional field without a value. Values without a field in the other version are stored in an annotation.
 * The generated test beside this file checks round trips of random objects.
 */
import { ${create} } from "${generatedModule}";

/**
 * The operator injects the CA of its certificates into the CRD.
 *
 * @kubebuilder:rbac:groups=apiextensions.k8s.io,resources=customresourcedefinitions,resourceNames=${crdNameOf(hub)},verbs=get;update
 */
export const ${name} = ${create}({ toHub: {}, fromHub: {} });
`;
  return { path, content: withHeader(header, code), ifExists: "keep" };
}
