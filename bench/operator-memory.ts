// The memory of an operator: examples/myjob as its image runs it, bundled, against the embedded server. The figures are in docs/decisions and in the
// manager.yaml of every scaffolded project.
//
//     npx node --conditions=source bench/operator-memory.ts [--objects 1000] [--node /path/to/node] [--cgroup /sys/fs/cgroup/memory/NAME]
import { readFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Pod } from "@kubewright/api/core/v1";
import { startEnvironment } from "@kubewright/envtest";
import { rolldown } from "rolldown";
import type { OutputOptions, RolldownOptions } from "rolldown";
import { MyJob } from "../examples/myjob/api/v1beta1/zz_generated.my-job.ts";
import { repository, start } from "./processes.ts";

const { values: flags } = parseArgs({
  options: {
    objects: { type: "string", default: "1000" },
    node: { type: "string", default: process.execPath },
    cgroup: { type: "string" },
    percentage: { type: "string", default: "75" },
  },
});
const namespace = "default";

const folder = await mkdtemp(path.join(tmpdir(), "kubewright-memory-"));
try {
  const program = path.join(folder, "main.js");
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  await bundleExample();
  await measure(program);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Writes the files of the image into the folder. */
async function bundleExample(): Promise<void> {
  const cwd = path.join(repository, "examples/myjob");
  const { default: config } = (await import(path.join(cwd, "rolldown.config.js"))) as {
    default: RolldownOptions & { readonly output: OutputOptions }; // As `kubewright init` writes it.
  };
  const { output, ...input } = config;
  await using bundle = await rolldown({
    ...input,
    cwd,
    resolve: { conditionNames: ["source", "import", "node", "default"] },
  });
  await bundle.write({ ...output, dir: folder });
}

async function measure(program: string): Promise<void> {
  await using env = await startEnvironment({
    server: "embedded",
    crds: [path.join(repository, "examples/myjob/config/crd/bases")],
  });
  const kubeconfig = path.join(folder, "kubeconfig");
  await writeFile(kubeconfig, await env.kubeconfig(), { mode: 0o600 });
  const node = [
    flags.node,
    "--permission",
    "--allow-fs-read=*",
    // Later versions than that of the image need a permission for the network.
    ...(flags.node === process.execPath && process.allowedNodeEnvironmentFlags.has("--allow-net")
      ? ["--allow-net"]
      : []),
    "--disable-proto=delete",
    `--max-old-space-size-percentage=${flags.percentage}`,
    "--max-semi-space-size=4",
  ];
  const args = [...node, program, "--health-probe-bind-address=127.0.0.1:21445", `--kubeconfig=${kubeconfig}`];
  // A shell enters the group, and becomes the program in it.
  const enter = flags.cgroup === undefined ? "" : `echo $$ > ${flags.cgroup}/cgroup.procs; `;
  await using operator = start("/bin/sh", ["-c", `${enter}exec "$@"`, "sh", ...args]);
  await until(async () => (await fetch("http://127.0.0.1:21445/readyz").catch(() => undefined))?.ok === true);
  await sleep(10_000);
  await report("idle", operator.pid);

  const count = Number(flags.objects);
  const names = Array.from({ length: count }, (_, index) => `job-${index}`);
  for (const name of names) {
    await env.client.create(MyJob, {
      metadata: { namespace, name },
      spec: { template: { spec: { containers: [{ name: "pi", image: "perl" }], restartPolicy: "Never" } } },
    });
  }
  await until(async () => (await Array.fromAsync(env.client.list(Pod, { namespace }))).length >= count);
  await report(`${count} created`, operator.pid);
  await sleep(10_000);
  await report("after ten quiet seconds", operator.pid);

  for (let round = 0; round < 5; round += 1) {
    for (const name of names) {
      await env.client.patch(
        MyJob,
        { namespace, name },
        { type: "merge", body: { metadata: { labels: { round: String(round) } } } },
      );
    }
  }
  await report("each changed five times", operator.pid);
}

async function report(when: string, pid: number): Promise<void> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const mebibytes = (field: string): number =>
    Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  const group =
    flags.cgroup === undefined
      ? ""
      : `, group's peak ${Math.round(Number(await readFile(`${flags.cgroup}/memory.max_usage_in_bytes`, "utf8")) / 2 ** 20)} MiB`;
  process.stdout.write(`${when}: resident ${mebibytes("VmRSS")} MiB, peak ${mebibytes("VmHWM")} MiB${group}\n`);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error("Cannot measure: what is waited for did not come in 120 s");
    await sleep(100);
  }
}
