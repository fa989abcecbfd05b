/** @groupName=corpus.example.com */
import type { Int32, KubernetesObject } from "@kubewright/apimachinery";

/** @kubebuilder:validation:XValidation:rule="self.startsWith('a')",message="must begin with a",reason=FieldValueForbidden */
export type Ruled = string;

/**
 * @kubebuilder:validation:XValidation:rule="self.min <= self.max",messageExpression="'min %d is above max %d'.format([self.min, self.max])",fieldPath=".min",reason="FieldValueInvalid"
 * @kubebuilder:validation:XValidation:rule="!oldSelf.hasValue() || oldSelf.value().min == self.min",optionalOldSelf=true
 * @kubebuilder:validation:XValidation:rule=`self.max < 100 || self.min > 10`
 */
export interface Range {
  readonly min: Int32;
  readonly max: Int32;
}

/** @kubebuilder:validation:ExactlyOneOf=a;b;c */
export interface Exactly {
  readonly a?: string;
  readonly b?: string;
  readonly c?: string;
  readonly d?: string;
}

/**
 * @kubebuilder:validation:AtMostOneOf=a;b
 * @kubebuilder:validation:AtLeastOneOf=a;b;c
 * @kubebuilder:validation:XValidation:rule="true"
 * @kubebuilder:validation:ExactlyOneOf=c;d
 * @kubebuilder:validation:AtMostOneOf=a;d
 */
export interface Several {
  readonly a?: string;
  readonly b?: string;
  readonly c?: string;
  /** @optional */
  readonly d: string;
}

/** @kubebuilder:validation:XValidation:rule="self.min < 1000" */
export interface Span {
  readonly min: Int32;
}

export interface RuleSpec {
  /**
   * @kubebuilder:validation:XValidation:rule="self == oldSelf",message="cannot change",reason=FieldValueDuplicate
   * @maxLength 10
   */
  readonly fixed: string;
  readonly ruled: Ruled;
  /** @kubebuilder:validation:XValidation:rule="self.size() < 9" */
  readonly ruledTwice: Ruled;
  readonly range: Range;
  /**
   * @kubebuilder:validation:items:XValidation:rule="self > 0",message="positive"
   * @kubebuilder:validation:XValidation:rule="self.size() > 0",message="some"
   */
  readonly numbers: readonly Int32[];
  /** @kubebuilder:validation:items:XValidation:rule="self.min > 0" */
  readonly ranges: readonly Span[];
  readonly exactly: Exactly;
  readonly several?: Several;
  /** @k8s:immutable */
  readonly once?: string;
  /** @k8s:immutable */
  readonly always: string;
  /** @k8s:immutable */
  readonly onceRange?: Range;
}

/**
 * Rule has rules in CEL.
 * @kubebuilder:object:root=true
 * @kubebuilder:validation:XValidation:rule="self.metadata.name.size() < 20",message="short names"
 */
export interface Rule extends KubernetesObject {
  readonly spec: RuleSpec;
}
