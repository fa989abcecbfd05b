/** `internal/controller/widget-controller.ts`: the reconciler, its permissions, and its registration with the manager. */
import { groupOf, isNamespaced, pluralOf, withArticle } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";
import { controllerNames } from "./controller-names.ts";
import type { ControllerNames } from "./controller-names.ts";

/** @param name The name of an additional controller; absent for the default controller of the kind. */
export function controllerFile(project: Project, resource: Resource, header: string, name?: string): ScaffoldFile {
  const names = controllerNames(project, resource, name);
  const rights = rightsOf(project, resource);
  const code = resource.api ? ownKind(resource, names, rights) : othersKind(resource, names, rights);
  return { path: names.path, content: withHeader(header, code), ifExists: "refuse" };
}

/** A controller that only writes the observed generation to the status, as a starting point. */
function ownKind(resource: Resource, names: ControllerNames, rights: string): string {
  const { variable, kind } = names;
  return `/** Reconciles ${resource.kind} objects. */
import { isTerminating, setCondition } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import { controllerManagedBy } from "@kubewright/runtime";
import type { Manager, Reconciler } from "@kubewright/runtime";
import { ${names.imported} } from "${names.kindModule}";

export interface ${names.options} {
  readonly clock: Clock;
}

/**
 * A reconciler is called with the name of ${withArticle(resource.kind)} whenever it may have changed. It reads the current state, compares it with the spec,
 * and writes the difference. It may be called at any time, also repeatedly for one change, so it must be idempotent.
 *
${rights}
 */
export function ${names.create}({ clock }: ${names.options}): Reconciler {
  return async ({ key, client }) => {
    const ${variable} = await client.get(${kind}, key);
    if (!${variable} || isTerminating(${variable})) return;

    // Implement your operator here.

    const observedGeneration = ${variable}.metadata.generation ?? 0;
    const conditions = setCondition(
      ${variable}.status?.conditions,
      { type: "Available", status: "True", reason: "Reconciled", message: "Object is ready", observedGeneration },
      clock.wallTime(),
    );
    await client.patchStatus(${variable}, { conditions, observedGeneration });
  };
}

/** Adds the controller to a manager. */
export function ${names.add}(manager: Manager): void {
  const reconciler = ${names.create}({ clock: manager.clock });
  controllerManagedBy(manager)${namedCall(names)}.for(${kind}).complete(reconciler);
}
`;
}

/** A controller of a kind that the project does not define. */
function othersKind(resource: Resource, names: ControllerNames, rights: string): string {
  const { variable, kind } = names;
  return `/** Reconciles ${resource.kind} objects. */
import { isTerminating } from "@kubewright/apimachinery";
import { controllerManagedBy } from "@kubewright/runtime";
import type { Manager, Reconciler } from "@kubewright/runtime";
import { ${names.imported} } from "${names.kindModule}";

/**
 * A reconciler is called with the name of ${withArticle(resource.kind)} whenever it may have changed. It reads the current state, compares it with the desired
 * state, and writes the difference. It may be called at any time, also repeatedly for one change, so it must be idempotent.
 *
${rights}
 */
export const ${names.reconcile}: Reconciler = async ({ key, client }) => {
  const ${variable} = await client.get(${kind}, key);
  if (!${variable} || isTerminating(${variable})) return;

  // Implement your operator here.
};

/** Adds the controller to a manager. */
export function ${names.add}(manager: Manager): void {
  controllerManagedBy(manager)${namedCall(names)}.for(${kind}).complete(${names.reconcile});
}
`;
}

function namedCall({ named }: ControllerNames): string {
  return named === undefined ? "" : `.named("${named}")`;
}

/** The permissions for the code above. The author adds more together with more code. */
function rightsOf(project: Project, resource: Resource): string {
  const group = groupOf(resource);
  const plural = pluralOf(resource);
  // The markers name the namespace system, which kustomize replaces with the namespace of the operator.
  const namespace = project.namespaced === true && isNamespaced(resource) ? "namespace=system," : "";
  const marker = (resources: string, verbs: string): string =>
    ` * @kubebuilder:rbac:groups=${group === "" ? '""' : group},${namespace}resources=${resources},verbs=${verbs}`;
  const own = [marker(`${plural}/status`, "get;patch"), marker(`${plural}/finalizers`, "update")];
  return [marker(plural, "get;list;watch"), ...(resource.api ? own : [])].join("\n");
}
