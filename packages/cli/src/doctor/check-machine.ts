/** Checks of the machine: programs, ports, and files that killed processes have left behind. */
import { execFile } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Clock } from "@kubewright/async";
import { nodeVersionMin } from "../templates/versions.ts";
import type { Finding } from "./finding.ts";

export function checkNode(version: string): Finding {
  const major = Number(version.replace(/^v/u, "").split(".", 1)[0]);
  const text = version.replace(/^v/u, "");
  if (major >= Number(nodeVersionMin)) return { name: "Node", state: "ok", text };
  return { name: "Node", state: "error", text, fix: `install Node ${nodeVersionMin} or newer` };
}

export async function checkKubectl(env: NodeJS.ProcessEnv): Promise<Finding> {
  try {
    const { stdout } = await promisify(execFile)("kubectl", ["version", "--client", "--output", "json"], { env });
    const { clientVersion } = JSON.parse(stdout) as { readonly clientVersion?: { readonly gitVersion?: string } };
    return { name: "kubectl", state: "ok", text: clientVersion?.gitVersion ?? "found" };
  } catch {
    const fix = "install it to use make deploy and to look at clusters; all other commands work without it";
    return { name: "kubectl", state: "warning", text: "it is not installed, or does not run", fix };
  }
}

/** The port of health probes, which scaffolded operators use by default. */
const probePort = 8081;

export async function checkPort(port: number = probePort): Promise<Finding> {
  const name = `port ${port}`;
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
  if (isFree) return { name, state: "ok", text: "free, for the health probes of an operator" };
  const fix = "end the program that uses it, or start the operator with --health-probe-bind-address=:0";
  return { name, state: "warning", text: "another program uses it, perhaps a running operator", fix };
}

const staleAfterMs = 24 * 60 * 60 * 1000;

/** Folders for temporary keys, which `kubewright dev` removes unless it is killed. */
export async function checkStaleFiles(clock: Clock, folder: string = tmpdir()): Promise<Finding> {
  const names = (await readdir(folder)).filter((name) => /^kubewright-(?:dev|demo)-/u.test(name));
  const stale: string[] = [];
  for (const name of names) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined); // Removed meanwhile.
    if (found && clock.wallTime() - found.mtimeMs > staleAfterMs) stale.push(file);
  }
  if (stale.length === 0) return { name: "stale files", state: "ok", text: `none in ${folder}` };
  return {
    name: "stale files",
    state: "warning",
    text: `${stale.length} in ${folder}`,
    fix: `remove ${stale.join(" ")}`,
  };
}
