// The duration of `kubewright generate` for a user: a whole process, from the built packages, on a project of twenty
// kinds with their controllers. `--built` uses the existing build of the packages, `--keep` keeps the project and prints its path.
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createDiskFileHost, openGenerateSession, writeArtifacts } from "@kubewright/gen";
import { output, repeat, repository } from "./processes.ts";

const { values } = parseArgs({
  options: { built: { type: "boolean", default: false }, keep: { type: "boolean", default: false } },
});
const runs = 5;
const kinds = 20;
const program = path.join(repository, "packages/cli/bin/kubewright.js");
const words = ["generate", "crd", "rbac:roleName=manager-role", "object", "paths=./..."];

if (!values.built) await output("npm", ["run", "--silent", "build"]);
const project = await mkdtemp(path.join(tmpdir(), "kubewright-generate-"));
try {
  await writeProject(project);
  const times: number[] = [];
  const run = async (extra: readonly string[]): Promise<number> => {
    const before = performance.now();
    await output(process.execPath, [program, ...words, "--root", project, ...extra]);
    const took = performance.now() - before;
    times.push(took);
    return took;
  };
  const first = await run([]);
  const writing = await repeat(runs, async () => {
    await rm(path.join(project, "config"), { recursive: true });
    return run([]);
  });
  const verifying = await repeat(runs, () => run(["--verify"]));
  const again = await incremental(project);
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), load ${loadavg()[0]?.toFixed(1) ?? "?"}`;
  process.stdout.write(
    `generate, ${kinds} kinds, whole process; ${machine}, Node ${process.versions.node}\n` +
      `first run ${format(first)}, median of ${runs} ${format(writing)}, --verify ${format(verifying)}, ` +
      `fastest ${format(Math.min(...times))}; after a change, with --watch: ${format(again)}\n`,
  );
} finally {
  if (values.keep) process.stdout.write(`${project}\n`);
  else await rm(project, { recursive: true, force: true });
}

/** What `--watch` does between a save and the files: a session that has run, and a source of one kind that is another each time. */
async function incremental(root: string): Promise<number> {
  const host = createDiskFileHost();
  const rbac = { name: "rbac", roleName: "manager-role" } as const;
  using session = openGenerateSession({ host, root, generators: [{ name: "crd" }, rbac, { name: "object" }] });
  writeArtifacts(host, root, session.generate());
  let run = 0;
  return await repeat(2 * runs, async () => {
    const text = kindSource(0).replace("How many copies run", `How many copies run, in run ${(run += 1)}`);
    await writeFile(path.join(root, "api/v1/kind0.ts"), text);
    const before = performance.now();
    writeArtifacts(host, root, session.generate());
    return performance.now() - before;
  });
}

function format(milliseconds: number): string {
  return `${milliseconds.toFixed(0)} ms`;
}

/** A project as `npm install` leaves it, but that the packages are links to ours. */
async function writeProject(folder: string): Promise<void> {
  const scope = path.join(folder, "node_modules/@kubewright");
  for (const directory of [scope, path.join(folder, "api/v1"), path.join(folder, "internal/controller")]) {
    await mkdir(directory, { recursive: true });
  }
  for (const name of ["api", "apimachinery"]) {
    await symlink(path.join(repository, "packages", name), path.join(scope, name));
  }
  const compilerOptions = { module: "nodenext", target: "es2024", strict: true, noEmit: true };
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ name: "shop", type: "module" }));
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  await writeFile(path.join(folder, "api/v1/group.ts"), "/** @groupName=shop.example.com */\nexport {};\n");
  for (let index = 0; index < kinds; index += 1) {
    await writeFile(path.join(folder, `api/v1/kind${index}.ts`), kindSource(index));
    await writeFile(path.join(folder, `internal/controller/kind${index}.ts`), controllerSource(index));
  }
}

/** A typical kind: about thirty fields on three levels, every fourth kind with a Pod template. */
function kindSource(index: number): string {
  const hasPods = index % 4 === 0;
  return `import type { ${hasPods ? "PodTemplateSpec, " : ""}LocalObjectReference, ResourceRequirements } from "@kubewright/api/core/v1";
import type { IntOrString, Quantity, Time } from "@kubewright/api/meta/v1";
import type { Condition, Int32, Int64, KubernetesObject, LabelSelector } from "@kubewright/apimachinery";

/** The strategy by which a Kind${index} replaces what it runs. */
export type Kind${index}Strategy = "Recreate" | "RollingUpdate" | "OnDelete";

/** Kind${index}Rollout limits the unavailable replicas during a rollout. */
export interface Kind${index}Rollout {
  /** At most so many, or this share of them, are down at a time. */
  readonly maxUnavailable?: IntOrString;
  /** At most so many more than wanted. */
  readonly maxSurge?: IntOrString;
  /**
   * Seconds before a copy that is ready counts.
   * @kubebuilder:validation:Minimum=0
   * @kubebuilder:default=0
   */
  readonly minReadySeconds?: Int32;
  readonly strategy: Kind${index}Strategy;
}

/** Kind${index}Endpoint is its endpoint. */
export interface Kind${index}Endpoint {
  /**
   * @kubebuilder:validation:MinLength=1
   * @kubebuilder:validation:MaxLength=63
   */
  readonly name: string;
  /** @kubebuilder:validation:Maximum=65535 */
  readonly port: Int32;
  readonly protocol?: "TCP" | "UDP";
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Kind${index}Spec says what is wanted. */
export interface Kind${index}Spec {
  /**
   * How many copies run.
   * @kubebuilder:validation:Minimum=0
   * @kubebuilder:default=1
   */
  readonly replicas?: Int32;
  readonly image: string;
  readonly paused?: boolean;
  readonly selector?: LabelSelector;
  readonly resources?: ResourceRequirements;
  readonly storage?: Quantity;
  readonly deadline?: Time;
  readonly bytesMax?: Int64;
  readonly pullSecrets?: readonly LocalObjectReference[];
  readonly rollout?: Kind${index}Rollout;
  readonly previous?: Pick<Kind${index}Rollout, "maxSurge" | "strategy">;
  /**
   * @listType=map
   * @listMapKey=name
   */
  readonly endpoints?: readonly Kind${index}Endpoint[];
  readonly settings?: { readonly [name: string]: string };${hasPods ? "\n  readonly template: PodTemplateSpec;" : ""}
}

/** Kind${index}Status says what is. */
export interface Kind${index}Status {
  readonly phase?: "Pending" | "Running" | "Failed";
  readonly observedGeneration?: Int64;
  readonly readyReplicas?: Int32;
  /**
   * @listType=map
   * @listMapKey=type
   */
  readonly conditions?: readonly Condition[];
}

/**
 * Kind${index} is one of twenty.
 * @kubebuilder:object:root=true
 * @kubebuilder:subresource:status
 * @kubebuilder:printcolumn:name=Phase,type=string,JSONPath=.status.phase
 */
export interface Kind${index} extends KubernetesObject {
  readonly spec: Kind${index}Spec;
  readonly status?: Kind${index}Status;
}
`;
}

function controllerSource(index: number): string {
  return `import type { Kind${index} } from "../../api/v1/kind${index}.ts";

/**
 * @kubebuilder:rbac:groups=shop.example.com,resources=kind${index}s,verbs=get;list;watch
 * @kubebuilder:rbac:groups=shop.example.com,resources=kind${index}s/status,verbs=patch;update
 */
export function imageOf(object: Kind${index}): string {
  return object.spec.image;
}
`;
}
