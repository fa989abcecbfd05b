/** The Pod template of a Job is immutable, unless the Job is suspended and has no active Pods. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import type { Job, JobSpec } from "@kubewright/api/batch/v1";
import { checkImmutable } from "../field-checks.ts";
import type { View } from "../typed.ts";

type Template = NonNullable<View<JobSpec>["template"]>;

/** Errors of a change of the template. Scheduling directives and resources may change while the Job is suspended and has no active Pods. */
export function checkTemplateChange(next: View<JobSpec>, old: View<Job>, path: FieldPath): readonly FieldError[] {
  const before = old.spec?.template ?? {};
  const template = next.template ?? {};
  if (!isSuspendedWithoutPods(old)) return checkImmutable(template, before, path);
  const fixed = withResourcesOf(withPlaceOf(before, template), template);
  return checkImmutable(template.spec ?? {}, fixed.spec ?? {}, path.child("spec"));
}

function isSuspendedWithoutPods({ spec: job, status }: View<Job>): boolean {
  const isSuspended = (status?.conditions ?? []).some(
    ({ type, status: state }) => type === "Suspended" && state === "True",
  );
  return job?.suspend === true && (status?.startTime === undefined || isSuspended) && (status?.active ?? 0) === 0;
}

/** The template with the scheduling fields of another template. */
function withPlaceOf(template: Template, other: Template): Template {
  const { nodeAffinity: _nodeAffinity, ...rest } = template.spec?.affinity ?? {};
  const theirs = other.spec?.affinity;
  const affinity = {
    ...rest,
    ...(theirs?.nodeAffinity === undefined ? {} : { nodeAffinity: theirs.nodeAffinity }),
  };
  const { nodeSelector, tolerations, schedulingGates } = other.spec ?? {};
  const placed: { -readonly [Name in keyof NonNullable<Template["spec"]>]: NonNullable<Template["spec"]>[Name] } = {
    ...template.spec,
  };
  for (const name of ["nodeSelector", "tolerations", "schedulingGates", "affinity"] as const) delete placed[name];
  if (nodeSelector !== undefined) placed.nodeSelector = nodeSelector;
  if (tolerations !== undefined) placed.tolerations = tolerations;
  if (schedulingGates !== undefined) placed.schedulingGates = schedulingGates;
  if (theirs !== undefined || Object.keys(rest).length > 0) placed.affinity = affinity;
  return { ...template, spec: placed };
}

/** The template with the resources of another template's containers of the same names. */
function withResourcesOf(template: Template, other: Template): Template {
  type Containers = NonNullable<NonNullable<Template["spec"]>["containers"]>;
  const taking = (ours: Containers, theirs: Containers): Containers =>
    ours.length !== theirs.length
      ? ours
      : ours.map((container, index) => {
          const { resources: _resources, ...rest } = container;
          const { name, resources } = theirs[index] ?? {};
          return name === container.name ? { ...rest, ...(resources === undefined ? {} : { resources }) } : container;
        });
  const { containers, initContainers } = template.spec ?? {};
  return {
    ...template,
    spec: {
      ...template.spec,
      ...(containers === undefined ? {} : { containers: taking(containers, other.spec?.containers ?? []) }),
      ...(initContainers === undefined
        ? {}
        : { initContainers: taking(initContainers, other.spec?.initContainers ?? []) }),
    },
  };
}
