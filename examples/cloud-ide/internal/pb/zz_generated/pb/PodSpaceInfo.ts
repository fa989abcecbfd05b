// Original file: proto/service.proto


/**
 * Where a workspace is reached.
 */
export interface PodSpaceInfo {
  'nodeName'?: (string);
  'ip'?: (string);
  'port'?: (number);
}

/**
 * Where a workspace is reached.
 */
export interface PodSpaceInfo__Output {
  'nodeName': (string);
  'ip': (string);
  'port': (number);
}
