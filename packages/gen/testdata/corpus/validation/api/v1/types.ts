/** @groupName=corpus.example.com */
import type { Int32, Int64, KubernetesObject } from "@kubewright/apimachinery";

// Every marker on a type.

/**
 * @minimum -5
 * @kubebuilder:validation:Maximum=1e3
 * @exclusiveMinimum
 * @kubebuilder:validation:ExclusiveMaximum=false
 * @multipleOf 5
 */
export type Bounded = Int32;

/**
 * @minLength 1
 * @maxLength 10
 * @pattern ^[a-z"'\\]+$
 * @format hostname
 */
export type Text = string;

/** @kubebuilder:validation:Enum=a;"b c";`d;e` */
export type Choice = string;

export type NumberChoice = 1 | 2 | 4;

/**
 * @minItems 1
 * @maxItems 3
 * @uniqueItems false
 * @kubebuilder:validation:items:MinLength=2
 * @kubebuilder:validation:items:MaxLength=4
 * @kubebuilder:validation:items:Pattern="^x"
 * @kubebuilder:validation:items:Format=uuid
 * @kubebuilder:validation:items:Enum=xx;xy
 */
export type Texts = readonly string[];

/**
 * @minProperties 1
 * @maxProperties 5
 */
export type Limits = Readonly<Record<string, Int32>>;

/**
 * @minProperties 1
 * @kubebuilder:validation:XPreserveUnknownFields
 * @kubebuilder:title="Loose"
 * @kubebuilder:externalDocs:url="https://example.com/loose"
 */
export interface Loose {
  readonly a?: string;
}

/** @kubebuilder:pruning:PreserveUnknownFields */
export interface Open {}

/**
 * @kubebuilder:validation:XEmbeddedResource
 * @kubebuilder:validation:XPreserveUnknownFields
 */
export interface Embedded {}

/**
 * @kubebuilder:validation:XIntOrString
 * @maxLength 5
 * @kubebuilder:validation:Pattern="^[0-9]+%?$"
 */
export type Percent = string;

/**
 * @kubebuilder:validation:Type=integer
 * @minimum 1
 */
export type Overridden = string;

export interface MarkedSpec {
  readonly bounded: Bounded;
  readonly text: Text;
  readonly choice: Choice;
  readonly numberChoice: NumberChoice;
  readonly texts: Texts;
  readonly limits: Limits;
  readonly loose: Loose;
  readonly open: Open;
  readonly embedded: Embedded;
  readonly percent: Percent;
  readonly overridden: Overridden;
  /**
   * @kubebuilder:validation:Minimum=0
   * @kubebuilder:validation:Maximum=100
   * @kubebuilder:validation:ExclusiveMinimum=false
   * @kubebuilder:validation:ExclusiveMaximum=true
   * @kubebuilder:validation:MultipleOf=2
   */
  readonly fieldNumber: Int64;
  /**
   * @kubebuilder:validation:MinLength=0
   * @kubebuilder:validation:MaxLength=253
   * @kubebuilder:validation:Pattern=`^([a-z]+,)*$`
   * @kubebuilder:validation:Format="date-time"
   */
  readonly fieldText: string;
  readonly fieldChoice: "Always" | "Never" | "" | "1" | "true";
  /**
   * @kubebuilder:validation:MinItems=0
   * @kubebuilder:validation:MaxItems=16
   * @kubebuilder:validation:items:Minimum=1
   * @kubebuilder:validation:items:Maximum=9
   * @kubebuilder:validation:items:ExclusiveMinimum=true
   * @kubebuilder:validation:items:ExclusiveMaximum=true
   * @kubebuilder:validation:items:MultipleOf=3
   */
  readonly fieldNumbers: readonly Int32[];
  /**
   * @kubebuilder:validation:items:MinItems=1
   * @kubebuilder:validation:items:MaxItems=2
   */
  readonly fieldLists: readonly (readonly string[])[];
  /**
   * @kubebuilder:validation:items:MinProperties=1
   * @kubebuilder:validation:items:MaxProperties=2
   */
  readonly fieldMaps: readonly { readonly [key: string]: string }[];
  /** @kubebuilder:validation:items:XIntOrString */
  readonly fieldPercents: readonly string[];
  /**
   * @kubebuilder:validation:items:Type=integer
   * @kubebuilder:validation:items:Minimum=1
   */
  readonly fieldRetyped: readonly string[];
  /**
   * @maxProperties 7
   * @minProperties 0
   */
  readonly fieldMap: Record<string, string>;
  /**
   * @kubebuilder:validation:Type=object
   * @kubebuilder:validation:XPreserveUnknownFields
   */
  readonly fieldOpen: string;
  /**
   * @kubebuilder:validation:Type=string
   * @kubebuilder:validation:Format=uuid
   */
  readonly fieldTyped: Int64;
  /**
   * @kubebuilder:validation:Schemaless
   * @kubebuilder:validation:Type=object
   * @kubebuilder:pruning:PreserveUnknownFields
   */
  readonly fieldSchemaless: unknown;
  /**
   * @kubebuilder:validation:EmbeddedResource
   * @kubebuilder:pruning:PreserveUnknownFields
   */
  readonly fieldResource: Open;
  /**
   * @kubebuilder:validation:XEmbeddedResource
   * @kubebuilder:validation:XPreserveUnknownFields
   */
  readonly fieldOther: Open;
  /**
   * @kubebuilder:title="With a title: \"quoted\""
   * @kubebuilder:externalDocs:url=https://example.com/a,description=what it is
   */
  readonly fieldTitle: string;
  readonly fieldNull: string | null;
  /** @nullable */
  readonly fieldNullList?: readonly string[];
  /**
   * @k8s:minimum=2
   * @k8s:maximum=20
   */
  readonly fieldK8sNumber: Int32;
  /** @k8s:maxItems=4 */
  readonly fieldK8sList: readonly string[];
}

/**
 * Marked carries every marker about values.
 * @kubebuilder:object:root=true
 */
export interface Marked extends KubernetesObject {
  readonly spec: MarkedSpec;
}
