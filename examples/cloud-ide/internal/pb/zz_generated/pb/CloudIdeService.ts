// Original file: proto/service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { PodInfo as _pb_PodInfo, PodInfo__Output as _pb_PodInfo__Output } from '../pb/PodInfo.ts';
import type { PodSpaceInfo as _pb_PodSpaceInfo, PodSpaceInfo__Output as _pb_PodSpaceInfo__Output } from '../pb/PodSpaceInfo.ts';
import type { PodStatus as _pb_PodStatus, PodStatus__Output as _pb_PodStatus__Output } from '../pb/PodStatus.ts';
import type { QueryOption as _pb_QueryOption, QueryOption__Output as _pb_QueryOption__Output } from '../pb/QueryOption.ts';
import type { Response as _pb_Response, Response__Output as _pb_Response__Output } from '../pb/Response.ts';

export interface CloudIdeServiceClient extends grpc.Client {
  /**
   * Creates a workspace and answers once it runs. The same call again, by the same caller, finds the workspace it made.
   */
  createSpaceAndWaitForRunning(argument: _pb_PodInfo, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pb_PodSpaceInfo__Output>): grpc.ClientUnaryCall;
  createSpaceAndWaitForRunning(argument: _pb_PodInfo, metadata: grpc.Metadata, callback: grpc.requestCallback<_pb_PodSpaceInfo__Output>): grpc.ClientUnaryCall;
  createSpaceAndWaitForRunning(argument: _pb_PodInfo, options: grpc.CallOptions, callback: grpc.requestCallback<_pb_PodSpaceInfo__Output>): grpc.ClientUnaryCall;
  createSpaceAndWaitForRunning(argument: _pb_PodInfo, callback: grpc.requestCallback<_pb_PodSpaceInfo__Output>): grpc.ClientUnaryCall;
  
  /**
   * Deletes a workspace: {200, "success"}.
   */
  deleteSpace(argument: _pb_QueryOption, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pb_Response__Output>): grpc.ClientUnaryCall;
  deleteSpace(argument: _pb_QueryOption, metadata: grpc.Metadata, callback: grpc.requestCallback<_pb_Response__Output>): grpc.ClientUnaryCall;
  deleteSpace(argument: _pb_QueryOption, options: grpc.CallOptions, callback: grpc.requestCallback<_pb_Response__Output>): grpc.ClientUnaryCall;
  deleteSpace(argument: _pb_QueryOption, callback: grpc.requestCallback<_pb_Response__Output>): grpc.ClientUnaryCall;
  
  getPodSpaceInfo(argument: _pb_QueryOption, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pb_PodSpaceInfo__Output>): grpc.ClientUnaryCall;
  getPodSpaceInfo(argument: _pb_QueryOption, metadata: grpc.Metadata, callback: grpc.requestCallback<_pb_PodSpaceInfo__Output>): grpc.ClientUnaryCall;
  getPodSpaceInfo(argument: _pb_QueryOption, options: grpc.CallOptions, callback: grpc.requestCallback<_pb_PodSpaceInfo__Output>): grpc.ClientUnaryCall;
  getPodSpaceInfo(argument: _pb_QueryOption, callback: grpc.requestCallback<_pb_PodSpaceInfo__Output>): grpc.ClientUnaryCall;
  
  getPodSpaceStatus(argument: _pb_QueryOption, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pb_PodStatus__Output>): grpc.ClientUnaryCall;
  getPodSpaceStatus(argument: _pb_QueryOption, metadata: grpc.Metadata, callback: grpc.requestCallback<_pb_PodStatus__Output>): grpc.ClientUnaryCall;
  getPodSpaceStatus(argument: _pb_QueryOption, options: grpc.CallOptions, callback: grpc.requestCallback<_pb_PodStatus__Output>): grpc.ClientUnaryCall;
  getPodSpaceStatus(argument: _pb_QueryOption, callback: grpc.requestCallback<_pb_PodStatus__Output>): grpc.ClientUnaryCall;
  
}

export interface CloudIdeServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Creates a workspace and answers once it runs. The same call again, by the same caller, finds the workspace it made.
   */
  createSpaceAndWaitForRunning: grpc.handleUnaryCall<_pb_PodInfo__Output, _pb_PodSpaceInfo>;
  
  /**
   * Deletes a workspace: {200, "success"}.
   */
  deleteSpace: grpc.handleUnaryCall<_pb_QueryOption__Output, _pb_Response>;
  
  getPodSpaceInfo: grpc.handleUnaryCall<_pb_QueryOption__Output, _pb_PodSpaceInfo>;
  
  getPodSpaceStatus: grpc.handleUnaryCall<_pb_QueryOption__Output, _pb_PodStatus>;
  
}

export interface CloudIdeServiceDefinition extends grpc.ServiceDefinition {
  createSpaceAndWaitForRunning: MethodDefinition<_pb_PodInfo, _pb_PodSpaceInfo, _pb_PodInfo__Output, _pb_PodSpaceInfo__Output>
  deleteSpace: MethodDefinition<_pb_QueryOption, _pb_Response, _pb_QueryOption__Output, _pb_Response__Output>
  getPodSpaceInfo: MethodDefinition<_pb_QueryOption, _pb_PodSpaceInfo, _pb_QueryOption__Output, _pb_PodSpaceInfo__Output>
  getPodSpaceStatus: MethodDefinition<_pb_QueryOption, _pb_PodStatus, _pb_QueryOption__Output, _pb_PodStatus__Output>
}
