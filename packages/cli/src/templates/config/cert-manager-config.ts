/**
 * `config/default-with-cert-manager`: the objects of `config/default`, with certificates that cert-manager issues, renews and injects into
 * the webhook configurations. `config/certmanager` has its Issuer and Certificates.
 */
import { crdNameOf, pluralOf } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { Insertion, Scaffold, ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { argumentOfManager, patchOfManager } from "./manager-patches.ts";
import { kept, labelsOf, list } from "./yaml.ts";

const folder = "default-with-cert-manager";

/** A certificate of the operator: its name, its Service, and the place at which the manager reads it. */
export interface ServingCertificate {
  readonly name: string;
  readonly file: string;
  readonly secret: string;
  readonly service: string;
  readonly mountPath: string;
  readonly flag: string;
  readonly patch: string;
  readonly replacements: string;
}

const metrics: ServingCertificate = {
  name: "metrics-certs",
  file: "certificate-metrics.yaml",
  secret: "metrics-server-cert",
  service: "controller-manager-metrics-service",
  mountPath: "/tmp/k8s-metrics-server/metrics-certs",
  flag: "--metrics-cert-path",
  patch: "cert_metrics_manager_patch.yaml",
  replacements: "metrics_replacements.yaml",
};

const webhooks: ServingCertificate = {
  name: "serving-cert",
  file: "certificate-webhook.yaml",
  secret: "webhook-server-cert",
  service: "webhook-service",
  mountPath: "/tmp/k8s-webhook-server/serving-certs",
  flag: "--webhook-cert-path",
  patch: "manager_webhook_patch.yaml",
  replacements: "webhook_replacements.yaml",
};

/** The certificates that an operator may have. */
export const servingCertificates: Readonly<Record<"metrics" | "webhooks", ServingCertificate>> = { metrics, webhooks };

export function certManagerConfig(project: Project): Scaffold {
  return {
    files: [
      kept(
        "certmanager/kustomization.yaml",
        `# Not part of config/default, so it sets the namespace and the prefix itself.
namespace: ${project.projectName}-system
namePrefix: ${project.projectName}-
${list("resources", ["issuer.yaml", metrics.file], "certmanagerkustomizeresource")}${list("configurations", ["kustomizeconfig.yaml"])}`,
      ),
      kept("certmanager/kustomizeconfig.yaml", kustomizeConfig),
      kept(
        "certmanager/issuer.yaml",
        `apiVersion: cert-manager.io/v1
kind: Issuer
metadata:
${labelsOf(project)}
  name: selfsigned-issuer
  namespace: system
spec:
  selfSigned: {}
`,
      ),
      certificateOf(project, metrics),
      kept(
        `${folder}/kustomization.yaml`,
        `# For clusters with cert-manager: config/default with certificates that cert-manager issues and renews.
${list("resources", ["../default", "../certmanager"])}${list("patches", patchesOf(metrics), "certmanagerkustomizepatch")}${list(
          "replacements",
          [`path: ${metrics.replacements}`],
          "certmanagerkustomizereplacement",
        )}`,
      ),
      mountOf(metrics),
      kept(`${folder}/${metrics.replacements}`, nameService(metrics)),
    ],
    insertions: [],
  };
}

/** The additions for a project with webhooks. */
export function webhookCertificateConfig(project: Project): Scaffold {
  return {
    files: [
      certificateOf(project, webhooks),
      mountOf(webhooks),
      kept(
        `${folder}/${webhooks.replacements}`,
        nameService(webhooks) + trust(["kind: MutatingWebhookConfiguration", "kind: ValidatingWebhookConfiguration"]),
      ),
    ],
    insertions: [
      {
        path: "config/certmanager/kustomization.yaml",
        marker: "certmanagerkustomizeresource",
        lines: [`- ${webhooks.file}`],
      },
      inOverlay("certmanagerkustomizepatch", patchesOf(webhooks)),
      inOverlay("certmanagerkustomizereplacement", [`path: ${webhooks.replacements}`]),
    ],
  };
}

/** The additions for a kind with a conversion webhook. */
export function conversionCertificateConfig(project: Project, resource: Resource): Scaffold {
  const group = project.multigroup === true && resource.group !== undefined ? `${resource.group}_` : "";
  const file = `conversion_in_${group}${pluralOf(resource)}_replacements.yaml`;
  return {
    files: [kept(`${folder}/${file}`, trust([`kind: CustomResourceDefinition, name: ${crdNameOf(resource)}`]))],
    insertions: [inOverlay("certmanagerkustomizereplacement", [`path: ${file}`])],
  };
}

function inOverlay(marker: string, entries: readonly string[]): Insertion {
  return { path: `config/${folder}/kustomization.yaml`, marker, lines: entries.map((entry) => `- ${entry}`) };
}

function certificateOf(project: Project, { name, file, secret }: ServingCertificate): ScaffoldFile {
  return kept(
    `certmanager/${file}`,
    `# The replacements of config/${folder} set the name of the Service.
apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
${labelsOf(project)}
  name: ${name}
  namespace: system
spec:
  dnsNames:
    - SERVICE_NAME.SERVICE_NAMESPACE.svc
    - SERVICE_NAME.SERVICE_NAMESPACE.svc.cluster.local
  issuerRef:
    kind: Issuer
    name: selfsigned-issuer
  secretName: ${secret}
`,
  );
}

function patchesOf({ patch, flag, mountPath }: ServingCertificate): readonly string[] {
  return [patchOfManager(patch), argumentOfManager(`${flag}=${mountPath}`)];
}

function mountOf({ name, patch, secret, mountPath }: ServingCertificate): ScaffoldFile {
  return kept(
    `${folder}/${patch}`,
    `apiVersion: apps/v1
kind: Deployment
metadata:
  name: controller-manager
  namespace: system
spec:
  template:
    spec:
      containers:
        - name: manager
          volumeMounts:
            - mountPath: ${mountPath}
              name: ${name}
              readOnly: true
      volumes:
        - name: ${name}
          secret:
            secretName: ${secret}
`,
  );
}

/** Replacements that set the name of the Service in the Certificate, with the prefix and namespace of kustomize. */
function nameService({ name, service }: ServingCertificate): string {
  return ["name", "namespace"]
    .map(
      (part, index) => `- source: { kind: Service, version: v1, name: ${service}, fieldPath: metadata.${part} }
  targets:
    - select: { kind: Certificate, group: cert-manager.io, version: v1, name: ${name} }
      fieldPaths: [spec.dnsNames.0, spec.dnsNames.1]
      options: { delimiter: ".", index: ${index} }
`,
    )
    .join("");
}

/** cert-manager injects its CA into objects with an annotation that names the Certificate. */
function trust(selected: readonly string[]): string {
  return ["namespace", "name"]
    .map(
      (
        part,
        index,
      ) => `- source: { kind: Certificate, group: cert-manager.io, version: v1, name: serving-cert, fieldPath: metadata.${part} }
  targets:
${selected
  .map(
    (select) => `    - select: { ${select} }
      fieldPaths: ["metadata.annotations.[cert-manager.io/inject-ca-from]"]
      options: { delimiter: "/", index: ${index}, create: true }
`,
  )
  .join("")}`,
    )
    .join("");
}

const kustomizeConfig = `# Applies the name prefix to the references to the Issuer in Certificates.
nameReference:
  - kind: Issuer
    group: cert-manager.io
    fieldSpecs:
      - kind: Certificate
        group: cert-manager.io
        path: spec/issuerRef/name
`;
