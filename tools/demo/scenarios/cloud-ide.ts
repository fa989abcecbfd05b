// Creates, reads and deletes a workspace over gRPC.
import { Namespace, Pod, ServiceAccount } from "@kubewright/api/core/v1";
import { waitFor } from "@kubewright/envtest";
import { createSpaceClient } from "../../../examples/cloud-ide/internal/grpc/grpc-client.ts";
import { defaultNamespace } from "../../../examples/cloud-ide/internal/space-policy.ts";
import { setup } from "../../../examples/cloud-ide/internal/setup.ts";
import type { CloudIde } from "../../../examples/cloud-ide/internal/setup.ts";
import { show, withinMs } from "../scenario.ts";
import type { Scenario } from "../scenario.ts";

const image = "mangohow/code-server-go1.19";

export const cloudIde: Scenario = {
  name: "cloud-ide",
  crds: [],
  shows: [show(Pod, ({ status }) => status?.phase)],
  async play({ env, clock, signal, say, operate }) {
    const namespace = defaultNamespace;
    await env.client.create(Namespace, { metadata: { name: namespace } }, { signal });
    let ide: CloudIde | undefined;
    const policy = { namespace, allowedImages: [image] };
    await operate(
      "cloud-ide",
      (manager) => void (ide = setup(manager, { policy, grpc: { bindAddress: "127.0.0.1:0" } })),
      { cache: { defaultNamespaces: [namespace] } },
    );
    const server = await ide?.grpc;
    if (!server) throw new Error("The workspace service does not listen");
    using client = createSpaceClient(server.address);
    const query = { namespace, name: "workspace-1" };
    const call = { signal, deadline: clock.wallTime() + withinMs };

    await serviceAccountIn(namespace);
    const info = {
      ...query,
      image: `${image}:v0.1`,
      port: 9999,
      resourceLimit: { cpu: "2", Memory: "4Gi", Storage: "" },
    };
    const { nodeName, ip, port } = await client.createSpaceAndWaitForRunning(info, call);
    const { message } = await client.getPodSpaceStatus(query, call);
    say(
      `Workspace "${namespace}/workspace-1", made over gRPC at ${server.address}, is ${message}: ${ip}:${port} on ${nodeName}.`,
    );

    const { message: deleted } = await client.deleteSpace(query, call);
    await waitFor(Pod, query, (found) => found === undefined, { ...env, signal, timeoutMs: withinMs });
    const { message: after } = await client.getPodSpaceStatus(query, call);
    return `Workspace "${namespace}/workspace-1" was ${message} and is deleted (${deleted}, ${after})`;

    /** The server rejects Pods in a namespace without its default service account. */
    async function serviceAccountIn(name: string): Promise<void> {
      await waitFor(ServiceAccount, { namespace: name, name: "default" }, (found) => found !== undefined, {
        ...env,
        signal,
        timeoutMs: withinMs,
      });
    }
  },
};
