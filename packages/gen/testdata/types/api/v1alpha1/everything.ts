// What TypeScript can say and Go cannot: generics, utility types, intersections, literals.
import type { ConfigMapKeySelector, EnvVar } from "@kubewright/api/core/v1";
import type { Condition, Double, Int32, Int64, KubernetesObject, LabelSelector } from "@kubewright/apimachinery";

/** Limits on a value. */
interface Range<T> {
  /** The smallest. */
  readonly from?: T;
  /** The largest. */
  readonly to: T;
}

interface Page<T, Key extends string = "name"> {
  readonly items: readonly T[];
  readonly key: Key;
}

interface Base<T> {
  /** Inherited, with the type filled in. */
  readonly inherited: T;
}

interface Options extends Base<Int32> {
  readonly name: string;
  readonly retries: Int32;
  readonly verbose?: boolean;
  readonly ratio: Double;
}

type Level = 1 | 2 | 3;

/**
 * A port that a process may listen on without being root.
 * @minimum 1024
 * @maximum 65535
 */
type Port = Int32;

/** A port for the web. */
type WebPort = Port;

enum Mode {
  Fast = "fast",
  Safe = "safe",
}

type Renamed<T> = { readonly [K in keyof T as `x${Capitalize<string & K>}`]: string };

/**
 * EverythingSpec uses {@link Options} in many ways, see {@link Range | the ranges} too.
 * @see https://example.com, which is for readers of the code,
 * on two lines.
 *
 * This paragraph describes again.
 */
export interface EverythingSpec {
  readonly integers: Range<Int32>;
  readonly nested: Page<Range<Int64>>;
  readonly picked: Pick<Options, "name" | "retries">;
  readonly omitted: Omit<Options, "ratio" | "inherited">;
  readonly partial: Partial<Options>;
  readonly needed: Required<Pick<Options, "verbose">>;
  readonly counts: Record<string, Int32>;
  readonly deep: Record<string, readonly Port[]>;
  readonly both: Options & { readonly extra?: Int64 };
  readonly renamed: Renamed<Pick<Options, "name">>;
  readonly level: Level;
  readonly orNull: bigint | null;
  readonly mode?: Mode;
  readonly fixed: "always";
  readonly truth: true;
  readonly flag?: boolean | undefined;
  readonly big: bigint;
  /** @minimum 8000 */
  readonly web: WebPort;
  /** @pattern ^[a-z]+, (with) "quotes"; and more$ */
  readonly pattern: string;
  /** @pattern `^/\*\/$` */
  readonly star: string;
  /** @enum a;b */
  readonly listed: string;
  /** @default {"a": [1, 2]} */
  readonly preset?: Record<string, readonly Int32[]>;
  /** @kubebuilder:validation:Format=int64 */
  readonly said: number;
  /** @kubebuilder:validation:items:Format=double */
  readonly numbers: readonly number[];
  readonly inline: { readonly a: string; readonly b?: Array<Int32> };
  readonly selector?: LabelSelector;
  readonly from?: ConfigMapKeySelector;
  /**
   * @listType=map
   * @listMapKey=name
   */
  readonly env?: readonly EnvVar[];
  readonly condition?: Condition;
  readonly __proto__?: string;
}

/**
 * Everything is a kind.
 * @kubebuilder:object:root=true
 */
export interface Everything extends KubernetesObject {
  readonly spec?: EverythingSpec;
}

/** @kubebuilder:object:root=true */
export interface Policy extends KubernetesObject {
  readonly spec?: { readonly allow?: boolean };
}
