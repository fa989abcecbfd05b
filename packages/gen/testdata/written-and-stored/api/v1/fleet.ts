import type { PodTemplateSpec } from "@kubewright/api/core/v1";
import type { Int32, KubernetesObject } from "@kubewright/apimachinery";

export interface Ship {
  readonly name: string;
  /** @default 3 */
  readonly masts?: Int32;
  readonly flag?: "plain" | "striped";
  readonly cargo?: readonly string[];
}

export interface FleetSpec {
  readonly harbour: string;
  /** @default "calm" */
  readonly mood?: "calm" | "stormy";
  /**
   * @listType=map
   * @listMapKey=name
   */
  readonly ships?: readonly Ship[];
  /** @default {"hull": "oak"} */
  readonly timber?: {
    readonly hull: string;
    /** @default "pine" */
    readonly mast?: string;
  };
  /** Depths by the name of the place. */
  readonly soundings?: Record<string, { readonly metres: Int32; /** @default true */ readonly isSafe?: boolean }>;
  /** @mapType=atomic */
  readonly position?: { readonly latitude: string; readonly longitude: string };
  /** @default null */
  readonly admiral?: string | null;
  readonly crew?: PodTemplateSpec;
  /** Names are text. */
  readonly 'x"; evil(); //'?: { /** @default "y" */ readonly "__proto__"?: string };
}

/**
 * @kubebuilder:object:root=true
 * @kubebuilder:subresource:status
 * @groupName=sea.example.com
 */
export interface Fleet extends KubernetesObject {
  readonly spec: FleetSpec;
  readonly status?: { readonly anchored?: boolean; readonly inspections?: readonly { readonly by: string }[] };
}

/**
 * A kind without defaults, the name of which means something else in other code.
 * @kubebuilder:object:root=true
 */
export interface Stored extends KubernetesObject {
  readonly spec?: { readonly place?: string };
}
