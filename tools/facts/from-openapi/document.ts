// The parts of the documents of a kube-apiserver from which types and facts are generated: its OpenAPI v3 documents, its
// aggregated discovery, and the column definitions of its tables. These types declare only what is read; the rest of the
// documents (paths, descriptions) is ignored.

/** A schema in the OpenAPI v3 documents of a kube-apiserver. */
export interface PublishedSchema {
  readonly $ref?: string;
  readonly allOf?: readonly PublishedSchema[];
  readonly oneOf?: readonly PublishedSchema[];
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: PublishedSchema };
  readonly items?: PublishedSchema;
  readonly additionalProperties?: PublishedSchema | boolean;
  readonly "x-kubernetes-group-version-kind"?: readonly PublishedKind[];
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-map-type"?: string;
  readonly "x-kubernetes-patch-strategy"?: string;
  readonly "x-kubernetes-patch-merge-key"?: string;
  readonly "x-kubernetes-unions"?: readonly unknown[];
}

/** The kind that a schema describes. */
export interface PublishedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** One document of `/openapi/v3/…`. */
export interface OpenApiDocument {
  readonly components?: { readonly schemas?: { readonly [name: string]: PublishedSchema } };
}

/** `apidiscovery.k8s.io/v2`: the response of `/api` and `/apis` to clients that request aggregated discovery. */
export interface GroupDiscoveryList {
  readonly items: readonly GroupDiscovery[];
}

/** One group; its versions are in the order of the server's preference. */
export interface GroupDiscovery {
  readonly metadata?: { readonly name?: string };
  readonly versions: readonly {
    readonly version: string;
    readonly resources?: readonly ResourceDiscovery[];
  }[];
}

/** One resource of a group version. An empty group and version of `responseKind` mean those of the resource. */
export interface ResourceDiscovery {
  readonly resource: string;
  readonly responseKind?: PublishedKind;
  readonly scope: string;
  readonly singularResource: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly {
    readonly subresource: string;
    readonly responseKind?: PublishedKind;
    readonly verbs: readonly string[];
  }[];
}

/** A column of `meta.k8s.io/v1, Kind=Table`. */
export interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly priority: number;
}

/** The documents of one server. */
export interface PublishedApi {
  /** From `/version`, without the leading `v`: `1.36.3`. */
  readonly serverVersion: string;
  /** By their path below `/openapi/v3/`: `apis/apps/v1`. */
  readonly documents: { readonly [path: string]: OpenApiDocument };
  /** From `/api`, then from `/apis`, in the order of the server. */
  readonly groups: readonly GroupDiscovery[];
  /** By the path of the list: `/apis/apps/v1/deployments`. */
  readonly tables: { readonly [listPath: string]: readonly ColumnDefinition[] };
}
