/**
 * Finds the kinds of a project that a webhook converts between their versions. A project adds the conversion to its generated CRDs with
 * patches of kustomize, or declares it in hand-written CRDs.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { readManifests } from "@kubewright/envtest";
import { parse } from "yaml";

import { isRecord } from "../project/fields.ts";
import { manifestFolders } from "./dev-project.ts";

/** A kind whose objects a webhook converts. */
export interface ProjectConversion {
  /** The name of its CRD. */
  readonly definition: string;
  /** The path of the webhook. */
  readonly path: string;
  readonly conversionReviewVersions: readonly string[];
}

/** The fields of a CRD that are read here. A file may lack them, or contain anything else. */
type Definition = Pick<CustomResourceDefinition, "kind" | "metadata"> & {
  readonly spec?: Partial<CustomResourceDefinition["spec"]>;
};

/**
 * The conversions of a project, sorted by the names of the CRDs.
 *
 * @throws {EnvironmentError} when a file cannot be read.
 */
export async function readConversions(root: string): Promise<readonly ProjectConversion[]> {
  const crds = path.join(root, manifestFolders.crds);
  const sources = [...(existsSync(crds) ? [crds] : []), ...(await patchesOf(path.dirname(crds)))];
  const found = new Map<string, ProjectConversion>();
  for (const object of await readManifests(sources, { action: "route conversions", kinds: "all" })) {
    const conversion = conversionIn(object);
    if (conversion) found.set(conversion.definition, conversion);
  }
  return [...found.values()].toSorted((a, b) => (a.definition < b.definition ? -1 : 1));
}

/** The CRD without its conversion webhook, which is routed separately. */
export function withoutConversion(definition: KubernetesObject): KubernetesObject {
  const { spec } = definition as Definition;
  if (spec?.conversion?.strategy !== "Webhook") return definition;
  const { conversion: _, ...others } = spec;
  return { ...definition, spec: others } as KubernetesObject;
}

function conversionIn(object: KubernetesObject): ProjectConversion | undefined {
  if (object.kind !== "CustomResourceDefinition") return undefined;
  const { metadata, spec } = object as Definition;
  const { strategy, webhook } = spec?.conversion ?? {};
  if (strategy !== "Webhook") return undefined;
  return {
    definition: metadata?.name ?? "",
    path: webhook?.clientConfig?.service?.path ?? "/convert",
    conversionReviewVersions: webhook?.conversionReviewVersions ?? ["v1"],
  };
}

/** The files of the patches that kustomize applies to CRDs. */
async function patchesOf(folder: string): Promise<readonly string[]> {
  const kustomization = path.join(folder, "kustomization.yaml");
  if (!existsSync(kustomization)) return [];
  const content: unknown = parse(await readFile(kustomization, "utf8"), { maxAliasCount: 0 });
  const patches = isRecord(content) && Array.isArray(content["patches"]) ? content["patches"] : [];
  return patches.flatMap((patch: unknown) => {
    const file = isRecord(patch) ? patch["path"] : undefined;
    // A patch with a target is a JSON patch, which scaffolds do not use for conversions.
    return typeof file === "string" && !(isRecord(patch) && "target" in patch) ? [path.join(folder, file)] : [];
  });
}
