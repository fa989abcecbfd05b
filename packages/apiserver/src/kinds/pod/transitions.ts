/** A terminated container must not become running again, unless its restart policy allows it. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";
import type { Container, ContainerStatus, Pod, PodSpec, PodStatus } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";

/** Errors of a status that follows the one of `old`. */
export function checkTransitions(status: View<PodStatus>, old: View<Pod>, path: FieldPath): readonly FieldError[] {
  const spec = old.spec ?? {};
  const mayRestartIn =
    (containers: readonly View<Container>[]) =>
    (name: string | undefined, exitCode: number): boolean => {
      if (restartsAll(spec)) return true;
      const container = containers.find((each) => each.name === name);
      return container !== undefined && shouldRestart(container, spec, exitCode);
    };
  const rules = [
    ["containerStatuses", mayRestartIn(spec.containers ?? [])],
    ["initContainerStatuses", mayRestartIn(spec.initContainers ?? [])],
    // Ephemeral containers are never restarted.
    ["ephemeralContainerStatuses", (): boolean => false],
  ] as const;
  return rules.flatMap(([list, mayRestart]) =>
    checkList(status[list] ?? [], old.status?.[list] ?? [], mayRestart, path.child(list)),
  );
}

function checkList(
  next: readonly View<ContainerStatus>[],
  before: readonly View<ContainerStatus>[],
  mayRestart: (name: string | undefined, exitCode: number) => boolean,
  path: FieldPath,
): readonly FieldError[] {
  return before.flatMap(({ name, state }, index) => {
    if (state?.terminated === undefined || mayRestart(name, state.terminated.exitCode ?? 0)) return [];
    const runsAgain = next.some((status) => status.name === name && status.state?.terminated === undefined);
    if (!runsAgain) return [];
    return [field.forbidden(path.index(index).child("state"), "may not be transitioned to non-terminated state")];
  });
}

/** One rule that restarts all containers is enough for any of them. */
function restartsAll({ containers, initContainers = [] }: View<PodSpec>): boolean {
  return [...initContainers, ...(containers ?? [])].some(({ restartPolicyRules = [] }) =>
    restartPolicyRules.some(({ action }) => action === "RestartAllContainers"),
  );
}

/** The first rule that matches decides, then the container's policy, then the Pod's. */
function shouldRestart(
  { restartPolicy, restartPolicyRules = [] }: View<Container>,
  spec: View<PodSpec>,
  exitCode: number,
): boolean {
  const matches = restartPolicyRules.some(({ exitCodes }) => {
    const isListed = (exitCodes?.values ?? []).includes(exitCode);
    return exitCodes?.operator === "In" ? isListed : exitCodes?.operator === "NotIn" && !isListed;
  });
  if (restartPolicy !== undefined && matches) return true;
  const policy = restartPolicy ?? spec.restartPolicy;
  return policy === "OnFailure" ? exitCode !== 0 : policy !== "Never";
}
