// kubectl builds the scaffolded configuration of a project. A real API server and the embedded one accept all of it, and a second apply changes nothing.
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startEnvironment } from "@kubewright/envtest";
import type { ServerKind } from "@kubewright/envtest";
import { run } from "kubewright";
import { expect, inject, test } from "vitest";
import { createKubectl } from "../kubectl/kubectl.ts";
import { edit } from "../kubectl/manifests.ts";

const program = path.join(inject("assets") ?? "", "kubectl");
const servers: readonly ServerKind[] = ["real", "embedded"];
const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** The flags of init for each project, and the arguments of later commands. */
const projects: Readonly<Record<string, { readonly init: string; readonly commands: readonly string[] }>> = {
  plain: {
    init: "--domain example.com",
    commands: ["create api --group shop --version v1 --kind Widget --resource --controller"],
  },
  inside: {
    init: "--domain example.com --namespaced",
    commands: [
      "create api --group shop --version v1 --kind Widget --resource --controller",
      "create webhook --group shop --version v1 --kind Widget --defaulting --programmatic-validation",
    ],
  },
  image: {
    init: "--domain example.com --namespaced",
    commands: [
      "create api --group cache --version v1 --kind Memcached --image memcached:1.6 --image-container-port 11211",
      "create api --group cache --version v1 --kind Redis --image redis@sha256:" + "0".repeat(64),
    ],
  },
  several: {
    init: "--domain example.com --multigroup",
    commands: [
      "create api --group shop --version v1 --kind Widget --resource --controller",
      "create api --group fleet --version v1alpha1 --kind Zone --namespaced=false --resource --controller",
      "create webhook --group fleet --version v1alpha1 --kind Zone --programmatic-validation",
    ],
  },
  "1e3": {
    init: "",
    commands: [
      "create api --group on.test --version v1 --kind Null --plural yes --resource --controller",
      "create webhook --group core --version v1 --kind Pod --defaulting",
    ],
  },
};

test.for(servers)(
  "config/ of scaffolded projects is accepted by the %s server",
  { timeout: 300_000 },
  async (server) => {
    await using env = await startEnvironment({ server });
    await using kubectl = await createKubectl({ program, kubeconfig: await env.kubeconfig(), edit });

    for (const [name, { init, commands }] of Object.entries(projects)) {
      await using project = await scaffolded(name, init, commands);
      const built = await outputOf(["kustomize", project.path("config/default-with-cert-manager")]);
      for (const part of ["crd", "samples"]) await apply(project.path(`config/${part}`));
      await apply(project.path("config/default"));
      const again = await apply(project.path("config/default"));

      // The kinds of cert-manager are not installed; the kinds of the replacements must be.
      expect(built).not.toMatch(/SERVICE_NAME|CERTIFICATE/);
      expect(built).toContain(`- ${name}-controller-manager-metrics-service.${name}-system.svc\n`);
      expect(changesIn(again)).toEqual([]);
      // No server serves these webhooks here.
      await outputOf([
        "delete",
        "--ignore-not-found",
        "mutatingwebhookconfigurations,validatingwebhookconfigurations",
        "--all",
      ]);
    }

    async function apply(folder: string): Promise<string> {
      if (!existsSync(path.join(folder, "kustomization.yaml"))) return "";
      const stdout = await outputOf(["apply", "--validate=strict", "-k", folder]);
      if (folder.endsWith("/crd")) await outputOf(["wait", "--for=condition=Established", "crd", "--all"]);
      return stdout;
    }

    async function outputOf(args: readonly string[]): Promise<string> {
      const { exitCode, stdout, stderr } = await kubectl.start(args).output;
      expect([args.at(-1), exitCode, stderr]).toEqual([args.at(-1), 0, ""]);
      return stdout;
    }
  },
);

/** The objects that kubectl has changed, without webhook configurations, which it always reports as changed. */
function changesIn(output: string): readonly string[] {
  const lines = output.split("\n").filter((line) => line !== "" && !line.endsWith(" unchanged"));
  return lines.filter((line) => !line.includes("webhookconfiguration."));
}

async function scaffolded(name: string, init: string, commands: readonly string[]) {
  const base = await mkdtemp(path.join(tmpdir(), "kubewright-scaffolded-"));
  const folder = path.join(base, name);
  await mkdir(folder);
  const kubewright = async (words: string): Promise<void> => {
    let errors = "";
    const io = { cwd: folder, env: {}, isTty: false, out: () => {}, err: (text: string) => void (errors += text) };
    const signals = { on: () => {}, off: () => {}, exit: () => expect.unreachable("ended by a signal") };
    const args = words.split(" ").filter((word) => word !== "");
    expect([await run({ args, version: "0.1.0", io, signals }), words], errors).toEqual([0, words]);
  };
  await kubewright(`init --fetch-deps=false ${init}`);
  await symlink(modules, path.join(folder, "node_modules"));
  for (const words of commands) await kubewright(`${words} --make=false`);
  // The lines that users add according to the comment in this file.
  const kustomization = path.join(folder, "config/default/kustomization.yaml");
  const text = await readFile(kustomization, "utf8");
  await writeFile(kustomization, text.replace("resources:\n", "resources:\n  - ../network-policy\n"));
  await kubewright("generate crd object rbac:roleName=manager-role webhook");
  return {
    path: (file: string): string => path.join(folder, file),
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  };
}
