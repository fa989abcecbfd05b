/**
 * Which of a project's kinds are converted between their versions by a webhook. In a project that is the business of kustomize: patches say it of the
 * definitions that are generated, and who keeps definitions by hand may say it there.
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
  /** The name of its definition. */
  readonly definition: string;
  /** Where the webhook server answers. */
  readonly path: string;
  readonly conversionReviewVersions: readonly string[];
}

/** What of a definition matters here; files may hold no more, and anything else in its place. */
type Definition = Pick<CustomResourceDefinition, "kind" | "metadata"> & {
  readonly spec?: Partial<CustomResourceDefinition["spec"]>;
};

/**
 * The conversions of a project, by the names of their definitions.
 *
 * @throws {EnvironmentError} when a file cannot be read.
 */
export async function readConversions(root: string): Promise<readonly ProjectConversion[]> {
  const crds = path.join(root, manifestFolders.crds);
  const sources = [...(existsSync(crds) ? [crds] : []), ...(await patchesOf(path.dirname(crds)))];
  const found = new Map<string, ProjectConversion>();
  for (const object of await readManifests(sources, { action: "lead conversions", kinds: "all" })) {
    const conversion = conversionIn(object);
    if (conversion) found.set(conversion.definition, conversion);
  }
  return [...found.values()].toSorted((a, b) => (a.definition < b.definition ? -1 : 1));
}

/** The definition without its conversion webhook, which is routed separately. */
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

/** The files of the patches that kustomize applies to the definitions. */
async function patchesOf(folder: string): Promise<readonly string[]> {
  const kustomization = path.join(folder, "kustomization.yaml");
  if (!existsSync(kustomization)) return [];
  const content: unknown = parse(await readFile(kustomization, "utf8"), { maxAliasCount: 0 });
  const patches = isRecord(content) && Array.isArray(content["patches"]) ? content["patches"] : [];
  return patches.flatMap((patch: unknown) => {
    const file = isRecord(patch) ? patch["path"] : undefined;
    // One with a target is a list of changes, and changes what it is aimed at: nothing that a project of ours has.
    return typeof file === "string" && !(isRecord(patch) && "target" in patch) ? [path.join(folder, file)] : [];
  });
}
