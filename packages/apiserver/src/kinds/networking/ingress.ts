/** Ingresses: https://kubernetes.io/docs/concepts/services-networking/ingress/ */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import {
  append,
  everyInSteps,
  field,
  fieldPath,
  flatMapInSteps,
  isDns1123Subdomain,
  isPortName,
  isPortNumber,
  isWildcardDns1123Subdomain,
  joinedInSteps,
  whenDone,
} from "@kubewright/apimachinery";
import type {
  HTTPIngressPath,
  Ingress,
  IngressBackend,
  IngressRule,
  IngressTLS,
} from "@kubewright/api/networking.k8s.io/v1";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import { checkDnsLabel, checkDnsSubdomain, invalidFor } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { checkIp, ipWarnings } from "../ip/ip-checks.ts";
import { readIp } from "../ip/ip-text.ts";
import type { View } from "../typed.ts";
import { viewOf } from "../typed.ts";
import { checkReference } from "./reference-checks.ts";

const spec = fieldPath("spec");
const statusPath = fieldPath("status", "loadBalancer", "ingress");

/** The predecessor of `ingressClassName`. */
const classAnnotation = "kubernetes.io/ingress.class";

export const ingressKind: BuiltinKind = builtinKind<Ingress>({
  group: "networking.k8s.io",
  plural: "ingresses",
  storagePrefix: "ingress",
  metadataChecks: { wholeOnUpdate: true },
  tracksGeneration: true,
  defaults: (draft) => {
    const { spec: ingress } = draft;
    // An empty list is not printed. Without a default backend the object is rejected, and the error shows the list.
    if (ingress?.defaultBackend !== undefined && ingress.rules?.length === 0) delete ingress.rules;
  },
  validate: (object) => joinedInSteps([() => checkIngress(object, {}), () => checkClassAnnotation(object)]),
  validateUpdate: (object, old) => whenDone(unchangedValuesOf(old), (kept) => checkIngress(object, kept)),
  warningsOnCreate: (object) => {
    const isAnnotated = object.metadata.annotations?.[classAnnotation] !== undefined;
    if (!isAnnotated || object.spec?.ingressClassName !== undefined) return [];
    return [`annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`];
  },
  status: {
    validateUpdate: (object, old) => checkStatus(object, old),
    warningsOnUpdate: (object) =>
      flatMapInSteps(object.status?.loadBalancer?.ingress ?? [], ({ ip = "" }, index) =>
        ipWarnings(ip, statusPath.index(index)),
      ),
  },
  cells: (object) => {
    const { spec = {}, status = {} } = object;
    const addresses = (status.loadBalancer?.ingress ?? []).map(({ ip = "", hostname = "" }) =>
      ip === "" ? hostname : ip,
    );
    return {
      Class: spec.ingressClassName ?? "<none>",
      Hosts: hostsText((spec.rules ?? []).map(({ host = "" }) => host)),
      Address: [...new Set(addresses)]
        .filter((address) => address !== "")
        .toSorted()
        .join(","),
      Ports: (spec.tls ?? []).length > 0 ? "80, 443" : "80",
    };
  },
});

/** How many items of the old object are tested in one step. */
const testedPerStep = 256;

/** Values of the old object that were valid once and are accepted if unchanged. */
interface Kept {
  readonly badSecretNames?: boolean;
  readonly badWildcardRules?: boolean;
}

function unchangedValuesOf({ spec: old = {} }: View<Ingress>): Work<Kept> {
  const { tls = [], rules = [] } = old;
  const hasGoodName = ({ secretName = "" }: View<IngressTLS>): boolean =>
    secretName === "" || isDns1123Subdomain(secretName).length === 0;
  const isGood = (rule: View<IngressRule>): Work<boolean> =>
    !(rule.host ?? "").includes("*") || whenDone(checkRuleValue(rule, spec), (errors) => errors.length === 0);
  return whenDone(everyInSteps(tls, hasGoodName, testedPerStep), (haveGoodNames) =>
    whenDone(everyInSteps(rules, isGood, testedPerStep), (areGood) => ({
      badSecretNames: !haveGoodNames,
      badWildcardRules: !areGood,
    })),
  );
}

function checkIngress({ spec: ingress = {} }: View<Ingress>, kept: Kept): Work<readonly FieldError[]> {
  const { rules = [], tls = [], defaultBackend, ingressClassName } = ingress;
  const isEmpty = rules.length === 0 && defaultBackend === undefined;
  return joinedInSteps([
    () =>
      isEmpty
        ? [field.invalid(spec, ingress.rules ?? null, "either `defaultBackend` or `rules` must be specified")]
        : [],
    () => (defaultBackend === undefined ? [] : checkBackend(defaultBackend, spec.child("defaultBackend"))),
    () => flatMapInSteps(rules, (rule, index) => checkRule(rule, spec.child("rules").index(index), kept)),
    () => flatMapInSteps(tls, (each, index) => checkTls(each, spec.child("tls").index(index), kept)),
    () => (ingressClassName === undefined ? [] : checkDnsSubdomain(ingressClassName, spec.child("ingressClassName"))),
  ]);
}

function checkHost(host: string, path: FieldPath): readonly FieldError[] {
  return invalidFor(path, host, host.includes("*") ? isWildcardDns1123Subdomain(host) : isDns1123Subdomain(host));
}

function checkTls(
  { hosts = [], secretName = "" }: View<IngressTLS>,
  path: FieldPath,
  kept: Kept,
): Work<readonly FieldError[]> {
  const isChecked = secretName !== "" && kept.badSecretNames !== true;
  return joinedInSteps([
    () => flatMapInSteps(hosts, (host, index) => checkHost(host, path.child("hosts").index(index))),
    () => (isChecked ? checkDnsSubdomain(secretName, path.child("secretName")) : []),
  ]);
}

function checkRule(rule: View<IngressRule>, path: FieldPath, kept: Kept): Work<readonly FieldError[]> {
  const { host = "" } = rule;
  const at = path.child("host");
  const isIp = readIp(host) !== undefined;
  return joinedInSteps([
    () => (isIp ? [field.invalid(at, host, "must be a DNS name, not an IP address")] : []),
    () => (host === "" ? [] : checkHost(host, at)),
    () => (host.includes("*") && kept.badWildcardRules === true ? [] : checkRuleValue(rule, path)),
  ]);
}

function checkRuleValue({ http }: View<IngressRule>, rule: FieldPath): Work<readonly FieldError[]> {
  if (http === undefined) return [];
  const path = rule.child("http", "paths");
  const paths = http.paths ?? [];
  if (paths.length === 0) return [field.required(path, "")];
  return flatMapInSteps(paths, (each, index) => checkPath(each, path.index(index)));
}

/** Sequences that leave the path, with and without escapes. */
const badSequences: readonly string[] = ["//", "/./", "/../", "%2f", "%2F"];
const badEndings: readonly string[] = ["/..", "/."];

function checkPath({ path = "", pathType, backend = {} }: View<HTTPIngressPath>, at: FieldPath): readonly FieldError[] {
  const pathPath = at.child("path");
  const errors: FieldError[] = [];
  switch (pathType) {
    case undefined:
    case null:
      return [field.required(at.child("pathType"), "pathType must be specified")];
    case "Exact":
    case "Prefix":
      if (!path.startsWith("/")) errors.push(field.invalid(pathPath, path, "must be an absolute path"));
      for (const bad of badSequences) {
        if (path.includes(bad)) errors.push(field.invalid(pathPath, path, `must not contain '${bad}'`));
      }
      for (const bad of badEndings) {
        if (path.endsWith(bad)) errors.push(field.invalid(pathPath, path, `cannot end with '${bad}'`));
      }
      break;
    case "ImplementationSpecific":
      if (path !== "" && !path.startsWith("/")) {
        errors.push(field.invalid(pathPath, path, "must be an absolute path"));
      }
      break;
    default:
      errors.push(field.notSupported(at.child("pathType"), pathType, ["Exact", "ImplementationSpecific", "Prefix"]));
  }
  return [...errors, ...checkBackend(backend, at.child("backend"))];
}

function checkBackend({ service, resource }: View<IngressBackend>, path: FieldPath): readonly FieldError[] {
  if (service !== undefined && resource !== undefined) {
    return [field.invalid(path, "", "cannot set both resource and service backends")];
  }
  if (resource !== undefined) return checkReference(resource, path.child("resource"));
  if (service === undefined) return [field.invalid(path, "", "resource or service backend is required")];
  const namePath = path.child("service", "name");
  const { name: serviceName = "", port: { name = "", number = 0 } = {} } = service;
  const errors: FieldError[] =
    serviceName === "" ? [field.required(namePath, "")] : [...checkDnsLabel(serviceName, namePath)];
  const port = path.child("service", "port");
  if (name !== "" && number !== 0) errors.push(field.invalid(path, "", "cannot set both port name & port number"));
  else if (name !== "") append(errors, invalidFor(port.child("name"), name, isPortName(name)));
  else if (number !== 0) append(errors, invalidFor(port.child("number"), number, isPortNumber(number)));
  else errors.push(field.required(path, "port name or number is required"));
  return errors;
}

function checkClassAnnotation(object: ReadonlyObject): readonly FieldError[] {
  const annotation = object.metadata.annotations?.[classAnnotation];
  const { ingressClassName } = viewOf<Ingress>(object).spec ?? {};
  if (annotation === undefined || ingressClassName === undefined || annotation === ingressClassName) return [];
  const path = fieldPath("annotations").child(classAnnotation);
  return [field.invalid(path, annotation, "must match `ingressClassName` when both are specified")];
}

function checkStatus(ingress: View<Ingress>, old: View<Ingress>): Work<readonly FieldError[]> {
  const kept = new Set(old.status?.loadBalancer?.ingress?.map(({ ip = "" }) => ip));
  return flatMapInSteps(ingress.status?.loadBalancer?.ingress ?? [], ({ ip = "", hostname = "" }, index) => {
    const path = statusPath.index(index);
    const at = path.child("hostname");
    return [
      ...(ip === "" ? [] : checkIp(ip, path.child("ip"), kept)),
      ...(hostname === "" ? [] : checkDnsSubdomain(hostname, at)),
      ...(readIp(hostname) === undefined ? [] : [field.invalid(at, hostname, "must be a DNS name, not an IP address")]),
    ];
  });
}

/** The maximum number of hosts that are shown by name. */
const hostsMax = 3;

function hostsText(hosts: readonly string[]): string {
  const named = hosts.filter((host) => host !== "");
  if (named.length === 0) return "*";
  const shown = named.slice(0, hostsMax).join(",");
  // "more" follows if there is a rule after the third named host. It counts all rules.
  const third = hosts.indexOf(named[hostsMax - 1] ?? "");
  const isMore = named.length >= hostsMax && third < hosts.length - 1;
  return isMore ? `${shown} + ${hosts.length - hostsMax} more...` : shown;
}
