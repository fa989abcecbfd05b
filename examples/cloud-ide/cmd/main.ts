/** The workspace service as a program. */
import { runOperator } from "@kubewright/runtime";
import { setup } from "../internal/setup.ts";
import { defaultAllowedImages, defaultNamespace } from "../internal/space-policy.ts";
import { readExposure } from "./read-exposure.ts";

await runOperator(process, {
  name: "cloud-ide",
  summary: "Runs the workspace service, which completes open calls when it stops,",
  flags: {
    "grpc-bind-address": {
      type: "string",
      default: "127.0.0.1:6387", // The article's port, only on this machine.
      argument: "ADDRESS",
      help: "the address of gRPC; an address that is reachable from the network requires TLS, and a token or client certificates",
    },
    "grpc-tls-cert-file": { type: "string", argument: "FILE", help: "the serving certificate, PEM" },
    "grpc-tls-key-file": { type: "string", argument: "FILE", help: "its key, PEM" },
    "grpc-client-ca-file": {
      type: "string",
      argument: "FILE",
      help: "the authority of client certificates, which callers must then have, PEM",
    },
    "grpc-token-file": {
      type: "string",
      argument: "FILE",
      help: 'callers must send "authorization: Bearer" with what is in this file',
    },
    namespace: {
      type: "string",
      default: defaultNamespace,
      argument: "NAME",
      help: "the namespace of all workspaces",
    },
    "allowed-images": {
      type: "string",
      default: defaultAllowedImages.join(","),
      argument: "LIST",
      help: 'the allowed repositories of workspace images, separated by commas: "registry/team/ide", "registry/team/*", "*" for all',
    },
  },
  manager: ({ flags }) => ({ cache: { defaultNamespaces: [flags.namespace] } }),
  async setup(manager, { flags }) {
    const { namespace, allowedImages } = flags;
    const policy = { namespace, allowedImages: namesIn(allowedImages) };
    setup(manager, { policy, grpc: await readExposure(flags) });
  },
});

function namesIn(list: string): readonly string[] {
  return list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
