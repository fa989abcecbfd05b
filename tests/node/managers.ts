/** The processes of the operators on the node: their memory and CPU time, and ways to disturb them. */
import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { Pod } from "@kubewright/api/core/v1";
import { createSystemClock } from "@kubewright/async";
import type { Client } from "@kubewright/client";
import type { Terminal } from "./terminal.ts";

/** A program in a container: the name of its Pod is the name of its host. */
export interface ManagerProcess {
  readonly pid: number;
  readonly example: string;
  readonly pod: string;
  readonly residentMiB: number;
  readonly cpuSeconds: number;
}

const clock = createSystemClock();
const clockTicksPerSecond = 100;

/** Every manager that runs now, by the name of its Pod. */
export async function managerProcesses(): Promise<readonly ManagerProcess[]> {
  const found: ManagerProcess[] = [];
  for (const id of (await readdir("/proc")).filter((name) => /^\d+$/u.test(name))) {
    const read = (name: string) => readFile(`/proc/${id}/${name}`, "utf8").catch(() => ""); // The process may have ended.
    if (!(await read("cmdline")).startsWith("/nodejs/bin/node\0")) continue;
    const [, pod = "", example = ""] =
      /^HOSTNAME=((.+)-controller-manager-.+)$/mu.exec((await read("environ")).replaceAll("\0", "\n")) ?? [];
    const [utime = 0, stime = 0] = (await read("stat"))
      .replace(/^.*\) /su, "")
      .split(" ")
      .slice(11, 13)
      .map(Number);
    const residentKiB = Number(/^VmRSS:\s+(\d+) kB$/mu.exec(await read("status"))?.[1] ?? 0);
    if (example === "" || residentKiB === 0) continue;
    const cpuSeconds = (utime + stime) / clockTicksPerSecond;
    found.push({ pid: Number(id), example, pod, residentMiB: Math.round(residentKiB / 1024), cpuSeconds });
  }
  return found.toSorted((a, b) => (a.pod < b.pod ? -1 : 1));
}

/** A table of the managers: memory, and CPU time since the start of each process. */
export function usageTable(title: string, processes: readonly ManagerProcess[]): string {
  const rows = processes.map(({ example, residentMiB, cpuSeconds }) =>
    [example.padEnd(12), String(residentMiB).padStart(6), cpuSeconds.toFixed(2).padStart(8)].join("  "),
  );
  return [title, "operator        MiB     CPU s", ...rows, ""].join("\n");
}

/** The Pods of leading managers, and one Pod of each operator without leader election. */
export async function leaders(client: Client, examples: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const example of examples) {
    const namespace = `${example}-system`;
    const [lease] = await Array.fromAsync(client.list(Lease, { namespace }));
    const labelSelector = { matchLabels: { "control-plane": "controller-manager" } };
    const [pod] = await Array.fromAsync(client.list(Pod, { namespace, labelSelector }));
    const name = lease?.spec?.holderIdentity?.split("_")[0] ?? pod?.metadata.name;
    if (name === undefined || name === "") throw new Error(`No manager of ${example} leads`);
    found.set(example, name);
  }
  return found;
}

/** `kubectl delete pod` of each leader. */
export async function deleteLeaders(terminal: Terminal, pods: ReadonlyMap<string, string>): Promise<void> {
  for (const [example, pod] of pods) {
    await terminal.kubectl("delete", "pod", pod, `--namespace=${example}-system`, "--wait=false");
  }
}

/** `kill -9` of each leader. */
export async function killLeaders(pods: ReadonlyMap<string, string>): Promise<void> {
  const names = new Set(pods.values());
  const killed = (await managerProcesses()).filter(({ pod }) => names.has(pod));
  for (const { pid } of killed) process.kill(pid, "SIGKILL");
  if (killed.length !== names.size) throw new Error(`Killed ${killed.length} of ${names.size} leaders`);
}

/** Kills the kubelet, calls the function, and starts the kubelet again. */
export async function withoutKubelet(during: () => Promise<void>): Promise<void> {
  const { pid, args } = await kubelet();
  process.kill(pid, "SIGKILL");
  while (await isRunning(pid)) await clock.sleep(10);
  await during();
  const [program = "", ...rest] = args;
  spawn(program, rest, { detached: true, stdio: "ignore" }).unref();
}

async function kubelet(): Promise<{ readonly pid: number; readonly args: readonly string[] }> {
  for (const id of (await readdir("/proc")).filter((name) => /^\d+$/u.test(name))) {
    const args = (await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")).split("\0").slice(0, -1);
    if (args[0]?.endsWith("/kubelet") === true) return { pid: Number(id), args };
  }
  throw new Error("No kubelet runs");
}

/** A process that has ended and was not waited for is a zombie. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return status !== "" && !/\) Z /u.test(status);
}
