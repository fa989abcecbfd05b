// Original file: proto/service.proto


export interface PodSpaceInfo {
  'nodeName'?: (string);
  'ip'?: (string);
  'port'?: (number);
}

export interface PodSpaceInfo__Output {
  'nodeName': (string);
  'ip': (string);
  'port': (number);
}
