// Original file: proto/service.proto


export interface PodStatus {
  /**
   * 0: there is no such workspace; 1: there is.
   */
  'status'?: (number);
  /**
   * "NotExist", or the phase of the Pod.
   */
  'message'?: (string);
}

export interface PodStatus__Output {
  /**
   * 0: there is no such workspace; 1: there is.
   */
  'status': (number);
  /**
   * "NotExist", or the phase of the Pod.
   */
  'message': (string);
}
