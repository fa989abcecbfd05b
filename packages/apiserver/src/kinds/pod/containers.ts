/** Checks the lists of containers: unique names, no conflicting host ports, and the rules of each list. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { eachInSteps, field, joinedInSteps, repeatedIndexes, whenDone } from "@kubewright/apimachinery";
import type { Container } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";
import { checkContainer } from "./container.ts";
import { checkEphemeralContainers } from "./ephemeral-containers.ts";
import { checkLifecycle, checkProbe } from "./probes.ts";
import { checkRestartRules } from "./restart-rules.ts";
import type { SpecContext } from "./spec-context.ts";

/** Containers are checked in steps of this number: each has up to a hundred fields. */
const containersPerStep = 256;

/** In steps, the errors of all containers. */
export function checkContainers(context: SpecContext, path: FieldPath): Work<readonly FieldError[]> {
  const containers = context.spec.containers ?? []; // May be null.
  return joinedInSteps([
    () =>
      containers.length === 0
        ? [field.required(path.child("containers"), "")]
        : checkRegular(containers, context, path.child("containers")),
    () => checkInit(context, path.child("initContainers")),
    () => checkEphemeralContainers(context, path.child("ephemeralContainers")),
  ]);
}

function checkRegular(
  containers: readonly View<Container>[],
  context: SpecContext,
  path: FieldPath,
): Work<readonly FieldError[]> {
  const repeated = repeatedIndexes(containers.map(({ name = "" }) => name));
  const found: (readonly FieldError[])[] = [];
  const check = (container: View<Container>, index: number): Work<void> => {
    const at = path.index(index);
    const { name = "" } = container;
    return whenDone(checkContainer(container, context, at), (errors) => {
      found.push(errors);
      if (repeated.has(index)) found.push([field.duplicate(at.child("name"), name)]);
      found.push(checkRunning(container, context, at), checkRestartRules(container, at));
    });
  };
  return whenDone(eachInSteps(containers, check, containersPerStep), () => [
    ...found.flat(),
    ...checkHostPorts(containers.entries(), path),
  ]);
}

const runningFields = ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"] as const;

function checkInit(context: SpecContext, path: FieldPath): Work<readonly FieldError[]> {
  const { initContainers = [] } = context.spec;
  const containers = context.spec.containers ?? [];
  const names = new Set(containers.map(({ name = "" }) => name));
  const found: (readonly FieldError[])[] = [];
  const checkOthers = (container: View<Container>, at: FieldPath): void => {
    const { name = "" } = container;
    found.push(checkRestartRules(container, at));
    if (names.has(name)) found.push([field.duplicate(at.child("name"), name)]);
    else if (name !== "") names.add(name);
    // Init containers run sequentially, so their ports do not conflict. The index in the error is always 0.
    found.push(checkHostPorts([[0, container]], path));
    // An init container with the restart policy Always is a sidecar, which may have probes.
    if (container.restartPolicy === "Always") {
      found.push(checkRunning(container, context, at));
      return;
    }
    for (const misplaced of runningFields.filter((each) => container[each] !== undefined)) {
      const text = "may not be set for init containers without restartPolicy=Always";
      found.push([field.forbidden(at.child(misplaced), text)]);
    }
    found.push(checkNoRestart(container, at.child("resizePolicy")));
  };
  const check = (container: View<Container>, index: number): Work<void> =>
    whenDone(checkContainer(container, context, path.index(index)), (errors) => {
      found.push(errors);
      checkOthers(container, path.index(index));
    });
  return whenDone(eachInSteps(initContainers, check, containersPerStep), () => found.flat());
}

/** An init container cannot require a restart for a resize. */
function checkNoRestart({ resizePolicy = [] }: View<Container>, path: FieldPath): readonly FieldError[] {
  return resizePolicy.flatMap(({ restartPolicy }, index) => {
    if (restartPolicy !== "RestartContainer") return [];
    const text = "must not be set to 'RestartContainer' for non-sidecar initContainers";
    return [field.invalid(path.index(index).child("restartPolicy"), restartPolicy, text)];
  });
}

function checkRunning(container: View<Container>, { spec }: SpecContext, path: FieldPath): readonly FieldError[] {
  const grace = spec.terminationGracePeriodSeconds;
  return [
    ...checkLifecycle(container.lifecycle, grace, path.child("lifecycle")),
    ...checkProbe(container.livenessProbe, "livenessProbe", path.child("livenessProbe")),
    ...checkProbe(container.readinessProbe, "readinessProbe", path.child("readinessProbe")),
    ...checkProbe(container.startupProbe, "startupProbe", path.child("startupProbe")),
  ];
}

function checkHostPorts(
  containers: Iterable<readonly [index: number, container: View<Container>]>,
  path: FieldPath,
): readonly FieldError[] {
  const taken = new Set<string>();
  const errors: FieldError[] = [];
  for (const [index, container] of containers) {
    for (const [portIndex, port] of (container.ports ?? []).entries()) {
      const { hostPort = 0 } = port;
      if (hostPort === 0) continue;
      const place = `${port.protocol ?? ""}/${port.hostIP ?? ""}/${hostPort}`;
      if (taken.has(place)) {
        errors.push(field.duplicate(path.index(index).child("ports").index(portIndex).child("hostPort"), place));
      }
      taken.add(place);
    }
  }
  return errors;
}
