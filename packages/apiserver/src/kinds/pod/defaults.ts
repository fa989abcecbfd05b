/**
 * Defaults of Pods and of the Pod templates in workloads. Defaults that are only in `defaultPod` do not apply to templates, so
 * a release that adds a default does not change every template in the cluster.
 */
import type { Container, EphemeralContainer, Lifecycle, Pod, PodSpec, Probe, Volume } from "@kubewright/api/core/v1";
import type { Draft } from "../typed.ts";
import { defaultPullPolicy } from "./image-pull-policy.ts";
import { isHugePages } from "../resource-names.ts";
import type { Quantities } from "./container-resources.ts";
import { sumOfContainers } from "./sum-of-containers.ts";

/** Defaults of a Pod. */
export function defaultPod(pod: Draft<Pod>): void {
  const spec = (pod.spec ??= { containers: [] });
  defaultPodSpec(spec);
  spec.enableServiceLinks ??= true;
  for (const container of [...(spec.containers ?? []), ...(spec.initContainers ?? [])]) {
    defaultRequests(container);
    if (spec.hostNetwork !== true) continue;
    for (const port of container.ports ?? []) port.hostPort ??= port.containerPort ?? 0;
  }
  defaultPodResources(spec);
  // Old releases accepted a negative period, which means the shortest one.
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) spec.terminationGracePeriodSeconds = 1;
}

/** Defaults of the spec of a Pod or template. */
export function defaultPodSpec(spec: Draft<PodSpec>): void {
  spec.dnsPolicy ??= "ClusterFirst";
  spec.restartPolicy ??= "Always";
  spec.securityContext ??= {};
  spec.terminationGracePeriodSeconds ??= 30;
  spec.schedulerName ??= "default-scheduler";
  // `serviceAccount` is the old name of `serviceAccountName`; the server keeps both the same.
  const account = spec.serviceAccountName ?? spec.serviceAccount;
  if (account !== undefined) setServiceAccount(spec, account);
  for (const volume of spec.volumes ?? []) defaultVolume(volume);
  for (const container of spec.initContainers ?? []) defaultContainer(container);
  for (const container of spec.containers ?? []) defaultContainer(container);
  for (const container of spec.ephemeralContainers ?? []) defaultContainer(container);
}

/** Sets both fields of the service account. */
export function setServiceAccount(spec: Draft<PodSpec>, name: string): void {
  spec.serviceAccountName = name;
  spec.serviceAccount = name;
}

function defaultContainer(container: Draft<Container> | Draft<EphemeralContainer>): void {
  container.imagePullPolicy ??= defaultPullPolicy(container.image ?? "");
  container.terminationMessagePath ??= "/dev/termination-log";
  container.terminationMessagePolicy ??= "File";
  for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe]) {
    if (probe !== undefined) defaultProbe(probe);
  }
  if (container.lifecycle !== undefined) defaultLifecycle(container.lifecycle);
  for (const variable of container.env ?? []) {
    if (variable.valueFrom?.fieldRef !== undefined) variable.valueFrom.fieldRef.apiVersion ??= "v1";
  }
}

/** Zeros count as absent here, because the fields are not pointers in Go. */
function defaultProbe(probe: Draft<Probe>): void {
  probe.timeoutSeconds ||= 1;
  probe.periodSeconds ||= 10;
  probe.successThreshold ||= 1;
  probe.failureThreshold ||= 3;
  defaultHttpGet(probe);
  if (probe.grpc !== undefined) probe.grpc.service ??= "";
}

function defaultLifecycle(lifecycle: Draft<Lifecycle>): void {
  if (lifecycle.postStart !== undefined) defaultHttpGet(lifecycle.postStart);
  if (lifecycle.preStop !== undefined) defaultHttpGet(lifecycle.preStop);
}

function defaultHttpGet(handler: Pick<Draft<Probe>, "httpGet">): void {
  if (handler.httpGet === undefined) return;
  handler.httpGet.path ??= "/";
  handler.httpGet.scheme ??= "HTTP";
}

/** 0644: the default mode of files of ConfigMaps and Secrets. */
const defaultMode = 0o644;

function defaultVolume(volume: Draft<Volume>): void {
  const hasSource = Object.keys(volume).some((field) => field !== "name");
  if (!hasSource) volume.emptyDir = {};
  if (volume.secret !== undefined) volume.secret.defaultMode ??= defaultMode;
  if (volume.configMap !== undefined) volume.configMap.defaultMode ??= defaultMode;
  if (volume.hostPath !== undefined) volume.hostPath.type ??= "";
  if (volume.image !== undefined) volume.image.pullPolicy ??= defaultPullPolicy(volume.image.reference ?? "");
  if (volume.ephemeral?.volumeClaimTemplate?.spec !== undefined) {
    volume.ephemeral.volumeClaimTemplate.spec.volumeMode ??= "Filesystem";
  }
  defaultDownwardApi(volume.downwardAPI);
  defaultProjected(volume.projected);
}

function defaultDownwardApi(source: Draft<Volume>["downwardAPI"]): void {
  if (source === undefined) return;
  source.defaultMode ??= defaultMode;
  for (const item of source.items ?? []) if (item.fieldRef !== undefined) item.fieldRef.apiVersion ??= "v1";
}

function defaultProjected(projected: Draft<Volume>["projected"]): void {
  if (projected === undefined) return;
  projected.defaultMode ??= defaultMode;
  for (const source of projected.sources ?? []) {
    if (source.serviceAccountToken !== undefined) source.serviceAccountToken.expirationSeconds ??= 3600;
    for (const item of source.downwardAPI?.items ?? []) {
      if (item.fieldRef !== undefined) item.fieldRef.apiVersion ??= "v1";
    }
  }
}

/** Defaults requests to limits. */
function defaultRequests(container: Draft<Container>): void {
  const { resources } = container;
  if (resources?.limits === undefined) return;
  resources.requests = { ...resources.limits, ...resources.requests };
}

/** Sets missing values in `spec.resources` unless it is empty. The containers already have their defaults. */
function defaultPodResources(spec: Draft<PodSpec>): void {
  const { resources } = spec;
  if (resources === undefined) return;
  const limits = limitsOf(spec);
  if (Object.keys(limits).length === 0) return;
  resources.limits = { ...limits };
  const summed = only(sumOfContainers(spec, "requests"), (name) => name === "cpu" || name === "memory");
  const limited = only(limits, (name) => name === "cpu" || name === "memory" || isHugePages(name));
  const requests: Quantities = { ...limited, ...summed, ...resources.requests };
  if (Object.keys(requests).length > 0) resources.requests = { ...requests };
}

/** The limit of huge pages is the sum of the limits of the containers, unless the Pod requests huge pages itself. */
function limitsOf(spec: Draft<PodSpec>): Quantities {
  const { limits = {}, requests = {} } = spec.resources ?? {};
  if (Object.keys(limits).length === 0 && Object.keys(requests).length === 0) return {};
  const pages = only(sumOfContainers(spec, "limits"), (name) => isHugePages(name) && requests[name] === undefined);
  return { ...pages, ...limits };
}

function only(quantities: Quantities, isIt: (name: string) => boolean): Quantities {
  return Object.fromEntries(Object.entries(quantities).filter(([name]) => isIt(name)));
}
