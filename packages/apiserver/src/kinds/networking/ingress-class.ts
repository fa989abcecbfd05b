/** IngressClasses: https://kubernetes.io/docs/concepts/services-networking/ingress/#ingress-class */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, isDns1123Label } from "@kubewright/apimachinery";
import type { IngressClass, IngressClassParametersReference } from "@kubewright/api/networking.k8s.io/v1";
import { checkDomainPrefixedPath, checkImmutable, invalidFor } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { checkReference } from "./reference-checks.ts";

const controllerPath = fieldPath("spec", "controller");
const parametersPath = fieldPath("spec", "parameters");

/** In bytes. */
const controllerLengthMax = 250;

export const ingressClassKind: BuiltinKind = {
  group: "networking.k8s.io",
  plural: "ingressclasses",
  defaults: (draft) => {
    const { parameters } = draftOf<IngressClass>(draft).spec ?? {};
    if (parameters !== undefined) parameters.scope ??= "Cluster";
  },
  validate: (object) => checkClass(viewOf<IngressClass>(object)),
  validateUpdate: (object, old) => {
    const next = viewOf<IngressClass>(object);
    const before = viewOf<IngressClass>(old);
    return [
      ...checkImmutable(next.spec?.controller ?? "", before.spec?.controller ?? "", controllerPath),
      ...checkClass(next),
    ];
  },
};

function checkClass({ spec: { controller = "", parameters } = {} }: View<IngressClass>): readonly FieldError[] {
  const isLong = Buffer.byteLength(controller) > controllerLengthMax;
  return [
    ...(isLong ? [field.tooLong(controllerPath, controllerLengthMax)] : []),
    ...checkDomainPrefixedPath(controller, controllerPath),
    ...(parameters === undefined ? [] : checkParameters(parameters)),
  ];
}

function checkParameters(parameters: View<IngressClassParametersReference>): readonly FieldError[] {
  const { scope = "", namespace } = parameters;
  const at = parametersPath.child("namespace");
  const errors = [...checkReference(parameters, parametersPath)];
  switch (scope) {
    case "Namespace":
      if (namespace === undefined) errors.push(field.required(at, "`parameters.scope` is set to 'Namespace'"));
      else errors.push(...invalidFor(at, namespace, isDns1123Label(namespace)));
      return errors;
    case "Cluster":
      if (namespace !== undefined) errors.push(field.forbidden(at, "`parameters.scope` is set to 'Cluster'"));
      return errors;
    default:
      return [...errors, field.notSupported(parametersPath.child("scope"), scope, ["Cluster", "Namespace"])];
  }
}
