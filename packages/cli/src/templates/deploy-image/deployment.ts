/** `internal/controller/memcached-deployment.ts`: the Deployment of an object that runs an image. */
import type { DeployImage } from "../../project/deploy-image.ts";
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
 * The Deployment of a ${about}: every field that is this operator's, and no other. Server-side apply leaves the rest to whoever sets it, and removes what is
 * no longer said.
 */
import type { Deployment } from "@kubewright/api/apps/v1";
import { ownerReferenceTo } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import type { ${imported} } from "${names.kindModule}";

/** It has the name of its ${about}, and is deleted after it, as its owner reference says. */
export function deploymentFor(${variable}: Stored<${kind}>, image: string): Deployment {
  const { name, namespace = "" } = ${variable}.metadata;
  const { ${fields} } = ${variable}.spec;
  // By them the Deployment knows its Pods, for ever: a selector cannot be changed.
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
          // As the restricted standard wants it: https://kubernetes.io/docs/concepts/security/pod-security-standards/
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
