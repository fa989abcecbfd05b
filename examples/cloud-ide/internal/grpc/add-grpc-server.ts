/** The gRPC server as a runnable of a manager. The shutdown of the manager waits until the server has drained. */
import { abortable } from "@kubewright/async";
import type { Manager } from "@kubewright/runtime";
import type { SpaceService } from "../space-service.ts";
import { checkExposure } from "./exposure.ts";
import type { Exposure } from "./exposure.ts";
import { startGrpcServer } from "./grpc-server.ts";
import type { GrpcLimits, GrpcServer } from "./grpc-server.ts";

export interface GrpcOptions extends Exposure {
  readonly limits?: Partial<GrpcLimits>;
}

/**
 * Adds the server to the manager and resolves with it once it listens. Its health is SERVING once the cache has synced.
 *
 * @throws {TypeError} synchronously, if the service would accept unauthenticated callers from the network.
 */
export function addGrpcServer(manager: Manager, service: SpaceService, options: GrpcOptions): Promise<GrpcServer> {
  checkExposure(options);
  const { clock, log } = manager;
  const listening = Promise.withResolvers<GrpcServer>();
  listening.promise.catch(() => {}); // The manager fails with the same error.

  let running: GrpcServer | undefined;
  manager.add({
    name: "grpc",
    needLeaderElection: false,
    async start({ signal }) {
      try {
        await using server = await startGrpcServer({ ...options, service, clock, log });
        running = server;
        listening.resolve(server);
        await manager.waitForSync({ signal });
        server.setServing(true);
        await abortable(new Promise<never>(() => {}), signal);
      } catch (error) {
        listening.reject(error);
        throw error;
      }
    },
  });
  manager.beforeShutdown("grpc", async ({ signal }) => {
    await running?.drain({ signal });
  });
  return listening.promise;
}
