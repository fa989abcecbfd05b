/** Checks of ephemeral containers, which are added to debug a running Pod. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { eachInSteps, field, whenDone } from "@kubewright/apimachinery";
import type { EphemeralContainer } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";
import { checkContainer, checkImage } from "./container.ts";
import type { SpecContext } from "./spec-context.ts";

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
export function checkEphemeralContainers(context: SpecContext, path: FieldPath): Work<readonly FieldError[]> {
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
