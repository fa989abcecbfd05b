/**
 * A project as recorded in its `PROJECT` file: the results of all scaffolding commands, from which the scaffold can be repeated.
 * The format of the file is that of kubebuilder (version 3).
 *
 * https://book.kubebuilder.io/reference/project-config
 */

/** A project. Every scaffolded file is a function of it. */
export interface Project {
  readonly version: "3";
  /** The plugins that scaffolded the project: `["kubewright.dev/v1"]`. */
  readonly layout: readonly string[];
  /** A DNS label; the prefix of all names in `config/default`. */
  readonly projectName: string;
  /** The version of the command that last wrote the project. */
  readonly cliVersion?: string;
  /** The suffix of the project's groups: a group `shop` in the domain `example.com` is `shop.example.com`. Absent: no suffix. */
  readonly domain?: string;
  /** The name of the npm package: `my-operator`, `@me/my-operator`. */
  readonly repo?: string;
  /** Whether there is a folder for each group: `api/shop/v1` instead of `api/v1`. Default: false. */
  readonly multigroup?: boolean;
  /** Whether the operator works in one namespace, with a Role instead of a ClusterRole. Default: false. */
  readonly namespaced?: boolean;
  /** In the order in which they were created. */
  readonly resources: readonly Resource[];
  /** The options of plugins, by the plugin's name: `helm.kubewright.dev/v1`. Not interpreted here. */
  readonly plugins?: Readonly<Record<string, unknown>>;
}

/** One version of a kind, and its parts in the project. */
export interface Resource {
  /** Without the domain: `shop`. Absent or empty: the domain is the group, or the kind is of the core group. */
  readonly group?: string;
  /** The domain of the project or of an external project; absent for built-in groups. */
  readonly domain?: string;
  /** `v1alpha1` */
  readonly version: string;
  /** `Widget` */
  readonly kind: string;
  /** Only if it is irregular. */
  readonly plural?: string;
  /** The module that its types come from: a path in the project, or a package's (`@kubewright/api/apps/v1`). */
  readonly path?: string;
  /** A built-in kind of Kubernetes. */
  readonly core?: boolean;
  /** A kind of another project. */
  readonly external?: boolean;
  /** The npm package with the types of an external kind, with its version: `@acme/widgets@1.2.3`. */
  readonly module?: string;
  /** Absent: the project has no CRD for it. */
  readonly api?: {
    readonly crdVersion: "v1";
    readonly namespaced?: boolean;
    /** Whether apply configurations are generated, for server-side apply. */
    readonly ssa?: boolean;
  };
  /** Whether the kind has a controller with its name. */
  readonly controller?: boolean;
  /** Additional controllers; the names are DNS labels. */
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
  /** The path of the webhook, if it is not the default. */
  readonly defaultingPath?: string;
  readonly validationPath?: string;
}

/** The layout of projects of this command. */
export const layout = "kubewright.dev/v1";

/** Whether two resources are the same version of the same kind. */
export function isSameKind(a: Resource, b: Resource): boolean {
  return isSameGroup(a, b) && a.version === b.version && a.kind === b.kind;
}

/** Whether two resources belong to the same API group. */
export function isSameGroup(a: Resource, b: Resource): boolean {
  return (a.group ?? "") === (b.group ?? "") && (a.domain ?? "") === (b.domain ?? "");
}

/** The project with this resource in place of the previous one of the same kind, or at the end. */
export function withResource(project: Project, resource: Resource): Project {
  const isThere = project.resources.some((each) => isSameKind(each, resource));
  return {
    ...project,
    resources: isThere
      ? project.resources.map((each) => (isSameKind(each, resource) ? resource : each))
      : [...project.resources, resource],
  };
}
