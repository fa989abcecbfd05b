/** Checks the lists of containers: unique names, no conflicting host ports, and the rules of each list. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { eachInSteps, field, flatMapInSteps, joinedInSteps, repeatedIndexes, whenDone } from "@kubewright/apimachinery";
import type { Container, EphemeralContainer } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";
import { checkContainer, checkImage } from "./container.ts";
import { checkLifecycle, checkProbe } from "./probes.ts";
import { checkRestartRules } from "./restart-rules.ts";
import type { SpecContext } from "./spec-context.ts";

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
  const check = (container: View<Container>, index: number): Work<readonly FieldError[]> => {
    const at = path.index(index);
    const { name = "" } = container;
    return whenDone(checkContainer(container, context, at), (errors) => [
      ...errors,
      ...(repeated.has(index) ? [field.duplicate(at.child("name"), name)] : []),
      ...checkRunning(container, context, at),
      ...checkRestartRules(container, at),
    ]);
  };
  return joinedInSteps([() => flatMapInSteps(containers, check), () => checkHostPorts(containers.entries(), path)]);
}

const runningFields = ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"] as const;

function checkInit(context: SpecContext, path: FieldPath): Work<readonly FieldError[]> {
  const { initContainers = [] } = context.spec;
  const containers = context.spec.containers ?? [];
  const names = new Set(containers.map(({ name = "" }) => name));
  const checkOthers = (container: View<Container>, at: FieldPath): readonly FieldError[] => {
    const { name = "" } = container;
    const isRepeated = names.has(name);
    if (name !== "") names.add(name);
    return [
      ...checkRestartRules(container, at),
      ...(isRepeated ? [field.duplicate(at.child("name"), name)] : []),
      // Init containers run sequentially, so their ports do not conflict. The index in the error is always 0.
      ...checkHostPorts([[0, container]], path),
      // An init container with the restart policy Always is a sidecar, which may have probes.
      ...(container.restartPolicy === "Always"
        ? checkRunning(container, context, at)
        : [...checkNotRunning(container, at), ...checkNoRestart(container, at.child("resizePolicy"))]),
    ];
  };
  return flatMapInSteps(initContainers, (container, index) => {
    const at = path.index(index);
    return whenDone(checkContainer(container, context, at), (errors) => [...errors, ...checkOthers(container, at)]);
  });
}

/** Only a sidecar among the init containers may have probes and hooks. */
function checkNotRunning(container: View<Container>, path: FieldPath): readonly FieldError[] {
  const text = "may not be set for init containers without restartPolicy=Always";
  return runningFields
    .filter((each) => container[each] !== undefined)
    .map((misplaced) => field.forbidden(path.child(misplaced), text));
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

/** In the order of the reference. */
const forbiddenFields = [
  "ports",
  "resources",
  "resizePolicy",
  "restartPolicy",
  "restartPolicyRules",
  "livenessProbe",
  "readinessProbe",
  "startupProbe",
  "lifecycle",
] as const;

const forbiddenMessage = "cannot be set for an Ephemeral Container";

/** In steps. */
function checkEphemeralContainers(context: SpecContext, path: FieldPath): Work<readonly FieldError[]> {
  const { initContainers = [], ephemeralContainers = [] } = context.spec;
  const containers = context.spec.containers ?? [];
  const others = new Set([...containers, ...initContainers].map(({ name = "" }) => name));
  const names = new Set(others);
  const found: (readonly FieldError[])[] = [];
  const checking = eachInSteps(ephemeralContainers, (container, index) => {
    const at = path.index(index);
    const { name = "", targetContainerName: target = "" } = container;
    return whenDone(checkContainer(container, context, at), (errors) => {
      found.push(errors, checkImage(container, at));
      if (names.has(name)) found.push([field.duplicate(at.child("name"), name)]);
      names.add(name);
      if (target !== "" && !others.has(target)) found.push([field.notFound(at.child("targetContainerName"), target)]);
      found.push(checkFields(container, at));
    });
  });
  return whenDone(checking, () => found.flat());
}

function checkFields(container: View<EphemeralContainer>, path: FieldPath): readonly FieldError[] {
  const set = forbiddenFields.filter((name) => {
    const value: unknown = container[name];
    // `resources` is always present, also empty.
    return value !== undefined && !(name === "resources" && Object.keys(container.resources ?? {}).length === 0);
  });
  return [
    ...set.map((name) => field.forbidden(path.child(name), forbiddenMessage)),
    ...(container.volumeMounts ?? []).flatMap((mount, index) =>
      (["subPath", "subPathExpr"] as const)
        .filter((name) => (mount[name] ?? "") !== "")
        .map((name) => field.forbidden(path.child("volumeMounts").index(index).child(name), forbiddenMessage)),
    ),
  ];
}
