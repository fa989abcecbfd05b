/** The names in the code of a controller. */
import {
  camelCase,
  controllerFolderOf,
  kebabCase,
  moduleOf,
  pascalCase,
  relativeModule,
} from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";

export interface ControllerNames {
  /** `internal/controller/widget-controller.ts` */
  readonly path: string;
  readonly testPath: string;
  /** The import path of the controller from `internal/setup.ts`. */
  readonly setupModule: string;
  /** The import path of the kind's descriptor from the controller. */
  readonly kindModule: string;
  /** `createWidgetReconciler` */
  readonly create: string;
  /** `reconcileWidget` */
  readonly reconcile: string;
  /** `WidgetReconcilerOptions` */
  readonly options: string;
  /** `addWidgetController` */
  readonly add: string;
  /** The name of the controller in logs and metrics, if it is not that of the kind. */
  readonly named: string | undefined;
  /** The name of the kind in the code: another one if the code already uses its name. */
  readonly kind: string;
  /** The import specifier of the kind: `Widget`, or `Client as ClientKind`. */
  readonly imported: string;
  /** The variable for an object of the kind. */
  readonly variable: string;
}

/**
 * The names of the default controller of a kind, or of an additional one.
 *
 * @param others Names in the code in addition to those of every controller.
 */
export function controllerNames(
  project: Project,
  resource: Resource,
  name?: string,
  others: ReadonlySet<string> = new Set(),
): ControllerNames {
  const folder = controllerFolderOf(project, resource);
  const file = name ?? kebabCase(resource.kind);
  const type = name === undefined ? resource.kind : pascalCase(name);
  const path = `${folder}/${file}-controller.ts`;
  const isTaken = takenTypes.has(resource.kind) || others.has(resource.kind);
  const kind = isTaken ? `${resource.kind}Kind` : resource.kind;
  const variable = camelCase(resource.kind);
  // Two groups may have kinds with the same name.
  const prefix =
    project.multigroup === true && resource.group !== undefined ? pascalCase(resource.group.replaceAll(".", "-")) : "";
  return {
    path,
    testPath: `${folder}/${file}-controller.test.ts`,
    setupModule: relativeModule("internal", path),
    kindModule: moduleOf(project, resource, folder),
    create: `create${type}Reconciler`,
    reconcile: `reconcile${type}`,
    options: `${type}ReconcilerOptions`,
    add: `add${prefix}${type}Controller`,
    named: name ?? (prefix === "" ? undefined : `${resource.group}-${resource.kind.toLowerCase()}`),
    kind,
    imported: kind === resource.kind ? kind : `${resource.kind} as ${kind}`,
    variable: taken.has(variable) || others.has(variable) ? `${variable}Object` : variable,
  };
}

/** Names that cannot be variables, or that the code already uses. */
const taken: ReadonlySet<string> = new Set(
  (
    "break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof " +
    "new null return super switch this throw true try typeof var void while with yield let static await async implements interface package private " +
    "protected public arguments eval undefined client clock key events signal manager env test crds operator"
  ).split(" "),
);

const takenTypes: ReadonlySet<string> = new Set(["Client", "Clock", "Environment", "Manager", "Reconciler", "Promise"]);
