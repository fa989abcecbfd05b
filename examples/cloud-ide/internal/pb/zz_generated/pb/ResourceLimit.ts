// Original file: proto/service.proto


/**
 * What a workspace may use at most, as Kubernetes writes quantities: "2", "500m", "4Gi". An empty one sets no limit.
 */
export interface ResourceLimit {
  'cpu'?: (string);
  'Memory'?: (string);
  /**
   * Of the disk of the node: the limit of ephemeral storage.
   */
  'Storage'?: (string);
}

/**
 * What a workspace may use at most, as Kubernetes writes quantities: "2", "500m", "4Gi". An empty one sets no limit.
 */
export interface ResourceLimit__Output {
  'cpu': (string);
  'Memory': (string);
  /**
   * Of the disk of the node: the limit of ephemeral storage.
   */
  'Storage': (string);
}
