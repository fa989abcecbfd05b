/** A kind with a minimal valid object, for cases about every kind. */

export interface KindObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** All fields except apiVersion, kind and metadata. */
  readonly fields: object;
  /** A merge patch that changes the desired state, if the kind allows one. */
  readonly change?: object;
  /** A merge patch of the status, for kinds that have one. */
  readonly status?: object;
  /** For kinds with restricted names. */
  readonly name?: string;
}

type Rest = Pick<KindObject, "change" | "status" | "name">;

/** An object in the namespace of its case. */
export function namespaced(
  apiVersion: string,
  kind: string,
  plural: string,
  fields: object,
  rest: Rest = {},
): KindObject {
  return { apiVersion, kind, plural, namespaced: true, fields, ...rest };
}

/** A cluster-scoped object with the name of its case. */
export function clusterWide(
  apiVersion: string,
  kind: string,
  plural: string,
  fields: object,
  rest: Rest = {},
): KindObject {
  return { apiVersion, kind, plural, namespaced: false, fields, ...rest };
}
