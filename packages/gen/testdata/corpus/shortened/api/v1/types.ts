/** @groupName=corpus.example.com */
import type { KubernetesObject } from "@kubewright/apimachinery";

export interface LongSpec {
  /** Short enough. */
  readonly a: string;
  /** The first sentence. The second sentence is too long to be kept whole. */
  readonly b: string;
  /** One sentence without an end that is much longer than what is allowed */
  readonly c: string;
  /** Averyveryverylongwordthatcannotbecutatanyspacewhatsoever */
  readonly d: string;
  /** Is it? Yes, it is, and this goes on for long. */
  readonly e: string;
  /**
   * Two lines
   * of text that together are too long for it.
   */
  readonly f: string;
  /** Exactly forty characters are in this one */
  readonly g: string;
  /** Ümläuts ünd Sönderzeichen zählen als Bytes, nicht als Zeichen. */
  readonly h: string;
  /** Ends! Here and then more words that follow on. */
  readonly i: readonly string[];
}

/**
 * Long has descriptions that are cut. This is one of them.
 * @kubebuilder:object:root=true
 */
export interface Long extends KubernetesObject {
  readonly spec: LongSpec;
}
