/** The Pods and the Pod templates of objects. */
import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from "@kubewright/api/apps/v1";
import type { CronJob, Job } from "@kubewright/api/batch/v1";
import type { Pod, PodTemplate, PodTemplateSpec, ReplicationController } from "@kubewright/api/core/v1";
import type { GroupResource } from "@kubewright/apimachinery";
import type { View } from "../../kinds/typed.ts";
import { viewOf } from "../../kinds/typed.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";

type TemplateOf = (object: ReadonlyObject) => View<PodTemplateSpec> | undefined;

const ofSpec: TemplateOf = (object) =>
  viewOf<DaemonSet | Deployment | Job | ReplicaSet | ReplicationController | StatefulSet>(object).spec?.template;

const templates: ReadonlyMap<string, TemplateOf> = new Map<string, TemplateOf>([
  ["podtemplates", (object) => viewOf<PodTemplate>(object).template],
  ["replicationcontrollers", ofSpec],
  ["replicasets.apps", ofSpec],
  ["deployments.apps", ofSpec],
  ["statefulsets.apps", ofSpec],
  ["daemonsets.apps", ofSpec],
  ["jobs.batch", ofSpec],
  ["cronjobs.batch", (object) => viewOf<CronJob>(object).spec?.jobTemplate?.spec?.template],
]);

/** Returns the Pod template of an object; `undefined` for resources whose objects have none. */
export function templateReaderOf({ group, resource }: GroupResource): TemplateOf | undefined {
  return templates.get(group === "" ? resource : `${resource}.${group}`);
}

/** Whether an update of a Pod changes what checks depend on: an image, or the number of containers. */
export function changesContainers(pod: View<Pod>, old: View<Pod>): boolean {
  const [next, before] = [pod.spec ?? {}, old.spec ?? {}];
  const isChanged = (["containers", "initContainers"] as const).some((list) => {
    const [containers, oldContainers] = [next[list] ?? [], before[list] ?? []];
    if (containers.length !== oldContainers.length) return true;
    return containers.some(({ image }, index) => image !== oldContainers[index]?.image);
  });
  if (isChanged) return true;
  return (next.ephemeralContainers ?? []).some(({ name, image }) => {
    const same = before.ephemeralContainers?.find((each) => each.name === name);
    return same === undefined || same.image !== image;
  });
}
