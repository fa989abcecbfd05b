import { expect, test } from "vitest";
import { parseFlags } from "./flags.ts";

test("parseFlags() serves this machine alone, in the namespace cloud-ide and from its own image, unless it is told otherwise", () => {
  expect(parseFlags([])).toEqual({
    grpcBindAddress: "127.0.0.1:6387",
    namespace: "cloud-ide",
    allowedImages: ["code-server-go1.19"],
    healthProbeBindAddress: ":8081",
    metricsBindAddress: "0",
    help: false,
  });
});

test("parseFlags() takes files for TLS and the token, and a list of images", () => {
  const flags = parseFlags([
    "--grpc-bind-address=:6387",
    "--grpc-tls-cert-file=tls.crt",
    "--grpc-tls-key-file=tls.key",
    "--grpc-client-ca-file=ca.crt",
    "--grpc-token-file=token",
    "--allowed-images=registry.example.com/ide, registry.example.com/team/*",
  ]);

  expect(flags).toMatchObject({
    grpcBindAddress: ":6387",
    grpcTlsCertFile: "tls.crt",
    grpcTlsKeyFile: "tls.key",
    grpcClientCaFile: "ca.crt",
    grpcTokenFile: "token",
    allowedImages: ["registry.example.com/ide", "registry.example.com/team/*"],
  });
});

test.each([
  { args: ["--nope"], message: "Unknown option '--nope'" },
  { args: ["--grpc-tls-key-file=k"], message: "--grpc-tls-cert-file and --grpc-tls-key-file go together" },
  { args: ["--grpc-client-ca-file=c"], message: "it needs --grpc-tls-cert-file and --grpc-tls-key-file" },
])("parseFlags() refuses $args", ({ args, message }) => {
  expect(() => parseFlags(args)).toThrow(message);
});
