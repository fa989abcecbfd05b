/** `internal/controller/memcached-controller.ts`: the controller of a kind that runs an image. */
import { groupOf, pluralOf } from "../../project/derived-names.ts";
import type { DeployImage } from "../../project/deploy-image.ts";
import type { Project, Resource } from "../../project/project.ts";
import { printWidth } from "../json.ts";
import { printedList, textLiteral } from "../printed-list.ts";
import type { ImageControllerNames } from "./image-controller-names.ts";

export function controllerCode(
  project: Project,
  resource: Resource,
  names: ImageControllerNames,
  image: DeployImage,
): string {
  const { variable, kind, imported, environment, options, named } = names;
  const about = resource.kind;
  return `/**
 * Runs the image of each ${about} in a Deployment, and reports its state in the status.
 *
 * A reconcile adds the finalizer first, so that everything it creates will be cleaned up. It then applies the Deployment, which changes
 * nothing if it is up to date, and writes the status from the result.
 */
import process from "node:process";
import { Deployment } from "@kubewright/api/apps/v1";
import { hasFinalizer, isControlledBy, isInvalid, isTerminating } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import { controllerManagedBy, ensureFinalizer, releaseFinalizer } from "@kubewright/runtime";
import type { Manager, ReconcileContext, Reconciler } from "@kubewright/runtime";
import { ${imported} } from "${names.kindModule}";
import { deploymentFor } from "${moduleHere(names.deploymentPath)}";
import { statusOf } from "${moduleHere(names.statusPath)}";
import type { Found } from "${moduleHere(names.statusPath)}";

/** The default image. The environment variable ${environment} overrides it: config/manager/manager.yaml sets it. */
${defaultLine(image)}

/** An object with this finalizer is kept until its controller has cleaned up. */
const finalizer = "${names.finalizer}";

/** A Deployment of another owner is not watched, so the name is checked again after this time. */
const nameTakenRetryMs = 30_000;

export interface ${options} {
  readonly clock: Clock;
  readonly image: string;
}

/**
 * Some clusters, such as OpenShift, require the permission for \`finalizers\` to set owner references that block the deletion of the owner.
 *
${rightsOf(project, resource)}
 */
${printedList(0, `export function ${names.create}(`, [`options: ${options}`], "): Reconciler {")}
  const { clock, image } = options;

  return async (context) => {
    const { key, client } = context;
    const found = await client.get(${kind}, key);
    if (!found) return {};
    if (isTerminating(found)) {
      await cleanUp(found, context);
      return {};
    }

    const ${variable} = await ensureFinalizer(client, found, finalizer);
    const outcome = await applyDeployment(${variable}, context);
    await client.patchStatus(${variable}, statusOf(${variable}, outcome, clock.wallTime()));
    return outcome.problem?.reason === "NameTaken" ? { requeueAfterMs: nameTakenRetryMs } : {};
  };

  /** A Deployment of another owner is not changed, and an apply that the server rejects is not retried. */
  async function applyDeployment(owner: Stored<${kind}>, { client, events }: ReconcileContext): Promise<Found> {
    const failed = (reason: string, message: string): Found => {
      events.event(owner, { type: "Warning", reason, action: "Reconcile", note: message });
      return { problem: { reason, message } };
    };
    const current = await client.get(Deployment, owner.metadata);
    if (current && !isControlledBy(current, owner)) {
      return failed("NameTaken", "A Deployment of this name exists and has another owner");
    }
    try {
      const deployment = await client.apply(Deployment, deploymentFor(owner, image), { force: true });
      if (!current) {
        const note = "Created the Deployment";
        events.event(owner, { type: "Normal", reason: "Created", action: "Reconcile", note });
      }
      return { deployment };
    } catch (error) {
      if (!isInvalid(error)) throw error;
      return failed("InvalidDeployment", error.message);
    }
  }

  /** Clean up external resources here. Kubernetes deletes the Deployment, which has an owner reference. */
  async function cleanUp(owner: Stored<${kind}>, { client, events }: ReconcileContext): Promise<void> {
    if (!hasFinalizer(owner, finalizer)) return;
    const note = "The Deployment will be deleted";
    events.event(owner, { type: "Normal", reason: "CleanedUp", action: "Reconcile", note });
    await releaseFinalizer(client, owner, finalizer);
  }
}

/** Adds the controller to a manager. */
export function ${names.add}(manager: Manager): void {
  const image = process.env["${environment}"] ?? defaultImage;
  controllerManagedBy(manager)${named === undefined ? "" : `\n    .named("${named}")`}
    .for(${kind})
    .owns(Deployment)
    .complete(${names.create}({ clock: manager.clock, image }));
}
`;
}

/** The declaration of the default image; a long image is on a separate line. */
function defaultLine({ image }: DeployImage): string {
  const line = `export const defaultImage = ${textLiteral(image)};`;
  return line.length <= printWidth ? line : line.replace(" = ", " =\n  ");
}

function rightsOf(project: Project, resource: Resource): string {
  const plural = pluralOf(resource);
  // The markers name the namespace system, which kustomize replaces with the namespace of the operator.
  const namespace = project.namespaced === true ? "namespace=system," : "";
  const own = groupOf(resource);
  return [
    [own, plural, "get;list;watch;patch"],
    [own, `${plural}/status`, "get;patch"],
    [own, `${plural}/finalizers`, "update"],
    ["apps", "deployments", "get;list;watch;create;patch"],
    ["events.k8s.io", "events", "create;patch"],
  ]
    .map(
      ([group, resources, verbs]) =>
        ` * @kubebuilder:rbac:groups=${group},${namespace}resources=${resources},verbs=${verbs}`,
    )
    .join("\n");
}

function moduleHere(path: string): string {
  return `./${path.split("/").at(-1) ?? ""}`;
}
