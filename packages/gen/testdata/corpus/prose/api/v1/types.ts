/** @groupName=corpus.example.com */
import type { KubernetesObject } from "@kubewright/apimachinery";

/**
 * ProseSpec has fields with comments
 * of several lines,
 *
 * and paragraphs.
 *
 *
 * With two empty lines between.
 * TODO: not this.
 */
export interface ProseSpec {
  /** One line. */
  readonly one: string;
  /**
   * Two lines
   * joined.
   */
  readonly two: string;
  /**
   * A list:
   *   - first
   *   - second
   *
   * and after it.
   */
  readonly list: string;
  /**
   * Code:
   * ```yaml
   * a: 1
   *   b: 2
   *
   * TODO: kept in code
   * ```
   * done.
   */
  readonly code: string;
  /**
   * Before the marker.
   * @optional
   * After the marker.
   */
  readonly around?: string;
  /** Not of this field: an empty line is between. */

  /** Of this field. */
  readonly apart: string;
  /** @kubebuilder:validation:MaxLength=3 */

  /** The marker above is apart. */
  readonly apartMarker: string;
  /**
   * Above the rule.
   * ---
   * Below the rule.
   */
  readonly rule: string;
  readonly none: string;
  /** Unicode: äöü, 日本語, 🚀 and "quotes", 'single', \ backslash, `ticks`. */
  readonly unicode: string;
  /** A very long line that has to be folded by the writer of YAML because it is longer than eighty characters: it goes on and on, and on. */
  readonly long: string;
  /** key: value */
  readonly colon: string;
  /** # no comment */
  readonly hash: string;
  /** * star */
  readonly star: string;
  /** > greater */
  readonly greater: string;
  /** | pipe */
  readonly pipe: string;
  /** % percent */
  readonly percent: string;
  /** [bracket] */
  readonly bracket: string;
  /** - dash */
  readonly dash: string;
  /** ? question */
  readonly question: string;
  /** no */
  readonly no: string;
  /** 0x1F */
  readonly hex: string;
  /** 1e3 */
  readonly exponent: string;
  /** .inf */
  readonly infinite: string;
  /** 12:30:45 */
  readonly clock: string;
  /** Deprecated: use two. */
  readonly deprecated: string;
  /** Ends with colon: */
  readonly endColon: string;
  /** a #b */
  readonly innerHash: string;
  /** In a block. */
  readonly block: string;
  readonly inner: Inner;
  /** Of the field. */
  readonly outer: Inner;
}

/** Inner has its own. */
export interface Inner {
  readonly a?: string;
}

/**
 * Prose is about comments.
 *
 * @kubebuilder:object:root=true
 *
 * This stands after a marker.
 */
export interface Prose extends KubernetesObject {
  /** What is wanted. */
  readonly spec: ProseSpec;
}
