// Original file: proto/service.proto


export interface Response {
  'status'?: (number);
  'message'?: (string);
}

export interface Response__Output {
  'status': (number);
  'message': (string);
}
