// Our operator, built and started as `kubewright init` deploys it: the scaffold's own bundle, with the flags of its Dockerfile.
import { cp, mkdir, readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { output, repository } from "../processes.ts";
import type { Peer } from "./peers.ts";

/** Creates a project in a new folder, with bench/peers/kubewright as its program, and builds it. The packages must be built. */
export async function buildOurs(folder: string): Promise<Peer> {
  await mkdir(folder);
  const run = (file: string, ...args: readonly string[]): Promise<string> =>
    output(process.execPath, [path.join(repository, file), ...args], { cwd: folder });
  await run("packages/cli/bin/kubewright.js", "init", "--domain=example.com", "--fetch-deps=false");
  await symlink(path.join(repository, "node_modules"), path.join(folder, "node_modules"));
  await cp(path.join(repository, "bench/peers/kubewright"), path.join(folder, "cmd"), { recursive: true });
  await cp(path.join(repository, "bench/peers/stamps.ts"), path.join(folder, "stamps.ts"));
  await run("node_modules/rolldown/bin/cli.mjs", "-c");
  const dockerfile = await readFile(path.join(folder, "Dockerfile"), "utf8");
  return { name: "kubewright", command: commandOf(dockerfile, path.join(folder, "dist")) };
}

/**
 * The command of the image, on this machine. It may also write the file of events and collect garbage at a signal, and it serves no probes.
 *
 * @throws {Error} if the Dockerfile has no ENTRYPOINT that is a list of strings.
 */
export function commandOf(dockerfile: string, dist: string): readonly string[] {
  const found = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile)?.[1];
  if (found === undefined) throw new Error("Cannot start the operator: the Dockerfile has no ENTRYPOINT");
  const [, ...args] = JSON.parse(found) as readonly string[];
  const flags = args.map((arg) => arg.replace(/^\/app\//, `${dist}/`));
  // Node 24, the image's, has no permission for the network. Later ones deny it without this flag.
  const network = process.allowedNodeEnvironmentFlags.has("--allow-net") ? ["--allow-net"] : [];
  const ours = ["--expose-gc", "--allow-fs-write=*", ...network];
  return [process.execPath, ...ours, ...flags, "--health-probe-bind-address=0"];
}

/** The operator with a preloaded meter that writes the longest block of the event loop into the file of events. */
export function reportingBlocks({ name, command: [node = "", ...args] }: Peer): Peer {
  return { name, command: [node, `--require=${path.join(repository, "bench/peers/event-loop-blocks.cts")}`, ...args] };
}
