/** @groupName=corpus.example.com */
import type { LocalObjectReference } from "@kubewright/api/core/v1";
import type { ObjectMeta, RawExtension } from "@kubewright/api/meta/v1";
import type { Int32, KubernetesObject } from "@kubewright/apimachinery";

/**
 * Common is in every spec.
 * @kubebuilder:validation:XValidation:rule="self.replicas < 10"
 * @minProperties 1
 */
export interface Common {
  /** Whether it rests. */
  readonly paused?: boolean;
  /** @minimum 0 */
  readonly replicas: Int32;
}

/**
 * @kubebuilder:validation:XValidation:rule="!has(self.labels) || self.labels.size() < 5"
 * @structType=atomic
 */
export interface Labelled extends Common {
  /** Labels to put on. */
  readonly labels?: Record<string, string>;
}

/** Template is metadata and a spec. */
export interface Template {
  readonly metadata?: ObjectMeta;
  readonly spec: Common;
}

/**
 * @maxProperties 7
 * @kubebuilder:validation:XValidation:rule="self.o != ''"
 */
export interface Other {
  readonly o?: string;
}

export interface Both extends Other, Labelled {}

/** @minProperties 1 */
export type Reference = LocalObjectReference & { readonly key: string };

/**
 * @kubebuilder:validation:XValidation:rule="self.own.size() < 100"
 * @minProperties 2
 */
export interface ComposedSpec extends Labelled {
  readonly both: Both;
  /** Its own. */
  readonly own: string;
  readonly template: Template;
  readonly reference?: Reference;
  /**
   * @kubebuilder:validation:EmbeddedResource
   * @kubebuilder:validation:XPreserveUnknownFields
   */
  readonly manifest: RawExtension;
  readonly any?: RawExtension;
  /** Page is one of a generic type in TypeScript. */
  readonly page: Page<Common>;
}

interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string;
}

/**
 * Composed is put together from other types.
 * @kubebuilder:object:root=true
 */
export interface Composed extends KubernetesObject {
  readonly spec: ComposedSpec;
}
