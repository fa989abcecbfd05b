/** @internal A CRD before and after a change, in files and in a repository, for tests of crd-diff. */
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import type { CommandFixture } from "./command-fixture.ts";

/** A CRD with some of the properties of its spec. */
export function crd(properties: string): string {
  return `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: jobs.example.com
spec:
  group: example.com
  names: { plural: jobs, kind: Job }
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: { type: object, properties: { ${properties} } }
`;
}

export const before: string = crd(
  "colour: { type: string, enum: [red, blue] }, size: { type: integer, maximum: 10 }, note: { type: string }",
);
export const after: string = crd(
  "colour: { type: string, enum: [red] }, size: { type: integer, maximum: 10, default: 3 }, text: { type: string }",
);

/** A repository with the old CRDs in its commit and the new ones in its working tree. */
export async function repository(fixture: CommandFixture): Promise<void> {
  const git = (...args: readonly string[]): Buffer => execFileSync("git", args, { cwd: fixture.folder });
  const file = path.join(fixture.folder, "config/crd/bases/example.com_jobs.yaml");
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, before);
  await writeFile(path.join(path.dirname(file), "kustomization.yaml"), "resources: []\n");
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "-qm", "before");
  await writeFile(file, after);
}

/** The environment variables that git needs. */
export function inherited(): Readonly<Record<string, string>> {
  return { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
}
