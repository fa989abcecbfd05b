/** `internal/controller/widget-controller.ts`: the reconciler, what it may do, and how it joins the manager. */
import { groupOf, isNamespaced, pluralOf } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";
import { controllerNames } from "./controller-names.ts";
import type { ControllerNames } from "./controller-names.ts";

/** @param name Of a further controller of the kind; absent for the one that is named after it. */
export function controllerFile(project: Project, resource: Resource, header: string, name?: string): ScaffoldFile {
  const names = controllerNames(project, resource, name);
  const rights = rightsOf(project, resource);
  const code = resource.api ? ownKind(resource, names, rights) : othersKind(resource, names, rights);
  return { path: names.path, content: withHeader(header, code), ifExists: "refuse" };
}

/** A controller that says in the status what it has seen: enough to be watched at work, and to be tested. */
function ownKind(resource: Resource, names: ControllerNames, rights: string): string {
  const { variable, kind } = names;
  return `/** Makes true what a ${resource.kind} asks for. */
import { isTerminating, setCondition } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import { controllerManagedBy } from "@kubewright/runtime";
import type { Manager, Reconciler } from "@kubewright/runtime";
import { ${names.imported} } from "${names.kindModule}";

export interface ${names.options} {
  readonly clock: Clock;
}

/**
 * A reconciler is called with the name of a ${resource.kind} whenever it may have changed. It reads the current state, compares it with the spec,
 * and writes the difference. It may be called at any time, also repeatedly for one change, so it must be idempotent.
 *
${rights}
 */
export function ${names.create}({ clock }: ${names.options}): Reconciler {
  return async ({ key, client }) => {
    const ${variable} = await client.get(${kind}, key);
    if (!${variable} || isTerminating(${variable})) return;

    // Here comes what your operator is for.

    const observedGeneration = ${variable}.metadata.generation ?? 0;
    const conditions = setCondition(
      ${variable}.status?.conditions,
      { type: "Available", status: "True", reason: "Reconciled", message: "All is as wanted", observedGeneration },
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

/** A controller of a kind that the project does not define, and whose fields it does not know. */
function othersKind(resource: Resource, names: ControllerNames, rights: string): string {
  const { variable, kind } = names;
  return `/** Watches each ${resource.kind}, and does what it asks for. */
import { isTerminating } from "@kubewright/apimachinery";
import { controllerManagedBy } from "@kubewright/runtime";
import type { Manager, Reconciler } from "@kubewright/runtime";
import { ${names.imported} } from "${names.kindModule}";

/**
 * A reconciler is called with the name of a ${resource.kind} whenever it may have changed. It reads the current state, compares it with the desired
 * state, and writes the difference. It may be called at any time, also repeatedly for one change, so it must be idempotent.
 *
${rights}
 */
export const ${names.reconcile}: Reconciler = async ({ key, client }) => {
  const ${variable} = await client.get(${kind}, key);
  if (!${variable} || isTerminating(${variable})) return;

  // Here comes what your operator is for.
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

/** What the code above does, and no more: more rights come with more code. */
function rightsOf(project: Project, resource: Resource): string {
  const group = groupOf(resource);
  const plural = pluralOf(resource);
  // A Role is of one namespace; kustomize puts the operator's own in the place of this one.
  const namespace = project.namespaced === true && isNamespaced(resource) ? "namespace=system," : "";
  const marker = (resources: string, verbs: string): string =>
    ` * @kubebuilder:rbac:groups=${group === "" ? '""' : group},${namespace}resources=${resources},verbs=${verbs}`;
  const own = [marker(`${plural}/status`, "get;patch"), marker(`${plural}/finalizers`, "update")];
  return [marker(plural, "get;list;watch"), ...(resource.api ? own : [])].join("\n");
}
