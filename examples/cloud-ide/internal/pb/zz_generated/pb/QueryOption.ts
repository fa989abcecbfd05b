// Original file: proto/service.proto


export interface QueryOption {
  'name'?: (string);
  /**
   * Empty: the one namespace of this service.
   */
  'namespace'?: (string);
}

export interface QueryOption__Output {
  'name': (string);
  /**
   * Empty: the one namespace of this service.
   */
  'namespace': (string);
}
