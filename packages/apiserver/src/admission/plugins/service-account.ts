/**
 * ServiceAccount: sets the service account of a Pod (`default` if unset), and mounts the token, the CA certificate and the namespace into every
 * container.
 * https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/#serviceaccount-admission-controller
 */
import { generateName } from "@kubewright/apimachinery";
import type { Container, Pod, PodSpec, ServiceAccount, Volume, VolumeMount } from "@kubewright/api/core/v1";
import { setServiceAccount } from "../../kinds/pod/defaults.ts";
import type { Draft, View } from "../../kinds/typed.ts";
import { draftOf, viewOf } from "../../kinds/typed.ts";
import type { AdmissionAttributes, AdmissionPlugin } from "../../registry/admission-plugin.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import { forbid, isAbout } from "./forbid.ts";

const serviceAccounts = { group: "", resource: "serviceaccounts" } as const;

/** Marks Pods that a kubelet runs from a file and mirrors to the API server. */
const mirrorAnnotation = "kubernetes.io/config.mirror";
const mountPath = "/var/run/secrets/kubernetes.io/serviceaccount";
const volumePrefix = "kube-api-access-";

export const serviceAccountPlugin: AdmissionPlugin = {
  name: "ServiceAccount",
  mutate: setAccount,
  validate: checkAccount,
};

function setAccount(attributes: AdmissionAttributes, context: RequestContext): void {
  const { object } = attributes;
  if (!isNewPod(attributes) || object === undefined) return;
  const pod = draftOf<Pod>(object);
  if (isMirror(pod)) return;
  const spec = (pod.spec ??= {});
  const name = spec.serviceAccountName ?? "";
  if (name === "") setServiceAccount(spec, "default");
  const account = accountOf(attributes, spec, context);
  const mounts = spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;
  if (mounts) mountToken(spec, context);
  if ((spec.imagePullSecrets ?? []).length === 0 && (account.imagePullSecrets ?? []).length > 0) {
    spec.imagePullSecrets = (account.imagePullSecrets ?? []).map((secret) => ({ ...secret }));
  }
}

function checkAccount(attributes: AdmissionAttributes, context: RequestContext): void {
  const { object, namespace } = attributes;
  if (!isNewPod(attributes) || object === undefined) return;
  const pod = draftOf<Pod>(object);
  const name = pod.spec?.serviceAccountName ?? "";
  if (isMirror(pod)) {
    if (name !== "") throw forbid(attributes, "a mirror pod may not reference service accounts");
    return;
  }
  if (name === "") {
    throw forbid(attributes, `no service account specified for pod ${namespace}/${object.metadata.name ?? ""}`);
  }
  accountOf(attributes, pod.spec ?? {}, context);
}

function isNewPod(attributes: AdmissionAttributes): boolean {
  return attributes.operation === "CREATE" && isAbout(attributes, "", "pods");
}

function isMirror(pod: Draft<Pod>): boolean {
  return pod.metadata?.annotations?.[mirrorAnnotation] !== undefined;
}

function accountOf(
  attributes: AdmissionAttributes,
  { serviceAccountName: name = "" }: Draft<PodSpec>,
  context: RequestContext,
): View<ServiceAccount> {
  const { namespace } = attributes;
  const account = context.read.get(serviceAccounts, { namespace, name });
  if (account !== undefined) return viewOf<ServiceAccount>(account);
  const problem = `error looking up service account ${namespace}/${name}: serviceaccount "${name}" not found`;
  throw forbid(attributes, problem);
}

/** Skips containers that mount another volume at the path. */
function mountToken(spec: Draft<PodSpec>, context: RequestContext): void {
  const volumes = spec.volumes ?? [];
  const existing = volumes.find(({ name = "" }) => name.startsWith(volumePrefix));
  const name = existing?.name ?? generateName(volumePrefix, (maxExclusive) => context.random.int(maxExclusive));
  const containers = [...(spec.initContainers ?? []), ...(spec.containers ?? [])];
  const needing = containers.filter((container) => !mountsAt(container));
  for (const container of needing) {
    const mount: Draft<VolumeMount> = { name, readOnly: true, mountPath };
    container.volumeMounts = [...(container.volumeMounts ?? []), mount];
  }
  if (existing === undefined && needing.length > 0) spec.volumes = [...volumes, tokenVolume(name)];
}

function mountsAt(container: Draft<Container>): boolean {
  return (container.volumeMounts ?? []).some((mount) => mount.mountPath === mountPath);
}

/** One hour and seven seconds: a kubelet recognizes the tokens of this plugin by the seven seconds. */
const tokenSeconds = 3607;

function tokenVolume(name: string): Draft<Volume> {
  return {
    name,
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds: tokenSeconds, path: "token" } },
        { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
        {
          downwardAPI: {
            items: [{ path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } }],
          },
        },
      ],
      defaultMode: 0o644,
    },
  };
}
