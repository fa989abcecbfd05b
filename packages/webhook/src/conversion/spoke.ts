/**
 * Conversion between versions of a kind with different fields. One version is the hub, and every other version converts its objects to the hub
 * and back. Conversions between two other versions use the hub, so that a new version needs one pair of functions, not one for each
 * existing version. https://book.kubebuilder.io/multiversion-tutorial/conversion-concepts
 */
import type { KubernetesObject, ObjectMeta, ResourceType } from "@kubewright/apimachinery";

/**
 * A version of a kind that is not the hub. Both functions are pure and must not lose data, because an object is read in one version and written in
 * another. An annotation keeps data for which the other version has no field.
 */
export interface Spoke<S extends KubernetesObject = KubernetesObject, H extends KubernetesObject = KubernetesObject> {
  readonly type: ResourceType<S>;
  readonly hub: ResourceType<H>;
  /** May throw a {@link ConversionError} for an object that the hub cannot represent. */
  toHub(object: S): Converted<H>;
  /** May throw a {@link ConversionError} for an object that this version cannot represent. */
  fromHub(object: H): Converted<S>;
}

/**
 * An object in another version, without the fields that a conversion does not change: the kind, and all metadata except labels and annotations.
 * Absent labels and annotations are kept.
 */
export type Converted<T extends KubernetesObject> = Omit<T, "apiVersion" | "kind" | "metadata"> & {
  readonly metadata?: ObjectMeta;
};

/** An object that cannot be converted. The message is shown to the client that requested the object. */
export class ConversionError extends Error {
  override readonly name = "ConversionError";
}
