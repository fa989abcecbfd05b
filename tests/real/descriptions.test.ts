// An unmodified kubectl explains built-in types on an embedded cluster: with the descriptions of this project, and with those of Kubernetes once
// `kubewright envtest descriptions` has saved them.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { run } from "kubewright";
import { expect, inject, test } from "vitest";
import { createKubectl } from "../kubectl/kubectl.ts";
import { edit } from "../kubectl/manifests.ts";

const assets = inject("assets") ?? "";

test("a cluster explains built-in types with its own descriptions, and with saved ones in their place", async () => {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-descriptions-"));
  resources.defer(() => rm(folder, { recursive: true }));

  const before = await explainedImage(folder);
  const saved = await start(folder, ["envtest", "descriptions"]).ended;
  const after = await explainedImage(folder);

  expect(before).toMatch(/^FIELD: image <string>$/mu);
  expect(before).toContain("The image, with a tag or a digest.");
  expect(saved.exit).toBe(0);
  expect(saved.printed).toMatch(/^Saved the descriptions of \d{3} types of Kubernetes 1\.36 to /u);
  expect(after).toMatch(/^FIELD: image <string>$/mu);
  expect(after).not.toMatch(/The image, with a tag or a digest\.|<empty>/u);
});

/** Starts a cluster, and ends it once kubectl has explained a field. */
async function explainedImage(folder: string): Promise<string> {
  const cluster = start(folder, ["cluster", "--controllers", "none"]);
  await cluster.introduced;
  const kubeconfig = await readFile(path.join(folder, ".kubewright", "kubeconfig"), "utf8");
  await using kubectl = await createKubectl({ program: path.join(assets, "kubectl"), kubeconfig, edit });
  const { stdout } = await kubectl.start(["explain", "pod.spec.containers.image"]).output;
  cluster.end();
  await cluster.ended;
  return stdout;
}

interface StartedCommand {
  /** Resolves when the command has printed how to use the cluster. */
  readonly introduced: Promise<void>;
  readonly ended: Promise<{ readonly exit: number; readonly printed: string }>;
  readonly end: () => void;
}

/** Starts a command of kubewright whose home and cache are the folder. */
function start(folder: string, args: readonly string[]): StartedCommand {
  const introduced = Promise.withResolvers<void>();
  const printed: string[] = [];
  const print = (text: string): void => {
    printed.push(text);
    if (text.includes("export KUBECONFIG=")) introduced.resolve();
  };
  const env = { HOME: folder, XDG_CACHE_HOME: folder, KUBEBUILDER_ASSETS: assets, PATH: inject("searchPath") };
  const listeners = new Map<string, () => void>();
  const signals = {
    on: (name: string, listener: () => void) => listeners.set(name, listener),
    off: (name: string) => listeners.delete(name),
    exit: (code: number): never => {
      throw new Error(`the process would have ended with ${code}`);
    },
  };
  const io = { cwd: folder, env, isTty: false, out: print, err: print };
  const ended = run({ args, version: "0.0.0", io, signals }).then((exit) => ({ exit, printed: printed.join("") }));
  return { introduced: introduced.promise, ended, end: () => listeners.get("SIGTERM")?.() };
}
