/** A client of the service for the tests and the demo: grpc-js with promises instead of callbacks. */
import { credentials, Metadata } from "@grpc/grpc-js";
import type { CallOptions, ChannelCredentials, ChannelOptions, ClientUnaryCall, requestCallback } from "@grpc/grpc-js";
import { onAbort } from "@kubewright/async";
import type { PodInfo } from "../pb/zz_generated/pb/PodInfo.ts";
import type { PodSpaceInfo__Output as PodSpaceInfo } from "../pb/zz_generated/pb/PodSpaceInfo.ts";
import type { PodStatus__Output as PodStatus } from "../pb/zz_generated/pb/PodStatus.ts";
import type { QueryOption } from "../pb/zz_generated/pb/QueryOption.ts";
import type { Response__Output as Response } from "../pb/zz_generated/pb/Response.ts";
import { loadDefinition } from "./service-definition.ts";

export interface CallerOptions {
  /** Milliseconds since 1970. */
  readonly deadline?: number;
  readonly signal?: AbortSignal;
}

/** Each call rejects with the `ServiceError` of grpc-js. */
export interface SpaceClient extends Disposable {
  createSpaceAndWaitForRunning(info: PodInfo, options?: CallerOptions): Promise<PodSpaceInfo>;
  deleteSpace(query: QueryOption, options?: CallerOptions): Promise<Response>;
  getPodSpaceStatus(query: QueryOption, options?: CallerOptions): Promise<PodStatus>;
  getPodSpaceInfo(query: QueryOption, options?: CallerOptions): Promise<PodSpaceInfo>;
}

export interface SpaceClientOptions {
  readonly token?: string;
  /** Default: no TLS. */
  readonly channel?: ChannelCredentials;
  readonly channelOptions?: ChannelOptions;
}

/** Connects when the first call is made. */
export function createSpaceClient(address: string, options: SpaceClientOptions = {}): SpaceClient {
  const { CloudIdeService } = loadDefinition();
  const client = new CloudIdeService(address, options.channel ?? credentials.createInsecure(), options.channelOptions);
  const metadata = new Metadata();
  if (options.token !== undefined) metadata.set("authorization", `Bearer ${options.token}`);

  return {
    createSpaceAndWaitForRunning: promised((...call) => client.createSpaceAndWaitForRunning(...call)),
    deleteSpace: promised((...call) => client.deleteSpace(...call)),
    getPodSpaceStatus: promised((...call) => client.getPodSpaceStatus(...call)),
    getPodSpaceInfo: promised((...call) => client.getPodSpaceInfo(...call)),
    [Symbol.dispose]: () => client.close(),
  };

  function promised<Request, Answer>(
    send: (
      request: Request,
      metadata: Metadata,
      options: CallOptions,
      done: requestCallback<Answer>,
    ) => ClientUnaryCall,
  ): (request: Request, options?: CallerOptions) => Promise<Answer> {
    return async (request, { deadline, signal } = {}) => {
      const answer = Promise.withResolvers<Answer>();
      const call = send(request, metadata, deadline === undefined ? {} : { deadline }, (error, value) => {
        if (error) answer.reject(error);
        else if (value === undefined) answer.reject(new Error("The response of the server is empty"));
        else answer.resolve(value);
      });
      using _cancel = signal ? onAbort(signal, () => call.cancel()) : undefined;
      return await answer.promise;
    };
  }
}
