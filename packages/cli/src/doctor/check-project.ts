/** Checks of the current folder: the packages of a project, and the kubeconfig of its cluster. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Clock } from "@kubewright/async";
import { clusterOfFile } from "../cluster/cluster-of-file.ts";
import { defaultKubeconfig } from "../cluster/kubeconfig-file.ts";
import type { Finding } from "./finding.ts";

/** Compares the installed packages of Kubewright with the version of this command: they are tested together. */
export async function checkPackages(cwd: string, version: string): Promise<Finding> {
  const name = "packages";
  const manifest = await manifestAt(path.join(cwd, "package.json"));
  if (!manifest) return { name, state: "ok", text: "this folder is not a project" };
  const names = ["dependencies", "devDependencies"]
    .flatMap((field) => Object.keys(fieldsOf(manifest[field])))
    .filter((each) => each === "kubewright" || each.startsWith("@kubewright/"));
  const installed = await Promise.all(
    names.map(async (each) => {
      const found = await manifestAt(path.join(cwd, "node_modules", each, "package.json"));
      return { name: each, version: typeof found?.["version"] === "string" ? found["version"] : undefined };
    }),
  );
  const missing = installed.filter((each) => each.version === undefined);
  if (missing.length > 0) {
    const text = `${missing.map((each) => each.name).join(", ")} ${missing.length === 1 ? "is" : "are"} not installed`;
    return { name, state: "error", text, fix: "run npm install" };
  }
  const others = installed.filter((each) => each.version !== version);
  if (others.length > 0) {
    const text = `${others.map((each) => `${each.name} ${each.version}`).join(", ")}, and this command is ${version}`;
    return { name, state: "warning", text, fix: `set all packages of Kubewright in package.json to the same version` };
  }
  return { name, state: "ok", text: `${names.length} of Kubewright, version ${version}` };
}

/** @throws the error of the file system if the kubeconfig cannot be read. */
export async function checkKubeconfig(cwd: string, clock: Clock): Promise<Finding> {
  const name = "kubeconfig";
  const file = path.join(cwd, defaultKubeconfig);
  const found = await clusterOfFile(file, clock);
  switch (found.kind) {
    case "absent":
      return { name, state: "ok", text: "no cluster of this folder is running" };
    case "running":
      return { name, state: "ok", text: `the cluster at ${found.cluster.server} is running` };
    case "silent": {
      const text = `the cluster at ${found.cluster.server} does not answer`;
      return { name, state: "warning", text, fix: `try again, or end process ${found.cluster.processId}` };
    }
    case "ended": {
      const text = `the cluster of ${defaultKubeconfig} has ended without removing it`;
      return { name, state: "warning", text, fix: "start a cluster, which replaces it, or remove it" };
    }
    case "foreign": {
      const text = `${defaultKubeconfig} is not as Kubewright has written it`;
      return { name, state: "error", text, fix: "remove it, or start clusters with --kubeconfig" };
    }
  }
}

async function manifestAt(file: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    return fieldsOf(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return undefined; // There is no such file, or it is not JSON.
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
