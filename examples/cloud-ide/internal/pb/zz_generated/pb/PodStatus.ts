// Original file: proto/service.proto


/**
 * Status 0: there is none, and the message is "NotExist". Status 1: there is one, and the message is its phase.
 */
export interface PodStatus {
  'status'?: (number);
  'message'?: (string);
}

/**
 * Status 0: there is none, and the message is "NotExist". Status 1: there is one, and the message is its phase.
 */
export interface PodStatus__Output {
  'status': (number);
  'message': (string);
}
