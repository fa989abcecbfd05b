import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CloudIdeServiceClient as _pb_CloudIdeServiceClient, CloudIdeServiceDefinition as _pb_CloudIdeServiceDefinition } from './pb/CloudIdeService.ts';
import type { PodInfo as _pb_PodInfo, PodInfo__Output as _pb_PodInfo__Output } from './pb/PodInfo.ts';
import type { PodSpaceInfo as _pb_PodSpaceInfo, PodSpaceInfo__Output as _pb_PodSpaceInfo__Output } from './pb/PodSpaceInfo.ts';
import type { PodStatus as _pb_PodStatus, PodStatus__Output as _pb_PodStatus__Output } from './pb/PodStatus.ts';
import type { QueryOption as _pb_QueryOption, QueryOption__Output as _pb_QueryOption__Output } from './pb/QueryOption.ts';
import type { ResourceLimit as _pb_ResourceLimit, ResourceLimit__Output as _pb_ResourceLimit__Output } from './pb/ResourceLimit.ts';
import type { Response as _pb_Response, Response__Output as _pb_Response__Output } from './pb/Response.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  pb: {
    CloudIdeService: SubtypeConstructor<typeof grpc.Client, _pb_CloudIdeServiceClient> & { service: _pb_CloudIdeServiceDefinition }
    PodInfo: MessageTypeDefinition<_pb_PodInfo, _pb_PodInfo__Output>
    PodSpaceInfo: MessageTypeDefinition<_pb_PodSpaceInfo, _pb_PodSpaceInfo__Output>
    PodStatus: MessageTypeDefinition<_pb_PodStatus, _pb_PodStatus__Output>
    QueryOption: MessageTypeDefinition<_pb_QueryOption, _pb_QueryOption__Output>
    ResourceLimit: MessageTypeDefinition<_pb_ResourceLimit, _pb_ResourceLimit__Output>
    Response: MessageTypeDefinition<_pb_Response, _pb_Response__Output>
  }
}

