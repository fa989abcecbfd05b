/** Checks Pod-level resources: they are at least the sum of the containers. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, getOwn, joinedInSteps } from "@kubewright/apimachinery";
import type { PodSpec, ResourceRequirements } from "@kubewright/api/core/v1";
import { compareQuantities } from "../quantities.ts";
import { checkResourceName, isHugePages } from "../resource-names.ts";
import type { View } from "../typed.ts";
import { checkRequirements } from "./container-resources.ts";

import type { Quantities } from "./container-resources.ts";
import { sumOfContainers } from "./sum-of-containers.ts";

const supported: readonly string[] = ["cpu", "hugepages-", "memory"];

/** In steps. */
export function checkPodResources(
  spec: View<PodSpec>,
  claimNames: ReadonlySet<string>,
  path: FieldPath,
): Work<readonly FieldError[]> {
  const { resources, os } = spec;
  if (resources === undefined) return [];
  if (os?.name === "windows") return [field.forbidden(path, "may not be set for a windows pod")];
  return joinedInSteps([
    () =>
      resources.claims === undefined
        ? []
        : [field.forbidden(path.child("claims"), "claims may not be set for Resources at pod-level")],
    () => checkRequirements(resources, checkName, claimNames, path),
    () => checkSums(spec, resources, path),
    () => checkEach(spec, resources.limits ?? {}, path.child("containers")),
  ]);
}

function checkName(name: string, path: FieldPath): readonly FieldError[] {
  const errors = checkResourceName(name, path);
  if (errors.length > 0 || name === "cpu" || name === "memory" || isHugePages(name)) return errors;
  return [field.notSupported(path, name, supported)];
}

/** The requests of the Pod, and its limits of huge pages, are at least the sums of its containers. */
function checkSums(
  spec: View<PodSpec>,
  { requests = {}, limits = {} }: View<ResourceRequirements>,
  path: FieldPath,
): readonly FieldError[] {
  const tooSmall = (kind: "requests" | "limits", own: Quantities, names: (name: string) => boolean): FieldError[] =>
    Object.entries(sumOfContainers(spec, kind)).flatMap(([name, sum]) => {
      const quantity = getOwn(own, name);
      if (!names(name) || quantity === undefined || compareQuantities(sum, quantity) <= 0) return [];
      const text = `must be greater than or equal to aggregate container ${kind} of ${sum}`;
      return [field.invalid(path.child(kind).key(name), quantity, text)];
    });
  return [...tooSmall("requests", requests, () => true), ...tooSmall("limits", limits, isHugePages)];
}

function checkEach(spec: View<PodSpec>, limits: Quantities, path: FieldPath): readonly FieldError[] {
  return (spec.containers ?? []).flatMap(({ resources }, index) =>
    Object.entries(resources?.limits ?? {}).flatMap(([name, quantity]) => {
      const limit = getOwn(limits, name);
      if (limit === undefined || compareQuantities(quantity, limit) <= 0) return [];
      const text = `must be less than or equal to pod limits of ${limit}`;
      return [field.invalid(path.index(index).key(name).child("limits"), quantity, text)];
    }),
  );
}
