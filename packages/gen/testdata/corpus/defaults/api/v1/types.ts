/** @groupName=corpus.example.com */
import type { IntOrString, Quantity } from "@kubewright/api/meta/v1";
import type { Int32, Int64, KubernetesObject } from "@kubewright/apimachinery";

export interface Settings {
  /** @kubebuilder:default=info */
  readonly level?: string;
  /** @kubebuilder:default=3 */
  readonly depth?: Int32;
}

export type Colour = "blue" | "green";

export interface PresetSpec {
  /** @kubebuilder:default=text */
  readonly bare?: string;
  /** @kubebuilder:default="quoted, with; signs: {}" */
  readonly quoted?: string;
  /** @kubebuilder:default=`back\slash "and" quotes` */
  readonly raw?: string;
  /** @kubebuilder:default="" */
  readonly empty?: string;
  /** @kubebuilder:default="1" */
  readonly digit?: string;
  /** @kubebuilder:default="true" */
  readonly word?: string;
  /** @kubebuilder:default=two words */
  readonly words?: string;
  /** @kubebuilder:default=1 */
  readonly int?: Int32;
  /** @kubebuilder:default=-7 */
  readonly negative?: Int64;
  /** @kubebuilder:default=0 */
  readonly zero?: Int32;
  /** @kubebuilder:default=true */
  readonly yes?: boolean;
  /** @kubebuilder:default=false */
  readonly no?: boolean;
  /** @kubebuilder:default={a,b} */
  readonly list?: readonly string[];
  /** @kubebuilder:default={"a b","c,d"} */
  readonly quotedList?: readonly string[];
  /** @kubebuilder:default={1,2,3} */
  readonly numbers?: readonly Int32[];
  /** @kubebuilder:default={} */
  readonly emptyList?: readonly string[];
  /** @kubebuilder:default={} */
  readonly emptyMap?: Record<string, string>;
  /** @kubebuilder:default={a: b, c: "1"} */
  readonly map?: Record<string, string>;
  /** @kubebuilder:default={level: debug, depth: 5} */
  readonly settings?: Settings;
  /** @kubebuilder:default={} */
  readonly emptySettings?: Settings;
  /** @kubebuilder:default={{level: a},{level: b, depth: 1}} */
  readonly settingsList?: readonly Settings[];
  /** @kubebuilder:default={a: {x: y}, b: {}} */
  readonly nested?: Record<string, Record<string, string>>;
  /** @kubebuilder:default={{a},{b,c}} */
  readonly lists?: readonly (readonly string[])[];
  /** @kubebuilder:default=blue */
  readonly colour?: Colour;
  /** @kubebuilder:default="100Mi" */
  readonly size?: Quantity;
  /** @kubebuilder:default="25%" */
  readonly much?: IntOrString;
  /** @kubebuilder:default=3 */
  readonly many?: IntOrString;
  /** @default="json" */
  readonly json?: string;
  /** @default={"level": "warn", "depth": 2} */
  readonly jsonObject?: Settings;
  /** @default=["a", "b"] */
  readonly jsonList?: readonly string[];
  /**
   * @default=5
   * @kubebuilder:default=6
   */
  readonly both?: Int32;
  /**
   * @default="first"
   * @kubebuilder:example="an example"
   */
  readonly example?: string;
  /** @kubebuilder:example={level: debug} */
  readonly exampleObject?: Settings;
  /** @kubebuilder:example={a,b} */
  readonly exampleList?: readonly string[];
  /** @kubebuilder:example=7 */
  readonly exampleNumber?: Int32;
  /** @kubebuilder:default=a */
  readonly required: string;
}

/**
 * Preset has defaults and examples.
 * @kubebuilder:object:root=true
 */
export interface Preset extends KubernetesObject {
  /** @kubebuilder:default={bare: "from above", required: r} */
  readonly spec?: PresetSpec;
}
