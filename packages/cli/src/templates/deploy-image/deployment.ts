/** `internal/controller/memcached-deployment.ts`: the Deployment of an object that runs an image. */
import type { DeployImage } from "../../project/deploy-image.ts";
import { withArticle } from "../../project/derived-names.ts";
import { printedList, textLiteral } from "../printed-list.ts";
import type { ImageControllerNames } from "./image-controller-names.ts";

export function deploymentCode(about: string, names: ImageControllerNames, image: DeployImage): string {
  const { variable, kind, imported, container } = names;
  const { command, port, user } = image;
  const fields = port === undefined ? "size" : "size, containerPort";
  const lines = [
    ...(command === undefined ? [] : [printedList(14, "command: [", command.map(textLiteral), "],")]),
    ...(port === undefined ? [] : ['ports: [{ containerPort, protocol: "TCP" }],']),
  ];
  return `/**
 * The Deployment of ${withArticle(about)}, with only the fields that this operator manages. Server-side apply keeps the fields of other managers, and
 * removes fields that are no longer applied.
 */
import type { Deployment } from "@kubewright/api/apps/v1";
import { ownerReferenceTo } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import type { ${imported} } from "${names.kindModule}";

/** It has the name of its ${about}, and an owner reference, so that it is deleted with it. */
export function deploymentFor(${variable}: Stored<${kind}>, image: string): Deployment {
  const { name, namespace = "" } = ${variable}.metadata;
  const { ${fields} } = ${variable}.spec;
  // The selector of the Pods. It is immutable.
  const labels = { "app.kubernetes.io/name": "${container}", "app.kubernetes.io/instance": name };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace, labels, ownerReferences: [ownerReferenceTo(${variable})] },
    spec: {
      replicas: size,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          automountServiceAccountToken: false,
          // Required by the restricted Pod Security Standard: https://kubernetes.io/docs/concepts/security/pod-security-standards/
          securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
          containers: [
            {
              name: "${container}",
              image,
${lines.map((line) => `              ${line}\n`).join("")}              securityContext: {
${user === undefined ? "" : `                runAsUser: ${user},\n`}                allowPrivilegeEscalation: false,
                capabilities: { drop: ["ALL"] },
              },
            },
          ],
        },
      },
    },
  };
}
`;
}
