// A controller and a webhook for a kind of another project: the types of import, and tests that pass.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { startProject } from "./testdata/start-project.ts";

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: certificates.cert-manager.io
spec:
  group: cert-manager.io
  scope: Namespaced
  names: { kind: Certificate, listKind: CertificateList, plural: certificates, singular: certificate }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties: { secretName: { type: string } }
`;

test("a controller and a webhook for an imported kind have passing tests", async () => {
  await using project = await startProject("shop", ["--domain", "example.com"]);
  await writeFile(path.join(project.folder, "certificates.yaml"), crd);
  await project.kubewright("import", "certificates.yaml", "--output", "vendor");
  const kind = [
    "--group=cert-manager",
    "--version=v1",
    "--kind=Certificate",
    "--external-api-domain=io",
    "--make=false",
  ];
  const types = "--external-api-path=./vendor/cert-manager.io/v1/types.ts";
  await project.kubewright("create", "api", ...kind, types, "--resource=false", "--controller");
  await project.kubewright("create", "webhook", ...kind, types, "--defaulting", "--programmatic-validation");
  await project.kubewright("generate", "rbac:roleName=manager-role", "webhook");

  expect(await project.check()).toEqual({ types: "", lint: "", format: "", tests: "pass 3, fail 0" });
  await expect(
    project.kubewright(
      "create",
      "api",
      ...kind,
      "--external-api-path=./vendor/x.ts",
      "--resource=false",
      "--controller",
    ),
  ).rejects.toThrow('Cannot use --external-api-path: "./vendor/x.ts" does not exist');
}, 300_000);
