/**
 * Records which places of kube-apiserver's validation the differential cases reach, and lists the others.
 *
 *     npm run validation -- --groups=pod,service --kinds=Pod    records the coverage of these groups, lists the open sites of Pods
 *     npm run validation -- --groups=all                        records all groups, each on a separate server
 *     npm run validation -- --kinds=Service,Node                lists only
 *     npm run validation -- --sites                             reads the places from the source again
 *
 * It needs Go, because it runs a kube-apiserver with coverage (`tools/real/build.sh covered`).
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { formatKubeconfig, startEnvironment, startRealControlPlane } from "@kubewright/envtest";
import type { DifferentialCase } from "../../tests/differential/case.ts";
import { caseCrds, caseGroups } from "../../tests/differential/cases/all-cases.ts";
import { runCase } from "../../tests/differential/run-case.ts";
import { reachedSites } from "./coverage.ts";
import { deviationOf } from "../../tests/differential/validation/deviations/all-deviations.ts";
import {
  kindsOfSite,
  readReached,
  readSites,
  writeReached,
  writeSites,
} from "../../tests/differential/validation/sites.ts";

const { values } = parseArgs({
  options: {
    groups: { type: "string", default: "" },
    kinds: { type: "string", default: "" },
    sites: { type: "boolean", default: false },
  },
});
const run = promisify(execFile);
const tools = fileURLToPath(new URL("../real/", import.meta.url));

if (values.sites) {
  const { stdout } = await run("go", ["run", "."], { cwd: path.join(tools, "validation-sites"), maxBuffer: 2 ** 26 });
  await writeSites(stdout);
}
for (const group of listed(values.groups === "all" ? Object.keys(caseGroups).join(",") : values.groups)) {
  const cases = caseGroups[group];
  if (!cases) throw new Error(`no group is called "${group}", expected one of ${Object.keys(caseGroups).join(", ")}`);
  const reached = await coverageOf(cases);
  await writeReached(group, reached);
  console.error(`${group}: ${reached.length} places reached`);
}
await printUnreached(listed(values.kinds));

function listed(text: string): readonly string[] {
  return text.split(",").filter((word) => word !== "");
}

/** Runs the cases on a separate server, stops it, and reads the recorded coverage. */
async function coverageOf(cases: readonly DifferentialCase[]): Promise<readonly string[]> {
  const noted = await mkdtemp(path.join(tmpdir(), "kubewright-coverage-"));
  try {
    // All started programs inherit the variable; only one of them uses it.
    process.env["GOCOVERDIR"] = noted;
    await runOnCoveredServer(cases, path.join(noted, "kubeconfig"));
    return (await reachedSites(noted, await readSites())).map(({ id }) => id);
  } finally {
    await rm(noted, { recursive: true, force: true });
  }
}

async function runOnCoveredServer(cases: readonly DifferentialCase[], kubeconfig: string): Promise<void> {
  const [assets, covered] = [await built(), await built("covered")];
  await using controlPlane = await startRealControlPlane({
    clock: createSystemClock(),
    random: createSystemRandom(),
    env: { KUBEBUILDER_ASSETS: assets, TEST_ASSET_KUBE_APISERVER: path.join(covered, "kube-apiserver") },
  });
  await writeFile(kubeconfig, formatKubeconfig(controlPlane), { mode: 0o600 });
  await using env = await startEnvironment({ server: "existing", env: { KUBECONFIG: kubeconfig }, crds: caseCrds });
  for (const each of cases) await runCase(env, each);
}

/** The folder with what tools/real/build.sh builds, which takes minutes the first time. */
async function built(...what: readonly string[]): Promise<string> {
  const { stdout } = await run(path.join(tools, "build.sh"), what);
  return stdout.trim();
}

async function printUnreached(kinds: readonly string[]): Promise<void> {
  const reached = new Set([...(await readReached()).values()].flatMap((ids) => [...ids]));
  const sites = await readSites();
  for (const kind of kinds) {
    const own = sites.filter((site) => kindsOfSite(site).some((name) => name === kind));
    const open = own.filter(({ id }) => !reached.has(id) && deviationOf(id) === undefined);
    console.log(`${kind}: ${open.length} of ${own.length} places open`);
    for (const { id, file, line, error, text = "" } of open) {
      console.log(`  ${id}  ${path.basename(file)}:${line}  ${error} ${JSON.stringify(text)}`);
    }
  }
}
