// Original file: proto/service.proto

import type { ResourceLimit as _pb_ResourceLimit, ResourceLimit__Output as _pb_ResourceLimit__Output } from '../pb/ResourceLimit.ts';

/**
 * The workspace that is wanted. Its Pod and its container have this name, which is a DNS label.
 */
export interface PodInfo {
  'name'?: (string);
  /**
   * Empty: the one namespace of this service. Another one is refused.
   */
  'namespace'?: (string);
  'image'?: (string);
  /**
   * Where the workspace listens, 1 to 65535.
   */
  'port'?: (number);
  'resourceLimit'?: (_pb_ResourceLimit | null);
}

/**
 * The workspace that is wanted. Its Pod and its container have this name, which is a DNS label.
 */
export interface PodInfo__Output {
  'name': (string);
  /**
   * Empty: the one namespace of this service. Another one is refused.
   */
  'namespace': (string);
  'image': (string);
  /**
   * Where the workspace listens, 1 to 65535.
   */
  'port': (number);
  'resourceLimit': (_pb_ResourceLimit__Output | null);
}
