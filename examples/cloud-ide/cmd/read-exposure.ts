/** Reads the exposure of the gRPC server from the flags. The files are read once, when the program starts. */
import { readFile } from "node:fs/promises";
import { ProgramError } from "@kubewright/runtime";
import type { Exposure } from "../internal/grpc/exposure.ts";
import { checkExposure } from "../internal/grpc/exposure.ts";

export interface ExposureFlags {
  readonly grpcBindAddress: string;
  readonly grpcTlsCertFile: string | undefined;
  readonly grpcTlsKeyFile: string | undefined;
  readonly grpcClientCaFile: string | undefined;
  readonly grpcTokenFile: string | undefined;
}

/** @throws {ProgramError} if flags contradict each other, a file cannot be read, or the exposure is invalid. */
export async function readExposure(flags: ExposureFlags): Promise<Exposure> {
  const { grpcTlsCertFile: certFile, grpcTlsKeyFile: keyFile, grpcClientCaFile: caFile, grpcTokenFile } = flags;
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new ProgramError("Cannot serve TLS: --grpc-tls-cert-file and --grpc-tls-key-file must both be set");
  }
  if (caFile !== undefined && certFile === undefined) {
    throw new ProgramError(
      "Cannot use --grpc-client-ca-file: it requires --grpc-tls-cert-file and --grpc-tls-key-file",
    );
  }
  const clientCa = await read("--grpc-client-ca-file", caFile);
  const certificate = await read("--grpc-tls-cert-file", certFile);
  const key = await read("--grpc-tls-key-file", keyFile);
  const token = (await read("--grpc-token-file", grpcTokenFile))?.trim();
  const exposure: Exposure = {
    bindAddress: flags.grpcBindAddress,
    ...(certificate === undefined || key === undefined
      ? {}
      : { tls: { certificate, key, ...(clientCa === undefined ? {} : { clientCa }) } }),
    ...(token === undefined ? {} : { token }),
  };
  try {
    checkExposure(exposure);
  } catch (cause) {
    throw new ProgramError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
  return exposure;
}

async function read(flag: string, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ProgramError(`Cannot read ${flag} "${path}": ${why}`, { cause: error });
  }
}
