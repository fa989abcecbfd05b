/**
 * The real lane's control plane: etcd and kube-apiserver start once for all files, because a start takes as long as a whole
 * suite. Test files connect with the kubeconfig that is provided here.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { formatKubeconfig, startRealControlPlane } from "@kubewright/envtest";
import { createSocketTransport, readText } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import type { TestProject } from "vitest/node";
import { sendRequest } from "../http.ts";
import type {} from "../server-under-test.ts"; // It declares what is provided.

/** Vitest calls this before the first file, and the returned function after the last one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await using resources = new AsyncDisposableStack();
  const real = resources.use(await startRealControlPlane({ clock: createSystemClock(), random: createSystemRandom() }));
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-real-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const kubeconfig = path.join(folder, "kubeconfig");
  await writeFile(kubeconfig, formatKubeconfig(real), { mode: 0o600 });
  project.provide("kubeconfig", kubeconfig);
  await keepParamInformers(real.transport);
  await forgetThePast(real.etcdUrl);
  const owned = resources.move();
  return () => owned.disposeAsync();
}

/** Compacts, as a server does every five minutes. Without this, old versions would be readable depending on the age of the lane. */
async function forgetThePast(etcdUrl: string): Promise<void> {
  await using transport = createSocketTransport({ server: etcdUrl });
  const call = async (path: string, body: object): Promise<unknown> =>
    JSON.parse(await readText(await transport.request({ method: "POST", path, body: JSON.stringify(body) })));
  const { header } = (await call("/v3/kv/range", { key: "Lw==" })) as {
    readonly header: { readonly revision: string };
  };
  await call("/v3/kv/compaction", { revision: header.revision });
}

/**
 * Creates policies with ConfigMaps as params for the whole lane. A kube-apiserver stops its informer with the last policy that names a kind, and later
 * policies find no params of this kind.
 */
async function keepParamInformers(transport: Transport): Promise<void> {
  const rule = { apiGroups: ["example.com"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["none"] };
  const spec = { paramKind: { apiVersion: "v1", kind: "ConfigMap" }, matchConstraints: { resourceRules: [rule] } };
  const jsonPatch = { expression: "[JSONPatch{op: 'test', path: '/kind', value: 'None'}]" };
  const binding = { policyName: "keeps-params", paramRef: { selector: {}, parameterNotFoundAction: "Allow" } };
  const mutations = [{ patchType: "JSONPatch", jsonPatch }];
  const specs = {
    validatingadmissionpolicies: { ...spec, validations: [{ expression: "true" }] },
    validatingadmissionpolicybindings: { ...binding, validationActions: ["Deny"] },
    mutatingadmissionpolicies: { ...spec, reinvocationPolicy: "Never", mutations },
    mutatingadmissionpolicybindings: binding,
  };
  for (const [resource, each] of Object.entries(specs)) {
    const path = `/apis/admissionregistration.k8s.io/v1/${resource}`;
    const body = { metadata: { name: "keeps-params" }, spec: each };
    const { status } = await sendRequest(transport, { method: "POST", path, body });
    if (status !== 201)
      throw new Error(`Cannot create "keeps-params" in ${resource}: the status is ${status}, must be 201`);
  }
}
