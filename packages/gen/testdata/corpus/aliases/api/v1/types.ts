/** @groupName=corpus.example.com */
import type { IntOrString, Quantity, Time } from "@kubewright/api/meta/v1";
import type { Int32, KubernetesObject } from "@kubewright/apimachinery";

/**
 * Base is a text.
 * @maxLength 63
 */
export type Base = string;

/**
 * Middle is a shorter one.
 * @maxLength 40
 * @minLength 1
 */
export type Middle = Base;

/**
 * Top is of letters.
 * @pattern ^[a-z]*$
 */
export type Top = Middle;

export type Letter = "a" | "b";

/** @minimum 1 */
export type Port = Int32;

/**
 * @maxItems 10
 * @listType=set
 */
export type Names = readonly Top[];

/** @maxItems 5 */
export type FewNames = Names;

/**
 * @maxProperties 3
 * @mapType=granular
 */
export type Labels = Readonly<Record<string, Base>>;

/**
 * Part is a piece.
 * @minProperties 1
 * @structType=atomic
 */
export interface Part {
  /** Its name. */
  readonly name: Top;
  readonly port?: Port;
}

/** Piece is a part. */
export type Piece = Part;

export interface AliasSpec {
  readonly plain: Top;
  /**
   * Of at most 20.
   * @maxLength 20
   */
  readonly shorter: Top;
  /**
   * The same again.
   * @maxLength 63
   */
  readonly same: Base;
  /**
   * @pattern ^a
   * @minLength 3
   */
  readonly both: Top;
  /** @kubebuilder:validation:Enum=a;b;c */
  readonly letter: Letter;
  /** @kubebuilder:default=a */
  readonly preset?: Letter;
  /**
   * @maximum 65535
   * @minimum 1024
   */
  readonly port: Port;
  /**
   * @minItems 1
   * @maxItems 4
   */
  readonly names: Names;
  /** @listType=atomic */
  readonly fewNames: FewNames;
  /**
   * @minProperties 1
   * @maxProperties 2
   * @mapType=atomic
   */
  readonly labels: Labels;
  readonly part: Part;
  /**
   * Another.
   * @structType=granular
   */
  readonly other?: Part;
  readonly piece: Piece;
  readonly null?: Piece | null;
  readonly parts: readonly Part[];
  readonly byName: Record<string, Piece>;
  /**
   * @kubebuilder:validation:XIntOrString
   * @kubebuilder:validation:Enum=1;"50%"
   */
  readonly much: IntOrString;
  /** @kubebuilder:default="1Gi" */
  readonly size?: Quantity;
  /** @format date */
  readonly day: Time;
  /**
   * @kubebuilder:title=titled
   * @kubebuilder:example=abc
   */
  readonly titled: Top;
  /** @kubebuilder:validation:XValidation:rule="self != 'x'" */
  readonly ruled: Ruled;
  /** @k8s:required */
  readonly needed: Base;
  /** @k8s:required */
  readonly neededPart: Loose;
}

/** @kubebuilder:validation:XValidation:rule="self != 'y'",message="not y" */
export type Ruled = string;

export interface Loose {
  readonly a?: string;
}

/**
 * Alias is a kind.
 * @kubebuilder:object:root=true
 */
export interface Alias extends KubernetesObject {
  readonly spec: AliasSpec;
}
