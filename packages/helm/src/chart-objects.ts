/** The place of an object in a chart, and the values that enable it. */
import type { JsonArray, JsonObject, JsonValue } from "@kubewright/apimachinery";
import { isJsonArray, isJsonObject } from "@kubewright/apimachinery";

import { conditionOf, managerTemplate } from "./chart-manager.ts";
import type { ManagerValues } from "./chart-manager.ts";
import { calledServices } from "./chart-names.ts";
import type { ChartTemplate } from "./chart-template.ts";
import { fields } from "./chart-template.ts";
import type { Manifest, Manifests } from "./manifests.ts";
import { arrayAt, objectAt, textAt, valueAt, without } from "./manifests.ts";
import { servingCertificates } from "./serving-certificates.ts";

export interface Place {
  /** The folder below `templates/`. */
  readonly area: string;
  /** A condition on values; absent when the object is always included. */
  readonly condition?: string;
}

const webhookEnabled = ".Values.webhook.enable";

/** Undefined for the namespace of the operator, which the user of Helm creates. */
export function placeOf(
  { kind, name, object }: Manifest,
  { manager, prefix, namespace, all }: Manifests,
): Place | undefined {
  const own = name.slice(prefix.length);
  switch (kind) {
    case "Namespace":
      return name === namespace ? undefined : { area: "extras" };
    case "CustomResourceDefinition":
      return { area: "crd", condition: ".Values.crd.enable" };
    case "Role":
    case "ClusterRole":
    case "RoleBinding":
    case "ClusterRoleBinding":
      return { area: "rbac", condition: conditionOfRole(own) };
    case "ServiceAccount":
      return { area: "rbac" };
    case "Deployment":
      return { area: object === manager.object ? "manager" : "extras" };
    case "MutatingWebhookConfiguration":
    case "ValidatingWebhookConfiguration":
      return { area: "webhook", condition: webhookEnabled };
    case "Service":
      if (all.some((each) => calledServices(each.object).includes(name))) {
        return { area: "webhook", condition: webhookEnabled };
      }
      return own.endsWith("metrics-service")
        ? { area: "metrics", condition: ".Values.metrics.enable" }
        : { area: "extras" };
    case "Issuer":
      return { area: "cert-manager", condition: ".Values.certManager.enable" };
    case "Certificate": {
      const ours = Object.values(servingCertificates).find((each) => each.name === own);
      return { area: "cert-manager", condition: ours ? conditionOf(ours) : ".Values.certManager.enable" };
    }
    case "ServiceMonitor":
      return { area: "prometheus", condition: "and .Values.prometheus.enable .Values.metrics.enable" };
    case "NetworkPolicy":
      return { area: "network-policy", condition: conditionOfPolicy(own) };
    default:
      return { area: "extras" };
  }
}

function conditionOfRole(name: string): string {
  if (name.startsWith("metrics-")) return "and .Values.rbac.enable .Values.metrics.enable";
  return /-(?:admin|editor|viewer)-role$/.test(name)
    ? "and .Values.rbac.enable .Values.rbac.helpers.enable"
    : ".Values.rbac.enable";
}

function conditionOfPolicy(name: string): string {
  const of = { "allow-metrics-traffic": ".Values.metrics.enable", "allow-webhook-traffic": webhookEnabled }[name];
  return of === undefined ? ".Values.networkPolicy.enable" : `and .Values.networkPolicy.enable ${of}`;
}

/** The functions that make an object a template. */
export interface Holes {
  readonly values: ManagerValues;
  readonly template: ChartTemplate;
  /** Replaces names with those of the release. */
  readonly release: (object: JsonObject) => JsonObject;
}

/** The object with placeholders for the names of the release and for values. */
export function withValues({ kind, object }: Manifest, manifests: Manifests, holes: Holes): JsonObject {
  const { values, template, release } = holes;
  // Schemas do not contain names of objects.
  if (kind === "CustomResourceDefinition") return definitionTemplate(object, manifests, holes);
  const named = release(object);
  if (object === manifests.manager.object) {
    const manager = { ...manifests.manager, object: named };
    return managerTemplate({ ...manifests, manager }, values, template);
  }
  switch (kind) {
    case "MutatingWebhookConfiguration":
    case "ValidatingWebhookConfiguration":
      return annotated(named, trustOf(manifests, release), template);
    case "Service":
    case "NetworkPolicy":
      return withPorts(named, values, template);
    case "ServiceMonitor":
      return withCheckedCertificate(named, manifests, holes);
    default:
      return named;
  }
}

/** Replaces port numbers with values. */
function withPorts(
  object: JsonObject,
  { metricsPort, webhookPort }: ManagerValues,
  template: ChartTemplate,
): JsonObject {
  const change = (value: JsonValue, key?: string): JsonValue => {
    if (isJsonArray(value)) return value.map((each) => change(each));
    if (isJsonObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each, name)]));
    if (typeof value !== "number" || !["port", "targetPort"].includes(key ?? "")) return value;
    if (value === metricsPort) return template.text("{{ .Values.metrics.port }}");
    return value === webhookPort ? template.text("{{ .Values.webhook.port }}") : value;
  };
  return { ...object, spec: change(objectAt(object, "spec")) };
}

/** An annotation with a condition. */
interface ConditionalAnnotation {
  readonly condition: string;
  readonly annotation: JsonObject;
}

/** Adds conditional annotations after those of the object. */
function annotated(object: JsonObject, more: readonly ConditionalAnnotation[], template: ChartTemplate): JsonObject {
  const [first] = more;
  if (first === undefined) return object;
  const metadata = objectAt(object, "metadata");
  const annotations = without(
    objectAt(metadata, "annotations"),
    ...more.flatMap(({ annotation }) => Object.keys(annotation)),
  );
  // A conditional annotation without others must include the field `annotations` in its condition.
  const isAlone = Object.keys(annotations).length === 0 && more.length === 1;
  const own = isAlone
    ? fields(template.when(first.condition, { annotations: first.annotation }))
    : {
        annotations: {
          ...annotations,
          ...fields(...more.map(({ condition, annotation }) => template.when(condition, annotation))),
        },
      };
  return { ...object, metadata: { ...without(metadata, "annotations"), ...own } };
}

/** The annotation with which cert-manager injects its CA; empty without a certificate. */
function trustOf(manifests: Manifests, release: Holes["release"]): readonly ConditionalAnnotation[] {
  const certificate = manifests.prefix + servingCertificates.webhooks.name;
  if (!hasCertificate(manifests, certificate)) return [];
  const annotation = release({ "cert-manager.io/inject-ca-from": `${manifests.namespace}/${certificate}` });
  return [{ condition: conditionOf(servingCertificates.webhooks), annotation }];
}

/** A CRD is kept when its release is uninstalled. Its conversion webhook is included only while webhooks are enabled. */
function definitionTemplate(object: JsonObject, manifests: Manifests, { template, release }: Holes): JsonObject {
  const keep = { condition: ".Values.crd.keep", annotation: { "helm.sh/resource-policy": "keep" } };
  const spec = objectAt(object, "spec");
  if (textAt(spec, "conversion", "strategy") !== "Webhook") return annotated(object, [keep], template);
  const conversion = template.when(webhookEnabled, { conversion: release(objectAt(spec, "conversion")) });
  return {
    ...annotated(object, [keep, ...trustOf(manifests, release)], template),
    spec: { ...without(spec, "conversion"), ...fields(conversion) },
  };
}

/** Prometheus verifies the certificate of cert-manager; the operator's own certificate is self-signed. */
function withCheckedCertificate(object: JsonObject, manifests: Manifests, { template, release }: Holes): JsonObject {
  const { name, service, secret } = servingCertificates.metrics;
  if (!hasCertificate(manifests, manifests.prefix + name)) return object;
  const checked = release({
    serverName: `${manifests.prefix}${service}.${manifests.namespace}.svc`,
    ca: { secret: { name: secret, key: "ca.crt" } },
  });
  const spec = objectAt(object, "spec");
  const endpoints: JsonArray = arrayAt(spec, "endpoints").map((endpoint) => {
    if (!isJsonObject(endpoint) || valueAt(endpoint, "tlsConfig") === undefined) return endpoint;
    const otherwise = { tlsConfig: objectAt(endpoint, "tlsConfig") };
    const tls = template.when(".Values.certManager.enable", { tlsConfig: checked }, otherwise);
    return { ...without(endpoint, "tlsConfig"), ...fields(tls) };
  });
  return { ...object, spec: { ...spec, endpoints } };
}

function hasCertificate({ all }: Manifests, certificate: string): boolean {
  return all.some(({ kind, name }) => kind === "Certificate" && name === certificate);
}
