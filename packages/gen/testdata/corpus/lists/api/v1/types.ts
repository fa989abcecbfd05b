/** @groupName=corpus.example.com */
import type { Int32, Int64, KubernetesObject } from "@kubewright/apimachinery";

export interface Port {
  readonly name: string;
  /** @kubebuilder:default=TCP */
  readonly protocol?: string;
  readonly port: Int32;
}

/**
 * @listType=map
 * @listMapKey=name
 */
export type Ports = readonly Port[];

/** @k8s:listType=set */
export type NameSet = readonly string[];

/** @mapType=atomic */
export type Whole = Record<string, string>;

/** @structType=atomic */
export interface Pair {
  readonly a?: string;
  readonly b?: string;
}

export interface ListSpec {
  /** @listType=atomic */
  readonly atomic: readonly string[];
  /** @listType=set */
  readonly set: readonly string[];
  /**
   * @listType=map
   * @listMapKey=port
   * @listMapKey=protocol
   */
  readonly map: readonly Port[];
  /**
   * @k8s:listType=map
   * @k8s:listMapKey=name
   * @listMapKey=name
   */
  readonly both: readonly Port[];
  /**
   * @listMapKey=name
   * @listType=map
   */
  readonly order: Port[];
  readonly ports: Ports;
  readonly namedSet: NameSet;
  readonly lists: readonly (readonly string[])[];
  readonly deep: Int32[][][];
  readonly maps: Record<string, readonly string[]>;
  readonly mapOfMaps: { readonly [name: string]: Readonly<Record<string, Int64>> };
  readonly structs: Record<string, Port>;
  /** @mapType=atomic */
  readonly mapAtomic: Record<string, string>;
  /** @mapType=granular */
  readonly mapGranular: { [key: string]: string };
  readonly whole: Whole;
  readonly pair: Pair;
  /** @structType=granular */
  readonly pairGranular: Pair;
  /** @mapType=granular */
  readonly wholeGranular: Whole;
  readonly array: ReadonlyArray<string>;
  readonly optionalItems: Array<string>;
}

/**
 * Thing has lists and maps.
 * @kubebuilder:object:root=true
 */
export interface Thing extends KubernetesObject {
  readonly spec: ListSpec;
}
