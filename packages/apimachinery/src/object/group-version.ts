// Names of kinds and resources. A kind is what an object says it is ("Pod"), a resource is where the API serves it
// ("pods"); both belong to a group and a version, which an object carries joined as its apiVersion ("apps/v1", or just
// "v1" for the core group, whose name is empty).
// https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#types-kinds

/** A group and one of its versions. The core group's name is empty. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** A kind without a version: how errors about invalid objects name it. */
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** A resource without a version: how errors about missing or conflicting objects name it. */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** What an object is: `apps/v1, Kind=Deployment`. */
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
 * Splits an `apiVersion`. Without a slash it is a version of the core group; an empty text is the empty group version,
 * as upstream.
 *
 * @throws {TypeError} when there is more than one slash.
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
 * What an object says it is; missing fields are empty texts.
 *
 * @throws {TypeError} when its `apiVersion` cannot be parsed.
 */
export function groupVersionKindOf(object: { readonly apiVersion?: string; readonly kind?: string }): GroupVersionKind {
  return { ...parseApiVersion(object.apiVersion ?? ""), kind: object.kind ?? "" };
}

/** `kind.group`, or the kind alone in the core group: how a Status names a kind. */
export function formatGroupKind({ group, kind }: GroupKind): string {
  return group === "" ? kind : `${kind}.${group}`;
}

/** `resource.group`, or the resource alone in the core group: how a Status names a resource. */
export function formatGroupResource({ group, resource }: GroupResource): string {
  return group === "" ? resource : `${resource}.${group}`;
}

/** `group/version, Kind=kind`, in the form of upstream's messages: the core group shows as `/v1, Kind=Pod`. */
export function formatGroupVersionKind({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}, Kind=${kind}`;
}
