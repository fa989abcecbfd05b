/** Ingresses and network policies: https://kubernetes.io/docs/concepts/services-networking/ */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath } from "@kubewright/apimachinery";
import type { HTTPIngressPath, Ingress, IngressClass, NetworkPolicy } from "@kubewright/api/networking.k8s.io/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";
import { isIpAddress } from "../ip/is-ip-address.ts";
import { draftOf, viewOf } from "../typed.ts";

const group = "networking.k8s.io";
const spec = fieldPath("spec");

export const networkPolicyKind: BuiltinKind = {
  group,
  plural: "networkpolicies",
  defaults: (draft) => {
    const policy = (draftOf<NetworkPolicy>(draft).spec ??= {});
    const rules = [...(policy.ingress ?? []), ...(policy.egress ?? [])];
    for (const port of rules.flatMap(({ ports }) => ports ?? [])) port.protocol ??= "TCP";
    // What is not said about egress is not restricted.
    policy.policyTypes ??= (policy.egress ?? []).length > 0 ? ["Ingress", "Egress"] : ["Ingress"];
  },
};

export const ingressClassKind: BuiltinKind = {
  group,
  plural: "ingressclasses",
  defaults: (draft) => {
    const { parameters } = draftOf<IngressClass>(draft).spec ?? {};
    if (parameters !== undefined) parameters.scope ??= "Cluster";
  },
};

export const ipAddressKind: BuiltinKind = {
  group,
  plural: "ipaddresses",
  validateName: (name) => (isIpAddress(name) ? [] : ["must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"]),
};

const pathTypes: readonly string[] = ["Exact", "ImplementationSpecific", "Prefix"];

export const ingressKind: BuiltinKind = {
  group,
  plural: "ingresses",
  validate: (object) => checkIngress(viewOf<Ingress>(object)),
};

function checkIngress({ spec: ingress = {} }: View<Ingress>): readonly FieldError[] {
  const rules = ingress.rules ?? [];
  if (rules.length === 0 && ingress.defaultBackend === undefined) {
    return [
      field.invalid(spec, rules.length === 0 ? null : rules, "either `defaultBackend` or `rules` must be specified"),
    ];
  }
  return rules.flatMap(({ http }, index) => {
    if (http === undefined) return [];
    const path = spec.child("rules").index(index).child("http", "paths");
    const paths = http.paths ?? [];
    if (paths.length === 0) return [field.required(path, "")];
    return paths.flatMap((each, at) => checkPath(each, path.index(at)));
  });
}

function checkPath({ path = "", pathType, backend = {} }: View<HTTPIngressPath>, at: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (pathType === undefined || pathType === null) {
    return [field.required(at.child("pathType"), "pathType must be specified")];
  }
  if (!pathTypes.includes(pathType)) errors.push(field.notSupported(at.child("pathType"), pathType, pathTypes));
  else if (pathType !== "ImplementationSpecific" && !path.startsWith("/")) {
    errors.push(field.invalid(at.child("path"), path, "must be an absolute path"));
  }
  return [...errors, ...checkBackend(backend, at.child("backend"))];
}

function checkBackend(backend: NonNullable<View<HTTPIngressPath>["backend"]>, path: FieldPath): readonly FieldError[] {
  const { service, resource } = backend;
  if (service !== undefined && resource !== undefined) {
    return [field.invalid(path, "", "cannot set both resource and service backends")];
  }
  if (service === undefined) {
    return resource === undefined ? [field.required(path, "either service or resource must be specified")] : [];
  }
  const errors: FieldError[] = [];
  if ((service.name ?? "") === "") errors.push(field.required(path.child("service", "name"), ""));
  const { name = "", number = 0 } = service.port ?? {};
  const port = path.child("service", "port");
  if (name === "" && number === 0) errors.push(field.required(port, "port name or number is required"));
  if (name !== "" && number !== 0) errors.push(field.invalid(port, "", "cannot set both port name & port number"));
  return errors;
}
