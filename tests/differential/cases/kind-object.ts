/** A kind with the smallest good object of it: what cases that hold for every kind are made of. */

export interface KindObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** All but apiVersion, kind and metadata. */
  readonly fields: object;
  /** A merge patch that changes the desired state, where there is one that is allowed. */
  readonly change?: object;
  /** A merge patch of the status, for kinds that have one. */
  readonly status?: object;
  /** For kinds whose names are not free. */
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

/** An object in no namespace, named after its case. */
export function clusterWide(
  apiVersion: string,
  kind: string,
  plural: string,
  fields: object,
  rest: Rest = {},
): KindObject {
  return { apiVersion, kind, plural, namespaced: false, fields, ...rest };
}
