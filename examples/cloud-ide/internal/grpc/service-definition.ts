/** The service definition, read from the .proto file when a server starts, so that reflection returns the same file. */
import { createRequire } from "node:module";
import { loadPackageDefinition } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import type { PackageDefinition } from "@grpc/proto-loader";
import type { ProtoGrpcType } from "../pb/zz_generated/service.ts";

/** The full name of the service, for clients and health checks. */
export const serviceName = "pb.CloudIdeService";

export interface LoadedDefinition {
  /** For reflection. */
  readonly packageDefinition: PackageDefinition;
  /** The constructor of clients; its `service` is for servers. */
  readonly CloudIdeService: ProtoGrpcType["pb"]["CloudIdeService"];
}

/** Reads `proto/service.proto`. */
export function loadDefinition(): LoadedDefinition {
  // Resolved by the name of the package, because the bundle is in another folder than the sources.
  const path = createRequire(import.meta.url).resolve("@kubewright-examples/cloud-ide/proto/service.proto");
  const packageDefinition = loadSync(path, { keepCase: true, defaults: true });
  // The types are generated from this file with these options.
  const { pb } = loadPackageDefinition(packageDefinition) as unknown as ProtoGrpcType;
  return { packageDefinition, CloudIdeService: pb.CloudIdeService };
}
