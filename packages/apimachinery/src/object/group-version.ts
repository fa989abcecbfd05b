// Names of kinds and resources. A kind is the type of an object ("Pod"), and a resource is where the API serves it
// ("pods"). Both belong to a group and a version, which an object has as its apiVersion ("apps/v1", or
// "v1" for the core group, whose name is empty).
// https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#types-kinds

/** A group and one of its versions. The core group's name is empty. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** A kind without a version, as in errors about invalid objects. */
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** A resource without a version, as in errors about missing or conflicting objects. */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** The type of an object: `apps/v1, Kind=Deployment`. */
export interface GroupVersionKind extends GroupVersion {
  readonly kind: string;
}

/** Where objects are served: `/apis/apps/v1/…/deployments`. */
export interface GroupVersionResource extends GroupVersion {
  readonly resource: string;
}

/** The `apiVersion` of a group and version: `v1` for the core group, `group/version` for all others. */
export function apiVersionOf(group: string, version: string): string {
  return group === "" ? version : `${group}/${version}`;
}

/**
 * Parses an `apiVersion`. Without a slash it is a version of the core group. As in Go, an empty string is the empty group
 * version.
 *
 * @throws {TypeError} if it has more than one slash.
 */
export function parseApiVersion(apiVersion: string): GroupVersion {
  const slash = apiVersion.indexOf("/");
  if (slash === -1) return { group: "", version: apiVersion };
  if (apiVersion.includes("/", slash + 1)) {
    throw new TypeError(`Cannot parse apiVersion "${apiVersion}": expected "version" or "group/version"`);
  }
  return { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/**
 * The kind in `apiVersion` and `kind` of an object. Missing fields are empty strings.
 *
 * @throws {TypeError} if its `apiVersion` cannot be parsed.
 */
export function groupVersionKindOf(object: { readonly apiVersion?: string; readonly kind?: string }): GroupVersionKind {
  return { ...parseApiVersion(object.apiVersion ?? ""), kind: object.kind ?? "" };
}

/** `kind.group`, or the kind alone in the core group, as in a Status. */
export function formatGroupKind({ group, kind }: GroupKind): string {
  return group === "" ? kind : `${kind}.${group}`;
}

/** `resource.group`, or the resource alone in the core group, as in a Status. */
export function formatGroupResource({ group, resource }: GroupResource): string {
  return group === "" ? resource : `${resource}.${group}`;
}

/** `group/version, Kind=kind`, as in the messages of kube-apiserver: in the core group `/v1, Kind=Pod`. */
export function formatGroupVersionKind({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}, Kind=${kind}`;
}
