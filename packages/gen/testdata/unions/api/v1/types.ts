/** @groupName=unions.example.com */
import type { Int32, KubernetesObject } from "@kubewright/apimachinery";

/** GitSource is a repository. */
export interface GitSource {
  readonly kind: "git";
  /** The address of the repository. */
  readonly url: string;
  readonly branch?: string;
  /** How often to look. */
  readonly everySeconds?: Int32;
}

export interface BucketSource {
  readonly kind: "bucket" | "folder";
  /** @minLength 3 */
  readonly bucket: string;
  readonly everySeconds?: Int32;
}

type PullSource = GitSource | BucketSource;

/**
 * Source is where files come from: the field `kind` tells which.
 * @maxProperties 5
 */
export type Source = PullSource | { readonly kind: "none"; readonly reason?: string; readonly url?: string };

/** Target is one of three: each has a field that the others must not have. */
export type Target =
  | { readonly service: string; readonly deployment?: never; readonly "stateful-set"?: never; readonly port: Int32 }
  | { readonly service?: never; readonly deployment: string; readonly "stateful-set"?: never; readonly port: Int32 }
  | { readonly service?: never; readonly deployment?: never; readonly "stateful-set": string; readonly port: Int32 };

export interface ByName {
  readonly name: string;
}

export interface ByLabels {
  readonly labels: Readonly<Record<string, string>>;
}

export interface UnionSpec {
  readonly source: Source;
  readonly target: Target;
  /** At most one of two. */
  readonly limit?: { readonly count: Int32; readonly percent?: never } | { readonly count?: never; readonly percent: Int32 } | { readonly count?: never; readonly percent?: never };
  /** At least one of two. */
  readonly selector?: ByName | ByLabels;
  /** Either both ends, or a length. */
  readonly range?:
    | { readonly from: Int32; readonly to: Int32; readonly length?: never }
    | { readonly from?: never; readonly to?: never; readonly length: Int32 };
  /** @maxItems 10 */
  readonly steps?: readonly (
    | { readonly enabled: true; readonly command: string; readonly namespace?: string }
    | { readonly enabled: false }
  )[];
  readonly port?: Int32 | string;
}

/**
 * Union has unions.
 * @kubebuilder:object:root=true
 */
export interface Union extends KubernetesObject {
  readonly spec: UnionSpec;
}
