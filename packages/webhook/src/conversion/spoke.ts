/**
 * Versions of a kind that are more than names for the same fields: one of them is the hub, and every other says how its objects become the hub's
 * and back. Between two of these a conversion goes by way of the hub, so that a new version needs one pair of functions, not one for each
 * version that there is. https://book.kubebuilder.io/multiversion-tutorial/conversion-concepts
 */
import type { KubernetesObject, ObjectMeta, ResourceType } from "@kubewright/apimachinery";

/**
 * One version of a kind beside its hub. Both functions are pure, and lose nothing: what the other version has no field for goes into an annotation
 * and comes back from there, since an object is read in one version and written in another.
 */
export interface Spoke<S extends KubernetesObject = KubernetesObject, H extends KubernetesObject = KubernetesObject> {
  readonly type: ResourceType<S>;
  readonly hub: ResourceType<H>;
  /** May throw a {@link ConversionError} for an object that the hub cannot hold. */
  toHub(object: S): Converted<H>;
  /** May throw a {@link ConversionError} for an object that this version cannot hold. */
  fromHub(object: H): Converted<S>;
}

/**
 * An object in another version, without what a conversion does not change: its kind is known, and of the metadata only labels and annotations may
 * differ. Absent ones are kept.
 */
export type Converted<T extends KubernetesObject> = Omit<T, "apiVersion" | "kind" | "metadata"> & {
  readonly metadata?: ObjectMeta;
};

/** An object that cannot be converted. The message is shown to the client that requested the object. */
export class ConversionError extends Error {
  override readonly name = "ConversionError";
}
