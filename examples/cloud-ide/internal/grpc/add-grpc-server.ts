/** Lets a manager run the gRPC server: it listens when the manager runs, and when the manager is to end, the calls under way come first. */
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
 * Adds the server to the manager and resolves with it once it listens. Health checks hear SERVING from when the cache has synced.
 *
 * @throws {TypeError} at once, when the service would be open to the network.
 */
export function addGrpcServer(manager: Manager, service: SpaceService, options: GrpcOptions): Promise<GrpcServer> {
  checkExposure(options);
  const { clock, log } = manager;
  const listening = Promise.withResolvers<GrpcServer>();
  listening.promise.catch(() => {}); // The manager fails with it; whoever also waits here gets it a second time.

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
