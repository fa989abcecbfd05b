// The five examples beside each other on a real node, in Pods that keep to the restricted profile, and what each does for its users.
import { readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { imageOf, loadExampleImages } from "./example-images.ts";
import { openTerminal, repository } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";

const examples = ["balancer", "cloud-ide", "crddemo", "i-operator", "myjob"] as const;
const busybox = "kubewright.test/busybox:1";

let terminal: Terminal;

beforeAll(async () => {
  terminal = await openTerminal("examples");
  await loadExampleImages(terminal, examples);
});

afterAll(() => terminal[Symbol.asyncDispose]());

test("the examples become ready as restricted Pods, and lack no right", async () => {
  const { kubectl } = terminal;
  for (const example of examples) await deploy(example);
  await giveSecretsToCloudIde();
  await Promise.all(
    examples.map((example) =>
      kubectl(
        "rollout",
        "status",
        `deployment/${example}-controller-manager`,
        `--namespace=${example}-system`,
        "--timeout=3m",
      ),
    ),
  );

  const profile = String.raw`jsonpath={.metadata.labels.pod-security\.kubernetes\.io/enforce}`;
  for (const example of examples) {
    const log = await kubectl("logs", `deployment/${example}-controller-manager`, `--namespace=${example}-system`);

    expect(await kubectl("get", "namespace", `${example}-system`, "--output", profile)).toBe("restricted");
    expect(log.split("\n").filter((line) => /forbidden/iu.test(line))).toEqual([]);
  }
  const memory = Object.entries(await residentMiB()).map(([example, sizes]) => `${example} ${sizes.join(" and ")}`);
  process.stdout.write(`MiB resident at rest: ${memory.join(", ")}\n`);
});

test("a MyJob runs its Pod to the end", async () => {
  const template = {
    spec: { containers: [{ name: "main", image: busybox, command: ["echo", "done"] }], restartPolicy: "Never" },
  };
  await create("myjob.github.com/v1beta1", "MyJob", "short", { template });

  await terminal.kubectl("wait", "--for=jsonpath={.status.phase}=completed", "myjobs/short", "--timeout=60s");
  expect(await terminal.kubectl("logs", "short")).toBe("done\n");
});

test("an Application gets its Deployment, and one with a wrong image is refused", async () => {
  const application = "core.crd.lixueduan.com/v1";
  await create(application, "Application", "sleeper", { enabled: true, image: busybox });

  const refused = create(application, "Application", "wrong", { enabled: true, image: "Not an image" });
  await expect(refused).rejects.toThrow("invalid image name");
  await terminal.kubectl("wait", "--for=create", "deployment/app-sleeper", "--timeout=60s");
  await terminal.kubectl("rollout", "status", "deployment/app-sleeper", "--timeout=60s");
});

/** As the example's README says, with its image. */
async function deploy(example: string): Promise<void> {
  const variant = example === "cloud-ide" ? "default-with-workspaces" : "default";
  const built = await terminal.kubectl("kustomize", path.join(repository, "examples", example, "config", variant));
  const file = path.join(terminal.folder, `${example}.yaml`);
  await writeFile(file, built.replace("image: controller:latest", `image: ${imageOf(example)}`));
  await terminal.kubectl("apply", "--server-side", "-f", file);
}

async function giveSecretsToCloudIde(): Promise<void> {
  const key = [
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-keyout",
    "tls.key",
    "-out",
    "tls.crt",
  ];
  await terminal.run("openssl", "req", "-x509", "-subj", "/CN=cloud-ide.cloud-ide-system.svc", ...key);
  const token = await terminal.run("openssl", "rand", "-hex", "32");
  const secret = (...words: readonly string[]) =>
    terminal.kubectl("create", "secret", ...words, "--namespace=cloud-ide-system");
  await secret("tls", "cloud-ide-tls", "--cert=tls.crt", "--key=tls.key");
  await secret("generic", "cloud-ide-token", `--from-literal=token=${token.trim()}`);
}

function create(apiVersion: string, kind: string, name: string, spec: object): Promise<string> {
  return terminal.kubectlWith("create", { apiVersion, kind, metadata: { name, namespace: "default" }, spec });
}

/** The memory of each operator's processes, which are this process's neighbours, in MiB. */
async function residentMiB(): Promise<Readonly<Record<string, readonly number[]>>> {
  const found: Record<string, number[]> = {};
  for (const id of (await readdir("/proc")).filter((name) => /^\d+$/u.test(name))) {
    const fileOf = (name: string) => readFile(`/proc/${id}/${name}`, "utf8").catch(() => ""); // It may have ended.
    const example = /^\/nodejs\/bin\/node.*examples\/([^/]+)\/dist/su.exec(await fileOf("cmdline"))?.[1];
    if (example === undefined) continue;
    const size = /^VmRSS:\s+(\d+) kB$/mu.exec(await fileOf("status"))?.[1];
    (found[example] ??= []).push(Math.round(Number(size) / 1024));
  }
  return found;
}
