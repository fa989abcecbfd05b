/** Names that are derived from those in PROJECT: of groups, files, folders and objects. All other code uses these functions. */
import { pluralize } from "@kubewright/gen";

import type { Project, Resource } from "./project.ts";

/** The API group on the server: `shop.example.com`; empty for the core group. */
export function groupOf({ group = "", domain = "" }: Resource): string {
  return group === "" || domain === "" ? group + domain : `${group}.${domain}`;
}

/** `shop.example.com/v1`, or `v1` in the core group. */
export function apiVersionOf(resource: Resource): string {
  const group = groupOf(resource);
  return group === "" ? resource.version : `${group}/${resource.version}`;
}

/** `widgets` */
export function pluralOf({ kind, plural }: Resource): string {
  return plural ?? pluralize(kind);
}

/** The name of its CustomResourceDefinition: `widgets.shop.example.com`. */
export function crdNameOf(resource: Resource): string {
  return `${pluralOf(resource)}.${groupOf(resource)}`;
}

/** The URL path of the resource: `/apis/shop.example.com/v1/widgets`. */
export function resourcePathOf(resource: Resource): string {
  const root = groupOf(resource) === "" ? "/api" : "/apis";
  return `${root}/${apiVersionOf(resource)}/${pluralOf(resource)}`;
}

/** Whether the kind is namespaced, as far as the project records it: true for kinds of other projects. */
export function isNamespaced({ api }: Resource): boolean {
  return api === undefined || api.namespaced === true;
}

/** A PascalCase name in kebab-case, for files: `my-job` for `MyJob`, `http-route` for `HTTPRoute`. */
export function kebabCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
}

/** A PascalCase name in camelCase, for values: `myJob` for `MyJob`, `httpRoute` for `HTTPRoute`. */
export function camelCase(name: string): string {
  return kebabCase(name).replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** A kebab-case name in PascalCase, for types: `WidgetBackup` for `widget-backup`. */
export function pascalCase(name: string): string {
  return `-${name}`.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** A kind with its indefinite article: `an Order`, `a Widget`, `an HTTPRoute`, `a User`. */
export function withArticle(kind: string): string {
  // Acronyms are read letter by letter: an HTTPRoute, a URLMap. Eu, Uni, Us and Uti sound like "you": a User.
  const isAcronym = /^[A-Z](?:[A-Z]|$)/u.test(kind);
  const vowel = isAcronym ? /^[AEFHILMNORSX]/u : /^(?:[AIO]|E(?!u)|U(?!ni|s[aeiou]|ti)|Hour)/u;
  return `${vowel.test(kind) ? "an" : "a"} ${kind}`;
}

/** The folder of a version's types: `api/v1`, or `api/shop/v1` in a project with several groups. */
export function apiFolderOf(project: Project, { group = "", version }: Resource): string {
  return project.multigroup === true && group !== "" ? `api/${group}/${version}` : `api/${version}`;
}

/** The folder of the controllers of a group: `internal/controller`, or `internal/controller/shop`. */
export function controllerFolderOf(project: Project, resource: Resource): string {
  return inGroup("internal/controller", project, resource);
}

/** The folder of a version's webhooks: `internal/webhook/v1`, or `internal/webhook/shop/v1`. */
export function webhookFolderOf(project: Project, resource: Resource): string {
  return `${inGroup("internal/webhook", project, resource)}/${resource.version}`;
}

/** The name of the file with the types of a kind: `my-job.ts`. */
export function typesFileOf({ kind }: Resource): string {
  return `${kebabCase(kind)}.ts`;
}

/** The sample of a kind: `config/samples/shop_v1_widget.yaml`. */
export function samplePathOf({ group = "", version, kind }: Resource): string {
  const parts = [group, version, kind.toLowerCase()].filter((part) => part !== "");
  return `config/samples/${parts.join("_")}.yaml`;
}

/** The path of the generated CRD of a kind: `config/crd/bases/shop.example.com_widgets.yaml`. */
export function crdPathOf(resource: Resource): string {
  return `config/crd/bases/${groupOf(resource)}_${pluralOf(resource)}.yaml`;
}

/**
 * The module with the descriptor and type of a kind: a relative path for kinds of the project and for modules in it, otherwise the name of
 * a package.
 *
 * @param from The folder of the importing file, relative to the project.
 */
export function moduleOf(project: Project, resource: Resource, from: string): string {
  const { path } = resource;
  if (path !== undefined && !path.startsWith("./")) return path;
  const target = path?.slice(2) ?? `${apiFolderOf(project, resource)}/zz_generated.${typesFileOf(resource)}`;
  return relativeModule(from, target);
}

/** The import path of the file `target` from the folder `from`, both relative to the project: `../../api/v1/widget.ts`. */
export function relativeModule(from: string, target: string): string {
  const folders = from === "" ? [] : from.split("/");
  const parts = target.split("/");
  let shared = 0;
  while (shared < folders.length && shared < parts.length - 1 && folders[shared] === parts[shared]) shared += 1;
  const up = "../".repeat(folders.length - shared);
  return `${up === "" ? "./" : up}${parts.slice(shared).join("/")}`;
}

function inGroup(folder: string, project: Project, { group = "" }: Resource): string {
  return project.multigroup === true && group !== "" ? `${folder}/${group}` : folder;
}
