/**
 * Fields of features that are off by default: kube-apiserver accepts and drops them.
 * https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/
 */
import type { PodSpec } from "@kubewright/api/core/v1";
import type { Draft } from "../typed.ts";

export function dropGatedFields(spec: Draft<PodSpec>): void {
  delete spec.schedulingGroup;
  for (const container of [
    ...(spec.initContainers ?? []),
    ...(spec.containers ?? []),
    ...(spec.ephemeralContainers ?? []),
  ]) {
    if (container.lifecycle?.stopSignal === undefined) continue;
    delete container.lifecycle.stopSignal;
    if (Object.keys(container.lifecycle).length === 0) delete container.lifecycle;
  }
  for (const source of (spec.volumes ?? []).flatMap(({ projected }) => projected?.sources ?? [])) {
    delete source.clusterTrustBundle;
    delete source.podCertificate;
  }
}
