/** @groupName=corpus.example.com */
import type { IntOrString, MicroTime, ObjectMeta, Quantity, RawExtension, Time } from "@kubewright/api/meta/v1";
import type { Int32, Int64, JsonValue, KubernetesObject } from "@kubewright/apimachinery";

/** @kubebuilder:validation:Format=byte */
type Bytes = string;

export interface ScalarSpec {
  readonly bool: boolean;
  readonly text: string;
  /** @kubebuilder:validation:Type=integer */
  readonly int: number;
  /** @kubebuilder:validation:Type=integer */
  readonly int8: number;
  /** @kubebuilder:validation:Type=integer */
  readonly int16: number;
  readonly int32: Int32;
  readonly int64: Int64;
  readonly uint32: Int32;
  readonly uint64: bigint;
  /** @kubebuilder:validation:Type=number */
  readonly float32: number;
  /** @kubebuilder:validation:Type=number */
  readonly float64: number;
  /** @format byte */
  readonly bytes: string;
  /** A date. */
  readonly time: Time;
  readonly microTime: MicroTime;
  readonly duration: string;
  readonly quantity: Quantity;
  readonly or: IntOrString;
  readonly json: JsonValue;
  /** @kubebuilder:pruning:PreserveUnknownFields */
  readonly raw: RawExtension;
  /**
   * @kubebuilder:validation:EmbeddedResource
   * @kubebuilder:pruning:PreserveUnknownFields
   */
  readonly object: RawExtension;
  readonly meta: ObjectMeta;

  readonly boolPointer?: boolean;
  readonly intPointer?: Int32;
  readonly timePointer?: Time;
  readonly orPointer?: IntOrString;
  readonly timeNull?: Time | null;

  readonly times: readonly Time[];
  readonly quantities: Record<string, Quantity>;
  readonly ors: readonly IntOrString[];
  readonly jsons: Record<string, JsonValue>;
  readonly metas: readonly ObjectMeta[];
  readonly byteLists: readonly Bytes[];
}

/**
 * Scalar has a field of each scalar type.
 * @kubebuilder:object:root=true
 */
export interface Scalar extends KubernetesObject {
  readonly spec: ScalarSpec;
}
