/**
 * What a project is, as its `PROJECT` file says it: the record of every command that shaped it, from which it can be shaped again.
 * The names and the form of the file are kubebuilder's (version 3).
 *
 * https://book.kubebuilder.io/reference/project-config
 */

/** A project. Every scaffolded file is a function of it. */
export interface Project {
  readonly version: "3";
  /** Names what the project was laid out by: `["kubewright.dev/v1"]`. */
  readonly layout: readonly string[];
  /** A DNS label; the prefix of all names in `config/default`. */
  readonly projectName: string;
  /** The version of the command that wrote the project last. */
  readonly cliVersion?: string;
  /** What the groups of its own kinds end with: a group `shop` in the domain `example.com` is `shop.example.com`. Absent: groups stand alone. */
  readonly domain?: string;
  /** The name of the npm package: `my-operator`, `@me/my-operator`. */
  readonly repo?: string;
  /** Whether there is a folder for each group: `api/shop/v1` instead of `api/v1`. Default: false. */
  readonly multigroup?: boolean;
  /** Whether the operator works in one namespace, with a Role instead of a ClusterRole. Default: false. */
  readonly namespaced?: boolean;
  /** In the order in which they were created. */
  readonly resources: readonly Resource[];
  /** The options of plugins, by the plugin's name: `helm.kubewright.dev/v1`. Kept as they are. */
  readonly plugins?: Readonly<Record<string, unknown>>;
}

/** One version of a kind, and what of it the project has. */
export interface Resource {
  /** Without the domain: `shop`. Absent or empty: the domain is the group, or the kind is of the core group. */
  readonly group?: string;
  /** Of this resource: the project's, that of the external project, or absent for built-in groups. */
  readonly domain?: string;
  /** `v1alpha1` */
  readonly version: string;
  /** `Widget` */
  readonly kind: string;
  /** Only where it is not the regular one. */
  readonly plural?: string;
  /** The module that its types come from: a path in the project, or a package's (`@kubewright/api/apps/v1`). */
  readonly path?: string;
  /** A kind that Kubernetes brings along. */
  readonly core?: boolean;
  /** A kind of another project. */
  readonly external?: boolean;
  /** The npm package that an external kind's types are in, with its version: `@acme/widgets@1.2.3`. */
  readonly module?: string;
  /** Absent: the project declares no CRD for it. */
  readonly api?: {
    readonly crdVersion: "v1";
    readonly namespaced?: boolean;
    /** Whether its apply configurations are generated, for server-side apply. */
    readonly ssa?: boolean;
  };
  /** Whether there is a controller named after the kind. */
  readonly controller?: boolean;
  /** Its further controllers, by names that are DNS labels. */
  readonly controllers?: readonly { readonly name: string }[];
  readonly webhooks?: ResourceWebhooks;
}

export interface ResourceWebhooks {
  readonly webhookVersion: "v1";
  readonly defaulting?: boolean;
  readonly validation?: boolean;
  readonly conversion?: boolean;
  /** The versions that are converted to and from this one, which is the hub. */
  readonly spoke?: readonly string[];
  /** Where the webhook is served, when not at the regular path. */
  readonly defaultingPath?: string;
  readonly validationPath?: string;
}

/** What the projects of this command are laid out by. */
export const layout = "kubewright.dev/v1";

/** Whether two resources are the same version of the same kind. */
export function isSameKind(a: Resource, b: Resource): boolean {
  return isSameGroup(a, b) && a.version === b.version && a.kind === b.kind;
}

/** Whether two resources belong to the same API group. */
export function isSameGroup(a: Resource, b: Resource): boolean {
  return (a.group ?? "") === (b.group ?? "") && (a.domain ?? "") === (b.domain ?? "");
}

/** The project with this resource in the place of the same kind's, or at the end. */
export function withResource(project: Project, resource: Resource): Project {
  const isThere = project.resources.some((each) => isSameKind(each, resource));
  return {
    ...project,
    resources: isThere
      ? project.resources.map((each) => (isSameKind(each, resource) ? resource : each))
      : [...project.resources, resource],
  };
}
