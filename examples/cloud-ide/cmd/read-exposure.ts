/** From the flags to what the gRPC server is told: the files they name are read here, once, when the program starts. */
import { readFile } from "node:fs/promises";
import type { Exposure } from "../internal/grpc/exposure.ts";
import type { Flags } from "./flags.ts";

/** @throws {TypeError} when a file cannot be read or the token file is empty. */
export async function readExposure(flags: Flags): Promise<Exposure> {
  const { grpcTlsCertFile, grpcTlsKeyFile, grpcClientCaFile, grpcTokenFile } = flags;
  const clientCa = grpcClientCaFile === undefined ? undefined : await read("--grpc-client-ca-file", grpcClientCaFile);
  const token = grpcTokenFile === undefined ? undefined : (await read("--grpc-token-file", grpcTokenFile)).trim();
  return {
    bindAddress: flags.grpcBindAddress,
    ...(grpcTlsCertFile === undefined || grpcTlsKeyFile === undefined
      ? {}
      : {
          tls: {
            certificate: await read("--grpc-tls-cert-file", grpcTlsCertFile),
            key: await read("--grpc-tls-key-file", grpcTlsKeyFile),
            ...(clientCa === undefined ? {} : { clientCa }),
          },
        }),
    ...(token === undefined ? {} : { token }),
  };
}

async function read(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TypeError(`Cannot read ${flag} "${path}": ${why}`, { cause: error });
  }
}
