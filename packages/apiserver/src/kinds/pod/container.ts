/** Checks of one container, whatever list it stands in. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import {
  field,
  isConfigMapKey,
  isDns1123Subdomain,
  isPortName,
  isPortNumber,
  isRelaxedEnvVarName,
} from "@kubewright/apimachinery";
import type {
  Container,
  ContainerPort,
  EnvFromSource,
  EnvVar,
  EnvVarSource,
  VolumeMount,
} from "@kubewright/api/core/v1";
import { checkDnsLabel, checkOneOf, invalidFor } from "../field-checks.ts";
import type { View } from "../typed.ts";
import { checkContainerResources } from "./container-resources.ts";
import type { VolumesByName } from "./volumes.ts";
import { checkDescendingPath } from "./volumes.ts";

export function checkContainer(
  container: View<Container>,
  volumes: VolumesByName,
  path: FieldPath,
): readonly FieldError[] {
  const { name = "", image = "" } = container;
  return [
    ...(name === "" ? [field.required(path.child("name"), "")] : checkDnsLabel(name, path.child("name"))),
    ...(image === "" ? [field.required(path.child("image"), "")] : []),
    ...checkOneOf(
      container.terminationMessagePolicy,
      ["File", "FallbackToLogsOnError"],
      path.child("terminationMessagePolicy"),
    ),
    ...checkPorts(container.ports ?? [], path.child("ports")),
    ...checkEnvironment(container.env ?? [], path.child("env")),
    ...checkEnvironmentSources(container.envFrom ?? [], path.child("envFrom")),
    ...checkMounts(container.volumeMounts ?? [], volumes, path.child("volumeMounts")),
    ...checkOneOf(container.imagePullPolicy, ["Always", "IfNotPresent", "Never"], path.child("imagePullPolicy")),
    ...checkContainerResources(container.resources, path.child("resources")),
  ];
}

function checkPorts(ports: readonly View<ContainerPort>[], path: FieldPath): readonly FieldError[] {
  const names = new Set<string>();
  return ports.flatMap((port, index) => {
    const at = path.index(index);
    const { name = "", containerPort = 0, hostPort = 0 } = port;
    const errors: FieldError[] = [];
    if (name !== "") {
      const messages = isPortName(name);
      if (messages.length > 0) errors.push(...invalidFor(at.child("name"), name, messages));
      else if (names.has(name)) errors.push(field.duplicate(at.child("name"), name));
      names.add(name);
    }
    if (containerPort === 0) errors.push(field.required(at.child("containerPort"), ""));
    else errors.push(...invalidFor(at.child("containerPort"), containerPort, isPortNumber(containerPort)));
    if (hostPort !== 0) errors.push(...invalidFor(at.child("hostPort"), hostPort, isPortNumber(hostPort)));
    errors.push(...checkOneOf(port.protocol, ["SCTP", "TCP", "UDP"], at.child("protocol")));
    return errors;
  });
}

function checkEnvironment(variables: readonly View<EnvVar>[], path: FieldPath): readonly FieldError[] {
  return variables.flatMap((variable, index) => {
    const at = path.index(index);
    const { name = "" } = variable;
    return [
      ...(name === ""
        ? [field.required(at.child("name"), "")]
        : invalidFor(at.child("name"), name, isRelaxedEnvVarName(name))),
      ...checkValueFrom(variable.valueFrom, variable.value ?? "", at.child("valueFrom")),
    ];
  });
}

const downwardFields: readonly string[] = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];

/** Fields of a Pod that can be selected by, but that no variable may show. */
const selectorFields: readonly string[] = [
  "metadata.annotations",
  "metadata.labels",
  "spec.hostNetwork",
  "spec.restartPolicy",
  "spec.schedulerName",
  "status.nominatedNodeName",
  "status.phase",
];

function checkValueFrom(source: View<EnvVarSource> | undefined, value: string, path: FieldPath): readonly FieldError[] {
  if (source === undefined) return [];
  const errors: FieldError[] = [];
  if (source.fieldRef !== undefined)
    errors.push(...checkFieldPath(source.fieldRef.fieldPath ?? "", path.child("fieldRef")));
  if (source.configMapKeyRef !== undefined)
    errors.push(...checkKeyRef(source.configMapKeyRef, path.child("configMapKeyRef")));
  if (source.secretKeyRef !== undefined) errors.push(...checkKeyRef(source.secretKeyRef, path.child("secretKeyRef")));
  const count = Object.keys(source).length;
  if (count === 0) {
    const text =
      "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`";
    errors.push(field.invalid(path, "", text));
  } else if (value !== "") {
    errors.push(field.invalid(path, "", "may not be specified when `value` is not empty"));
  } else if (count > 1) {
    errors.push(field.invalid(path, "", "may not have more than one field specified at a time"));
  }
  return errors;
}

function checkFieldPath(text: string, path: FieldPath): readonly FieldError[] {
  if (text === "") return [field.required(path.child("fieldPath"), "")];
  if (/^metadata\.(?:annotations|labels)\['.+'\]$/.test(text) || downwardFields.includes(text)) return [];
  if (selectorFields.includes(text)) return [field.notSupported(path.child("fieldPath"), text, downwardFields)];
  const problem = `error converting fieldPath: field label not supported: ${text}`;
  return [field.invalid(path.child("fieldPath"), text, problem)];
}

function checkKeyRef(
  reference: { readonly name?: string; readonly key?: string },
  path: FieldPath,
): readonly FieldError[] {
  const { name = "", key = "" } = reference;
  return [
    ...invalidFor(path.child("name"), name, isDns1123Subdomain(name)),
    ...(key === "" ? [field.required(path.child("key"), "")] : invalidFor(path.child("key"), key, isConfigMapKey(key))),
  ];
}

function checkEnvironmentSources(sources: readonly View<EnvFromSource>[], path: FieldPath): readonly FieldError[] {
  return sources.flatMap((source, index) => {
    const at = path.index(index);
    const errors: FieldError[] = [];
    const prefix = source.prefix ?? "";
    if (prefix !== "") errors.push(...invalidFor(at.child("prefix"), prefix, isRelaxedEnvVarName(prefix)));
    for (const kind of ["configMapRef", "secretRef"] as const) {
      const reference = source[kind];
      if (reference === undefined) continue;
      const { name = "" } = reference;
      const namePath = at.child(kind, "name");
      errors.push(
        ...(name === "" ? [field.required(namePath, "")] : invalidFor(namePath, name, isDns1123Subdomain(name))),
      );
    }
    if (source.configMapRef === undefined && source.secretRef === undefined) {
      errors.push(field.invalid(path, "", "must specify one of: `configMapRef` or `secretRef`"));
    } else if (source.configMapRef !== undefined && source.secretRef !== undefined) {
      errors.push(field.invalid(path, "", "may not have more than one field specified at a time"));
    }
    return errors;
  });
}

function checkMounts(
  mounts: readonly View<VolumeMount>[],
  volumes: VolumesByName,
  path: FieldPath,
): readonly FieldError[] {
  const places = new Set<string>();
  return mounts.flatMap((mount, index) => {
    const at = path.index(index);
    const { name = "", mountPath = "" } = mount;
    const errors: FieldError[] = [];
    if (name === "") errors.push(field.required(at.child("name"), ""));
    if (!volumes.has(name)) errors.push(field.notFound(at.child("name"), name));
    if (mountPath === "") errors.push(field.required(at.child("mountPath"), ""));
    if (places.has(mountPath)) errors.push(field.invalid(at.child("mountPath"), mountPath, "must be unique"));
    places.add(mountPath);
    // The reference reports the next ones at the list, without the index.
    if (mount.subPath !== undefined) errors.push(...checkDescendingPath(mount.subPath, path.child("subPath")));
    if (mount.subPathExpr !== undefined) {
      if (mount.subPath !== undefined) {
        errors.push(
          field.invalid(at.child("subPathExpr"), mount.subPathExpr, "subPathExpr and subPath are mutually exclusive"),
        );
      }
      errors.push(...checkDescendingPath(mount.subPathExpr, path.child("subPathExpr")));
    }
    return errors;
  });
}
