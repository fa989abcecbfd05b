// Records the output of controller-gen for the built-in types, for the tests of `expand` in `packages/api-facts`: it embeds
// every published type in a custom resource written in Go, and stores a digest of each schema, and one complete schema.
//
//   npx node --conditions=source tools/facts/expansions.ts
//
// Needs Go, and the modules k8s.io/api and sigs.k8s.io/controller-tools from its cache or its proxy. Run it after
// `facts.ts`: the Kubernetes version is that of the checked-in facts.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { definition, definitionNames, kubernetesVersion } from "@kubewright/api-facts";
import { parse } from "yaml";

const controllerGen = "sigs.k8s.io/controller-tools/cmd/controller-gen@v0.23.0";
const moduleVersion = `v0.${kubernetesVersion.replace(/^1\./u, "")}`;
const keptWhole = ["io.k8s.api.core.v1.Container", "io.k8s.apimachinery.pkg.apis.meta.v1.Condition"];
const testdata = fileURLToPath(new URL("../../packages/api-facts/src/testdata", import.meta.url));

const run = promisify(execFile);
const types = definitionNames().flatMap(goTypeOf);
await using resources = new AsyncDisposableStack();
const folder = await mkdtemp(path.join(tmpdir(), "kubewright-expansions-"));
resources.defer(() => rm(folder, { recursive: true, force: true }));
await writeModule(folder);

const plain = await generate("crd:maxDescLen=0,allowDangerousTypes=true");
const withMeta = await generate("crd:maxDescLen=0,allowDangerousTypes=true,generateEmbeddedObjectMeta=true");
await mkdir(testdata, { recursive: true });
await writeFile(
  path.join(testdata, "controller-gen.json"),
  `${JSON.stringify(
    {
      controllerGen,
      kubernetesVersion,
      digests: Object.fromEntries([...plain].map(([name, schema]) => [name, digest(schema)])),
      digestsWithEmbeddedObjectMeta: Object.fromEntries(
        [...withMeta]
          .filter(([name, schema]) => digest(schema) !== digest(plain.get(name)))
          .map(([name, schema]) => [name, digest(schema)]),
      ),
      schemas: Object.fromEntries(keptWhole.map((name) => [name, sorted(plain.get(name))])),
    },
    undefined,
    1,
  )}\n`,
);
console.log(`${controllerGen}, Kubernetes ${kubernetesVersion}: ${plain.size} types`);

interface GoType {
  readonly name: string;
  readonly alias: string;
  readonly importPath: string;
  readonly typeName: string;
}

/** `io.k8s.api.core.v1.Pod` is the type Pod of the Go package k8s.io/api/core/v1; other modules are left out. */
function goTypeOf(name: string): readonly GoType[] {
  const match = /^io\.k8s\.(api|apimachinery\.pkg\.apis)\.([a-z0-9]+)\.(v[a-z0-9]+)\.(\w+)$/u.exec(name);
  const [, root, group, version, typeName] = match ?? [];
  const schema = definition(name);
  if (root === undefined || group === undefined || version === undefined || typeName === undefined) return [];
  const isList = schema?.["x-kubernetes-group-version-kind"] !== undefined && typeName.endsWith("List");
  // Types without fields have special formats, and lists are never embedded.
  if (schema?.properties === undefined || isList) return [];
  const importPath = `k8s.io/${root.replaceAll(".", "/")}/${group}/${version}`;
  return [{ name, alias: `${group}${version}`, importPath, typeName }];
}

async function writeModule(module: string): Promise<void> {
  const imports = [...new Set(types.map(({ alias, importPath }) => `\t${alias} "${importPath}"\n`))].join("");
  const fields = types
    .map(({ alias, typeName }, index) => `\tF${index} ${alias}.${typeName} \`json:"f${index}"\`\n`)
    .join("");
  await mkdir(path.join(module, "api/v1"), { recursive: true });
  await writeFile(
    path.join(module, "api/v1/types.go"),
    `// +groupName=example.test\npackage v1\n\nimport (\n${imports})\n\n` +
      `type All struct {\n\tmetav1.TypeMeta \`json:",inline"\`\n\tmetav1.ObjectMeta \`json:"metadata,omitempty"\`\n` +
      `\tSpec AllSpec \`json:"spec,omitempty"\`\n}\n\ntype AllSpec struct {\n${fields}}\n`,
  );
  const requirements = ["api", "apimachinery"].map((name) => `\tk8s.io/${name} ${moduleVersion}\n`).join("");
  await writeFile(path.join(module, "go.mod"), `module example.test/all\n\ngo 1.26\n\nrequire (\n${requirements})\n`);
  await go(["mod", "tidy"]);
}

async function generate(generator: string): Promise<ReadonlyMap<string, unknown>> {
  const yaml = await go(["run", controllerGen, generator, "paths=./api/...", "output:crd:stdout"]);
  // Our own generator input, so the shape is known: one version, one spec.
  const crd = parse(yaml, { maxAliasCount: -1 }) as {
    readonly spec: {
      readonly versions: readonly [
        {
          readonly schema: {
            readonly openAPIV3Schema: {
              readonly properties: { readonly spec: { readonly properties: { readonly [field: string]: unknown } } };
            };
          };
        },
      ];
    };
  };
  const { properties } = crd.spec.versions[0].schema.openAPIV3Schema.properties.spec;
  return new Map(types.map(({ name }, index) => [name, properties[`f${index}`]]));
}

async function go(args: readonly string[]): Promise<string> {
  const env = { ...process.env, GOFLAGS: "-mod=mod -buildvcs=false" };
  const { stdout } = await run("go", args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** A prefix of the SHA-256 of the JSON with sorted keys, which is long enough to distinguish two schemas. */
function digest(schema: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(schema)))
    .digest("hex")
    .slice(0, 16);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}
