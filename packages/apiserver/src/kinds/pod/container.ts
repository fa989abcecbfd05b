/** Checks one container of any of the three lists. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { append, field, isPortName, isPortNumber, whenDone } from "@kubewright/apimachinery";
import type { ContainerPort } from "@kubewright/api/core/v1";
import { checkDnsLabel, checkOneOf, checkRequired, invalidFor } from "../field-checks.ts";
import type { View } from "../typed.ts";
import { checkContainerResources } from "./container-resources.ts";
import { checkEnvironment, checkEnvironmentSources } from "./environment.ts";
import { checkDevices, checkMounts } from "./mounts.ts";
import { checkResizePolicy } from "./restart-rules.ts";
import { checkSecurityContext } from "./security-context.ts";
import { hasHostUsers } from "./spec-context.ts";
import type { AnyContainer, SpecContext } from "./spec-context.ts";

/** In steps. */
export function checkContainer(
  container: AnyContainer,
  context: SpecContext,
  path: FieldPath,
): Work<readonly FieldError[]> {
  const { name = "" } = container;
  const { spec, volumes, claimNames } = context;
  return whenDone(checkContainerResources(container.resources, claimNames, path.child("resources")), (resources) => [
    ...(name === "" ? [field.required(path.child("name"), "")] : checkDnsLabel(name, path.child("name"))),
    ...checkRequired(container.image, path.child("image")),
    ...checkOneOf(
      container.terminationMessagePolicy,
      ["File", "FallbackToLogsOnError"],
      path.child("terminationMessagePolicy"),
    ),
    ...checkPorts(container.ports ?? [], path.child("ports")),
    ...checkEnvironment(container.env ?? [], path.child("env")),
    ...checkEnvironmentSources(container.envFrom ?? [], path.child("envFrom")),
    ...checkMounts(container, volumes, path.child("volumeMounts")),
    ...checkDevices(container, volumes, path.child("volumeDevices")),
    ...checkOneOf(container.imagePullPolicy, ["Always", "IfNotPresent", "Never"], path.child("imagePullPolicy")),
    ...resources,
    ...checkResizePolicy(container.resizePolicy ?? [], spec.restartPolicy ?? "", path.child("resizePolicy")),
    ...checkSecurityContext(container.securityContext, path.child("securityContext"), {
      hostUsers: hasHostUsers(spec),
    }),
  ]);
}

/** Errors of the image of a Pod's container. Templates are not checked: their image may be a placeholder. */
export function checkImage({ image = "" }: AnyContainer, path: FieldPath): readonly FieldError[] {
  if (image === image.trim()) return [];
  return [field.invalid(path.child("image"), image, "must not have leading or trailing whitespace")];
}

function checkPorts(ports: readonly View<ContainerPort>[], path: FieldPath): readonly FieldError[] {
  const names = new Set<string>();
  return ports.flatMap((port, index) => {
    const at = path.index(index);
    const { name = "", containerPort = 0, hostPort = 0 } = port;
    const errors: FieldError[] = [];
    if (name !== "") {
      const messages = isPortName(name);
      if (messages.length > 0) append(errors, invalidFor(at.child("name"), name, messages));
      else if (names.has(name)) errors.push(field.duplicate(at.child("name"), name));
      names.add(name);
    }
    if (containerPort === 0) errors.push(field.required(at.child("containerPort"), ""));
    else append(errors, invalidFor(at.child("containerPort"), containerPort, isPortNumber(containerPort)));
    if (hostPort !== 0) append(errors, invalidFor(at.child("hostPort"), hostPort, isPortNumber(hostPort)));
    append(errors, checkOneOf(port.protocol, ["SCTP", "TCP", "UDP"], at.child("protocol")));
    return errors;
  });
}
