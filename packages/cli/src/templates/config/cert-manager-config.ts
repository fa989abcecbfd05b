/**
 * `config/default-with-cert-manager`: what `config/default` deploys, with certificates that cert-manager makes, renews and puts into the
 * webhook configurations. `config/certmanager` is what it is asked for.
 */
import { crdNameOf, pluralOf } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { Insertion, Scaffold, ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { argumentOfManager, patchOfManager } from "./manager-patches.ts";
import { kept, labelsOf, list } from "./yaml.ts";

const folder = "default-with-cert-manager";

/** A certificate of the operator: what it is called, for which Service it is, and how the manager gets it. */
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

/** Those that an operator may have. */
export const servingCertificates: Readonly<Record<"metrics" | "webhooks", ServingCertificate>> = { metrics, webhooks };

export function certManagerConfig(project: Project): Scaffold {
  return {
    files: [
      kept(
        "certmanager/kustomization.yaml",
        `# Built beside config/default, so it says itself what its names begin with.
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
        `# For clusters with cert-manager: what config/default deploys, with certificates that cert-manager makes and renews.
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

/** What a project adds that serves webhooks. */
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

/** What a kind adds whose definition says who converts its objects. */
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
    `# The name of the Service is put in by the replacements of config/${folder}.
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

/** The Certificate is for the Service, whatever prefix and namespace that has got. */
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

/** cert-manager puts its authority into what says in an annotation which Certificate it is behind. */
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

const kustomizeConfig = `# A prefix changes the name of the Issuer, also where a Certificate names it.
nameReference:
  - kind: Issuer
    group: cert-manager.io
    fieldSpecs:
      - kind: Certificate
        group: cert-manager.io
        path: spec/issuerRef/name
`;
