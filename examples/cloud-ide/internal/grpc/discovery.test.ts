// Reflection and the health service, for clients without the .proto file.
import { createRequire } from "node:module";
import { credentials, loadPackageDefinition, Metadata, status } from "@grpc/grpc-js";
import type { ServiceClientConstructor } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { createSystemClock } from "@kubewright/async";
import { silentLogger } from "@kubewright/telemetry";
import { protoPath as healthProto } from "grpc-health-check";
import { expect, test } from "vitest";
import type { SpaceService } from "../space-service.ts";
import { startGrpcServer } from "./grpc-server.ts";
import type { GrpcServer } from "./grpc-server.ts";

const token = "a-token-of-the-test-0123456789";
const reflectionProto = createRequire(import.meta.url).resolve(
  "@grpc/reflection/build/proto/grpc/reflection/v1/reflection.proto",
);

test("reflection lists the service, and its definition has the documented field numbers", async () => {
  await using server = await start();

  const listed = await reflect(server.address, { list_services: "" }, token);
  const found = await reflect(server.address, { file_containing_symbol: "pb.CloudIdeService" }, token);

  expect(listed).toMatchObject({ list_services_response: { service: [{ name: "pb.CloudIdeService" }] } });
  const files = (found as { file_descriptor_response: { file_descriptor_proto: readonly Buffer[] } })
    .file_descriptor_response.file_descriptor_proto;
  const text = Buffer.concat(files).toString("latin1");
  for (const name of ["createSpaceAndWaitForRunning", "deleteSpace", "getPodSpaceStatus", "getPodSpaceInfo"]) {
    expect(text).toContain(name);
  }
});

test("reflection rejects a caller without the token", async () => {
  await using server = await start();

  await expect(reflect(server.address, { list_services: "" })).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
});

test("health is NOT_SERVING until it is set, without authentication, and NOT_FOUND for other services", async () => {
  await using server = await start();

  const before = await check(server.address, "pb.CloudIdeService");
  server.setServing(true);

  expect(before).toEqual({ status: "NOT_SERVING" });
  expect(await check(server.address, "pb.CloudIdeService")).toEqual({ status: "SERVING" });
  expect(await check(server.address, "")).toEqual({ status: "SERVING" });
  await expect(check(server.address, "other")).rejects.toMatchObject({ code: status.NOT_FOUND });
});

function start(): Promise<GrpcServer> {
  const never = (): never => {
    throw new Error("not used in this test");
  };
  const service: SpaceService = {
    createSpaceAndWaitForRunning: never,
    deleteSpace: never,
    getPodSpaceStatus: never,
    getPodSpaceInfo: never,
  };
  return startGrpcServer({
    bindAddress: "127.0.0.1:0",
    clock: createSystemClock(),
    log: silentLogger,
    service,
    token,
  });
}

/** Sends one request to the reflection service. */
async function reflect(address: string, question: object, bearer?: string): Promise<unknown> {
  const client = clientOf(reflectionProto, ["grpc", "reflection", "v1", "ServerReflection"], address);
  const metadata = new Metadata();
  if (bearer !== undefined) metadata.set("authorization", `Bearer ${bearer}`);
  const call = client.makeBidiStreamRequest(
    "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
    client.serializers.request,
    client.serializers.response,
    metadata,
  );
  try {
    return await new Promise((resolve, reject) => {
      call.on("data", resolve);
      call.on("error", reject);
      call.write(question);
    });
  } finally {
    call.end();
    client.close();
  }
}

async function check(address: string, service: string): Promise<unknown> {
  const client = clientOf(healthProto, ["grpc", "health", "v1", "Health"], address);
  try {
    return await new Promise((resolve, reject) => {
      client.makeUnaryRequest(
        "/grpc.health.v1.Health/Check",
        client.serializers.request,
        client.serializers.response,
        { service },
        (error, answer) => (error ? reject(error) : resolve(answer)),
      );
    });
  } finally {
    client.close();
  }
}

interface Serializers {
  readonly request: (message: object) => Buffer;
  readonly response: (bytes: Buffer) => unknown;
}

/** A client of the first method of a service, from its .proto file. */
function clientOf(
  proto: string,
  name: readonly string[],
  address: string,
): InstanceType<ServiceClientConstructor> & { readonly serializers: Serializers } {
  const definition = loadPackageDefinition(loadSync(proto, { keepCase: true, enums: String, oneofs: false }));
  const Service = name.reduce<unknown>(
    (scope, part) => (scope as Record<string, unknown>)[part],
    definition,
  ) as ServiceClientConstructor;
  const [method] = Object.values(Service.service);
  if (!method) throw new Error(`${name.join(".")} has no methods`);
  const serializers: Serializers = { request: method.requestSerialize, response: method.responseDeserialize };
  return Object.assign(new Service(address, credentials.createInsecure()), { serializers });
}
