/** `config/crd`: the definitions of the project's kinds. `kubewright generate crd` writes those; here is what puts them together. */
import { crdNameOf, crdPathOf, pluralOf } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { Scaffold } from "../../scaffold/scaffold-file.ts";
import { kept, list } from "./yaml.ts";

const kustomizationPath = "config/crd/kustomization.yaml";

/** What a kind of the project's own adds. */
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

/** What a kind adds that is converted between its versions: its definition says which Service to ask. */
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

const kustomizeConfig = `# The names that a prefix and a namespace change, also where a definition says which Service converts its objects.
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
