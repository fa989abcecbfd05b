/** The service as its .proto file defines it; read when a server starts, so that reflection and the wire agree with that file. */
import { createRequire } from "node:module";
import { loadPackageDefinition } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import type { PackageDefinition } from "@grpc/proto-loader";
import type { ProtoGrpcType } from "../pb/zz_generated/service.ts";

/** The full name of the service, as clients and health checks say it. */
export const serviceName = "pb.CloudIdeService";

export interface LoadedDefinition {
  /** For reflection. */
  readonly packageDefinition: PackageDefinition;
  /** Its service for servers, itself for clients. */
  readonly CloudIdeService: ProtoGrpcType["pb"]["CloudIdeService"];
}

/** Reads `proto/service.proto`. */
export function loadDefinition(): LoadedDefinition {
  // By the name of the package, since the compiled program lies in another folder than the sources.
  const path = createRequire(import.meta.url).resolve("@kubewright-examples/cloud-ide/proto/service.proto");
  const packageDefinition = loadSync(path, { keepCase: true, defaults: true });
  // The generated types are of this very file, loaded with these very options.
  const { pb } = loadPackageDefinition(packageDefinition) as unknown as ProtoGrpcType;
  return { packageDefinition, CloudIdeService: pb.CloudIdeService };
}
