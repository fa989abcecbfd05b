/** IngressClasses: https://kubernetes.io/docs/concepts/services-networking/ingress/#ingress-class */
import type { FieldError } from "@kubewright/apimachinery";
import { append, field, fieldPath } from "@kubewright/apimachinery";
import type { IngressClass, IngressClassParametersReference } from "@kubewright/api/networking.k8s.io/v1";
import { checkDnsLabel, checkDomainPrefixedPath, checkImmutable } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";
import { checkReference } from "./reference-checks.ts";
import { nameWithDefault } from "../cells.ts";

const controllerPath = fieldPath("spec", "controller");
const parametersPath = fieldPath("spec", "parameters");

/** In bytes. */
const controllerLengthMax = 250;

export const ingressClassKind: BuiltinKind = builtinKind<IngressClass>({
  group: "networking.k8s.io",
  plural: "ingressclasses",
  metadataChecks: { wholeOnUpdate: true },
  tracksGeneration: true,
  defaults: (draft) => {
    const { parameters } = draft.spec ?? {};
    if (parameters !== undefined) parameters.scope ??= "Cluster";
  },
  validate: (object) => checkClass(object),
  validateUpdate: (object, old) => [
    ...checkImmutable(object.spec?.controller ?? "", old.spec?.controller ?? "", controllerPath),
    ...checkClass(object),
  ],
  cells: (object) => {
    const { controller = "", parameters } = object.spec ?? {};
    const group = parameters?.apiGroup === undefined ? "" : `.${parameters.apiGroup}`;
    return {
      Name: nameWithDefault(object, "ingressclass.kubernetes.io/is-default-class"),
      Controller: controller,
      Parameters: parameters === undefined ? "<none>" : `${parameters.kind ?? ""}${group}/${parameters.name ?? ""}`,
    };
  },
});

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
      else append(errors, checkDnsLabel(namespace, at));
      return errors;
    case "Cluster":
      if (namespace !== undefined) errors.push(field.forbidden(at, "`parameters.scope` is set to 'Cluster'"));
      return errors;
    default:
      return [...errors, field.notSupported(parametersPath.child("scope"), scope, ["Cluster", "Namespace"])];
  }
}
