// Helm renders the charts to the same objects as kustomize renders config/default. Helm is built once, into a cache outside the checkout.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Deployment } from "@kubewright/api/apps/v1";
import { startEnvironment } from "@kubewright/envtest";
import { run } from "kubewright";
import { beforeAll, expect, inject, test } from "vitest";
import { parseAllDocuments } from "yaml";

const start = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const kubectl = path.join(inject("assets") ?? "", "kubectl");
const buildTimeMs = 1_200_000;

let helm = "";

beforeAll(async () => {
  const { stdout } = await start(path.join(root, "tools/real/build.sh"), ["helm"]);
  helm = stdout.trim();
}, buildTimeMs);

test.for(["balancer", "cloud-ide", "crddemo", "i-operator", "myjob"])(
  "Helm renders the chart of %s to what kustomize builds, and finds nothing wrong with it",
  async (name) => {
    await using project = await projectOf(name);
    const release = ["template", name, project.chart, "--namespace", `${name}-system`];

    const { stdout: rendered } = await start(helm, [...release, "--set", "crd.keep=false"]);
    const all = "certManager.enable=true,prometheus.enable=true,networkPolicy.enable=true,metrics.port=9000";
    await start(helm, ["lint", "--strict", project.chart, "--set", all]);

    const built = objectsOf(project.built.replaceAll(/managed-by: kustomize$/gm, "managed-by: Helm"));
    built.delete(`Namespace ${name}-system`);
    expect(Object.fromEntries(objectsOf(rendered))).toEqual(Object.fromEntries(built));
  },
);

test("make deploys a chart to the embedded cluster, upgrades it, rolls it back and uninstalls it", async () => {
  await using environment = await startEnvironment({ server: "embedded", controllers: "all", listen: {} });
  await using project = await projectOf("crddemo");
  await writeFile(path.join(project.folder, "kubeconfig"), await environment.kubeconfig());
  const env = { PATH: inject("searchPath"), HOME: project.folder, KUBECONFIG: path.join(project.folder, "kubeconfig") };
  const make = (...words: readonly string[]) => start("make", [...words, `HELM=${helm}`], { cwd: project.folder, env });
  const image = async (): Promise<string | undefined> => {
    const key = { namespace: "crddemo-system", name: "crddemo-controller-manager" };
    return (await environment.client.get(Deployment, key))?.spec?.template.spec?.containers[0]?.image;
  };

  await make("helm-deploy", "IMG=localhost:5000/crddemo:v1");
  expect(await image()).toBe("localhost:5000/crddemo:v1");
  await make("helm-deploy", "IMG=localhost:5000/crddemo:v2");
  expect(await image()).toBe("localhost:5000/crddemo:v2");
  await make("helm-rollback");
  expect(await image()).toBe("localhost:5000/crddemo:v1");
  await make("helm-uninstall");
  expect(await image()).toBe(undefined);
});

test.for(["crddemo", "i-operator"])(
  "the manifests of %s in the tests of charts equal those that kubectl builds",
  async (name) => {
    const { stdout } = await start(kubectl, ["kustomize", path.join(root, "examples", name, "config/default")]);

    const recorded = await readFile(path.join(root, `packages/helm/src/testdata/${name}.yaml`), "utf8");
    expect(recorded).toBe(stdout);
  },
);

async function projectOf(name: string) {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-chart-"));
  const example = path.join(root, "examples", name);
  for (const part of ["PROJECT", "config"])
    await cp(path.join(example, part), path.join(folder, part), { recursive: true });
  await writeFile(path.join(folder, "Makefile"), "");
  const { stdout: built } = await start(kubectl, ["kustomize", path.join(folder, "config/default")]);
  await mkdir(path.join(folder, "dist"));
  await writeFile(path.join(folder, "dist/install.yaml"), built);
  let errors = "";
  const io = { cwd: folder, env: {}, isTty: false, out: () => {}, err: (text: string) => void (errors += text) };
  const signals = { on: () => {}, off: () => {}, exit: () => expect.unreachable("ended by a signal") };
  const code = await run({ args: ["edit", "--plugins", "helm.kubewright.dev/v1"], version: "0.1.0", io, signals });
  expect(code, errors).toBe(0);
  return {
    folder,
    built,
    chart: path.join(folder, "dist/chart"),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

function objectsOf(text: string): Map<string, unknown> {
  return new Map(
    parseAllDocuments(text).flatMap((document) => {
      const object = document.toJS() as { readonly kind: string; readonly metadata: { readonly name: string } } | null;
      return object === null ? [] : [[`${object.kind} ${object.metadata.name}`, object] as const];
    }),
  );
}
