import { expect, test } from "vitest";
import { readExposure } from "./read-exposure.ts";

const none = {
  grpcBindAddress: "127.0.0.1:6387",
  grpcTlsCertFile: undefined,
  grpcTlsKeyFile: undefined,
  grpcClientCaFile: undefined,
  grpcTokenFile: undefined,
};

test("readExposure() accepts loopback without files", async () => {
  expect(await readExposure(none)).toEqual({ bindAddress: "127.0.0.1:6387" });
});

test.each([
  { flags: { grpcTlsKeyFile: "k" }, message: "--grpc-tls-cert-file and --grpc-tls-key-file must both be set" },
  { flags: { grpcClientCaFile: "c" }, message: "it requires --grpc-tls-cert-file and --grpc-tls-key-file" },
  { flags: { grpcTokenFile: "/not/there" }, message: 'Cannot read --grpc-token-file "/not/there": ENOENT' },
  { flags: { grpcBindAddress: ":6387" }, message: "which is reachable from the network, without TLS" },
  { flags: { grpcBindAddress: "6387" }, message: 'Cannot read --grpc-bind-address: it is "6387"' },
])("readExposure() rejects $flags with one line", async ({ flags, message }) => {
  await expect(readExposure({ ...none, ...flags })).rejects.toMatchObject({ name: "ProgramError" });
  await expect(readExposure({ ...none, ...flags })).rejects.toThrow(message);
});
