/** `config/crd`: the kustomization of the project's CRDs, which `kubewright generate crd` writes. */
import { crdNameOf, crdPathOf, pluralOf } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { Scaffold } from "../../scaffold/scaffold-file.ts";
import { kept, list } from "./yaml.ts";

const kustomizationPath = "config/crd/kustomization.yaml";

/** The additions for a kind of the project. */
export function crdConfig(resource: Resource): Scaffold {
  const kustomization = [
    list("resources", [], "crdkustomizeresource"),
    list("patches", [], "crdkustomizewebhookpatch"),
    list("configurations", ["kustomizeconfig.yaml"]),
  ];
  return {
    files: [kept("crd/kustomization.yaml", kustomization.join("")), kept("crd/kustomizeconfig.yaml", kustomizeConfig)],
    insertions: [
      {
        path: kustomizationPath,
        marker: "crdkustomizeresource",
        lines: [`- ${crdPathOf(resource).slice("config/crd/".length)}`],
      },
      { path: "config/default/kustomization.yaml", marker: "defaultkustomizeresource", lines: ["- ../crd"] },
    ],
  };
}

/** The additions for a kind with several versions: a patch sets the Service of the conversion webhook in its CRD. */
export function conversionConfig(project: Project, resource: Resource): Scaffold {
  const group = project.multigroup && resource.group ? `${resource.group}_` : "";
  const patch = `patches/webhook_in_${group}${pluralOf(resource)}.yaml`;
  return {
    files: [
      kept(
        `crd/${patch}`,
        `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${crdNameOf(resource)}
spec:
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: ["v1"]
      clientConfig:
        service:
          name: webhook-service
          namespace: system
          path: /convert
`,
      ),
    ],
    insertions: [{ path: kustomizationPath, marker: "crdkustomizewebhookpatch", lines: [`- path: ${patch}`] }],
  };
}

const kustomizeConfig = `# Applies the name prefix and the namespace to the Service of conversion webhooks in CRDs.
nameReference:
  - kind: Service
    version: v1
    fieldSpecs:
      - kind: CustomResourceDefinition
        group: apiextensions.k8s.io
        path: spec/conversion/webhook/clientConfig/service/name
namespace:
  - kind: CustomResourceDefinition
    group: apiextensions.k8s.io
    path: spec/conversion/webhook/clientConfig/service/namespace
    create: false
`;
