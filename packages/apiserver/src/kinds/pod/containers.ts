/** Checks of the lists of containers: names are unique, host ports don't collide, each list allows what it may hold. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";
import type { Container, PodSpec } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";
import { checkContainer } from "./container.ts";
import { checkLifecycle, checkProbe } from "./probes.ts";
import type { VolumesByName } from "./volumes.ts";

export function checkContainers(spec: View<PodSpec>, volumes: VolumesByName, path: FieldPath): readonly FieldError[] {
  const containers = spec.containers ?? [];
  const initContainers = spec.initContainers ?? [];
  return [
    ...(containers.length === 0
      ? [field.required(path.child("containers"), "")]
      : checkRegular(containers, volumes, path.child("containers"))),
    ...checkInit(initContainers, containers, volumes, path.child("initContainers")),
  ];
}

function checkRegular(
  containers: readonly View<Container>[],
  volumes: VolumesByName,
  path: FieldPath,
): readonly FieldError[] {
  const names = new Set<string>();
  const errors = containers.flatMap((container, index) => {
    const at = path.index(index);
    const { name = "" } = container;
    const found = [...checkContainer(container, volumes, at)];
    if (names.has(name)) found.push(field.duplicate(at.child("name"), name));
    names.add(name);
    found.push(...checkRunning(container, at));
    if (container.restartPolicy !== undefined && !restartPolicies.includes(container.restartPolicy)) {
      found.push(field.notSupported(at.child("restartPolicy"), container.restartPolicy, restartPolicies));
    }
    return found;
  });
  return [...errors, ...checkHostPorts(containers, path)];
}

const restartPolicies: readonly string[] = ["Always", "Never", "OnFailure"];

const runningFields = ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"] as const;

function checkInit(
  containers: readonly View<Container>[],
  regular: readonly View<Container>[],
  volumes: VolumesByName,
  path: FieldPath,
): readonly FieldError[] {
  const names = new Set(regular.map(({ name = "" }) => name));
  return containers.flatMap((container, index) => {
    const at = path.index(index);
    const { name = "" } = container;
    const found = [...checkContainer(container, volumes, at)];
    if (names.has(name)) found.push(field.duplicate(at.child("name"), name));
    else if (name !== "") names.add(name);
    found.push(...checkHostPorts([container], path));
    // An init container that restarts always is a sidecar: it runs beside the others and may be probed.
    if (container.restartPolicy === "Always") return [...found, ...checkRunning(container, at)];
    const misplaced = runningFields.filter((name) => container[name] !== undefined);
    return [
      ...found,
      ...misplaced.map((name) =>
        field.forbidden(at.child(name), "may not be set for init containers without restartPolicy=Always"),
      ),
    ];
  });
}

function checkRunning(container: View<Container>, path: FieldPath): readonly FieldError[] {
  return [
    ...checkLifecycle(container.lifecycle, path.child("lifecycle")),
    ...checkProbe(container.livenessProbe, "livenessProbe", path.child("livenessProbe")),
    ...checkProbe(container.readinessProbe, "readinessProbe", path.child("readinessProbe")),
    ...checkProbe(container.startupProbe, "startupProbe", path.child("startupProbe")),
  ];
}

function checkHostPorts(containers: readonly View<Container>[], path: FieldPath): readonly FieldError[] {
  const taken = new Set<string>();
  const errors: FieldError[] = [];
  for (const [index, container] of containers.entries()) {
    for (const [portIndex, port] of (container.ports ?? []).entries()) {
      if (port.hostPort === undefined) continue;
      const place = `${port.protocol ?? ""}/${port.hostIP ?? ""}/${port.hostPort}`;
      if (taken.has(place)) {
        errors.push(field.duplicate(path.index(index).child("ports").index(portIndex).child("hostPort"), place));
      }
      taken.add(place);
    }
  }
  return errors;
}
