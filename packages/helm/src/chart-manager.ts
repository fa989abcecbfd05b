/** The Deployment of the manager in a chart: common settings are values, the rest is as in `config/default`. */
import type { JsonArray, JsonObject, JsonValue } from "@kubewright/apimachinery";
import { isJsonObject } from "@kubewright/apimachinery";

import type { ChartTemplate } from "./chart-template.ts";
import { fieldOfValue, fields, itemsOfValue } from "./chart-template.ts";
import type { Manifests } from "./manifests.ts";
import { arrayAt, objectAt, textAt, valueAt, without } from "./manifests.ts";
import { servingCertificates } from "./serving-certificates.ts";
import type { ServingCertificate } from "./serving-certificates.ts";

/** The values of the manager, with the defaults from `config/default`. */
export interface ManagerValues {
  readonly replicas: JsonValue;
  readonly image: { readonly repository: string; readonly tag: string; readonly digest: string };
  readonly pullPolicy: string;
  /** The arguments that are not set by other values. */
  readonly args: JsonArray;
  readonly env: JsonArray;
  readonly resources: JsonObject;
  readonly imagePullSecrets: JsonArray;
  readonly nodeSelector: JsonObject;
  readonly tolerations: JsonArray;
  readonly affinity: JsonObject;
  /** Undefined when the manager has no flag for the address of the metrics. */
  readonly metricsPort: number | undefined;
  readonly webhookPort: number | undefined;
}

const { metrics, webhooks } = servingCertificates;
const flags = ["--metrics-bind-address", "--webhook-port", metrics.flag, webhooks.flag];

export function managerValues({ manager }: Manifests): ManagerValues {
  const pod = objectAt(manager.object, "spec", "template", "spec");
  const container = containerOf(pod);
  const args = arrayAt(container, "args");
  return {
    replicas: valueAt(manager.object, "spec", "replicas") ?? 1,
    image: imageOf(textAt(container, "image") ?? ""),
    pullPolicy: textAt(container, "imagePullPolicy") ?? "",
    args: args.filter((arg) => !flags.some((flag) => typeof arg === "string" && arg.startsWith(`${flag}=`))),
    env: arrayAt(container, "env"),
    resources: objectAt(container, "resources"),
    imagePullSecrets: arrayAt(pod, "imagePullSecrets"),
    nodeSelector: objectAt(pod, "nodeSelector"),
    tolerations: arrayAt(pod, "tolerations"),
    affinity: objectAt(pod, "affinity"),
    metricsPort: portOf(args, "--metrics-bind-address"),
    webhookPort: portOf(args, "--webhook-port"),
  };
}

/** The manager with placeholders for its values. Certificates of cert-manager are mounted if they are enabled. */
export function managerTemplate(manifests: Manifests, values: ManagerValues, template: ChartTemplate): JsonObject {
  const { object } = manifests.manager;
  const pod = objectAt(object, "spec", "template", "spec");
  const container = containerOf(pod);
  const value = (name: string): string => fieldOfValue(template, name, `manager.${name}`);
  const certificates = Object.values(servingCertificates).filter(({ name }) =>
    manifests.all.some((each) => each.kind === "Certificate" && each.name === manifests.prefix + name),
  );
  const withCertificates = createListing(certificates, template);
  const theirs = ["image", "imagePullPolicy", "args", "env", "resources", "ports", "volumeMounts"];
  const newContainer: JsonObject = {
    name: valueAt(container, "name") ?? "manager",
    image: template.text(image),
    args: argsOf(values, certificates, template),
    ...portsOf(container, values, template),
    ...without(container, "name", ...theirs),
    ...withCertificates("volumeMounts", container, ({ name, mountPath }) => ({ mountPath, name, readOnly: true })),
    ...fields(fieldOfValue(template, "imagePullPolicy", "manager.image.pullPolicy"), value("env"), value("resources")),
  };
  const newPod = {
    containers: arrayAt(pod, "containers").map((each) => (each === container ? newContainer : each)),
    ...without(pod, "containers", "volumes", "imagePullSecrets", "nodeSelector", "tolerations", "affinity"),
    ...withCertificates("volumes", pod, ({ name, secret }) => ({ name, secret: { secretName: secret } })),
    ...fields(value("imagePullSecrets"), value("nodeSelector"), value("tolerations"), value("affinity")),
  };
  const spec = objectAt(object, "spec");
  const replicas = template.text("{{ .Values.manager.replicas }}");
  return { ...object, spec: { ...spec, replicas, template: { ...objectAt(spec, "template"), spec: newPod } } };
}

type Certificates = readonly ServingCertificate[];

function argsOf(
  { metricsPort, webhookPort }: ManagerValues,
  certificates: Certificates,
  template: ChartTemplate,
): JsonArray {
  const metricsArg = template.text(
    "--metrics-bind-address={{ if .Values.metrics.enable }}:{{ .Values.metrics.port }}{{ else }}0{{ end }}",
  );
  const webhookArg = `--webhook-port=${template.text("{{ .Values.webhook.port }}")}`;
  return [
    itemsOfValue(template, "manager.args"),
    ...(metricsPort === undefined ? [] : [metricsArg]),
    ...(webhookPort === undefined ? [] : [template.when(".Values.webhook.enable", [webhookArg])]),
    ...certificates.map((each) => template.when(conditionOf(each), [`${each.flag}=${each.mountPath}`])),
  ];
}

function portsOf(
  container: JsonObject,
  { metricsPort, webhookPort }: ManagerValues,
  template: ChartTemplate,
): JsonObject {
  const ports = arrayAt(container, "ports").map((port) => {
    const number = valueAt(port, "containerPort");
    const [part] = Object.entries({ metrics: metricsPort, webhook: webhookPort }).find(([, of]) => of === number) ?? [];
    if (number === undefined || part === undefined) return port;
    const templated = { ...objectAt(port), containerPort: template.text(`{{ .Values.${part}.port }}`) };
    return template.when(`.Values.${part}.enable`, [templated]);
  });
  return ports.length === 0 ? {} : { ports };
}

/** Returns a function that builds a list: the items of the object, and one item for each enabled certificate. */
function createListing(certificates: Certificates, template: ChartTemplate) {
  return (list: string, object: JsonObject, itemOf: (certificate: ServingCertificate) => JsonObject): JsonObject => {
    const own = arrayAt(object, list).filter((item) => !certificates.some(({ name }) => textAt(item, "name") === name));
    const theirs = certificates.map((each) => template.when(conditionOf(each), [itemOf(each)]));
    if (own.length > 0) return { [list]: [...own, ...theirs] };
    return theirs.length === 0 ? {} : fields(template.when(".Values.certManager.enable", { [list]: theirs }));
  };
}

/** The condition for a certificate of cert-manager. */
export function conditionOf({ name }: Pick<ServingCertificate, "name">): string {
  return `and .Values.certManager.enable .Values.${name === metrics.name ? "metrics" : "webhook"}.enable`;
}

const image =
  "{{ .Values.manager.image.repository }}{{ if .Values.manager.image.digest }}@{{ .Values.manager.image.digest }}{{ else }}:{{ .Values.manager.image.tag }}{{ end }}";

/** The container of the operator: the one named manager, or the first. */
function containerOf(pod: JsonObject): JsonObject {
  const containers = arrayAt(pod, "containers").filter(isJsonObject);
  return containers.find((each) => textAt(each, "name") === "manager") ?? containers[0] ?? {};
}

/** Splits `registry.example.com:5000/team/app:v1`; a colon before a slash belongs to a port. */
function imageOf(reference: string): ManagerValues["image"] {
  const [rest = "", digest = ""] = reference.split("@");
  const [, repository = rest, tag = "latest"] = /^(.*?)(?::([^:/]*))?$/.exec(rest) ?? [];
  return { repository, tag, digest };
}

function portOf(args: JsonArray, flag: string): number | undefined {
  const found = args.find((arg) => typeof arg === "string" && arg.startsWith(`${flag}=`));
  const port = typeof found === "string" ? Number(/(\d+)$/.exec(found)?.[1] ?? 0) : 0;
  return port === 0 ? undefined : port;
}
