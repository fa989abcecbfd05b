/** @internal Projects for tests of `kubewright dev`: a small one whose operator does nothing, or a copy of an example. */
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { createClient, createTransportFor, loadConfig } from "@kubewright/client";
import type { Client } from "@kubewright/client";

import { startFixture } from "./command-fixture.ts";
import type { CommandFixture } from "./command-fixture.ts";

const repository = fileURLToPath(new URL("../../../../", import.meta.url));

export interface DevFixture extends CommandFixture {
  /** Writes a file of the project. */
  write(file: string, text: string): Promise<void>;
  /** Waits until a program has written a line to a file of the project, and returns its content. */
  untilWritten(file: string): Promise<string>;
  /** Runs `kubewright dev` in the project. */
  dev(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<number>;
  /** Connects to the embedded cluster with its kubeconfig. */
  reach(): Promise<AsyncDisposable & { readonly client: Client; readonly clock: Clock }>;
}

/** The source of the only kind in the small project, with these fields in its spec. */
export function thingSource(fields: string): string {
  return `import type { Int32, KubernetesObject } from "@kubewright/apimachinery";
export interface ThingSpec { ${fields} }
/** @kubebuilder:object:root=true */
export interface Thing extends KubernetesObject { readonly spec?: ThingSpec; readonly unused?: Int32; }
`;
}

const smallProject = {
  "package.json": '{ "type": "module", "kubewright": { "generate": ["crd", "object"] } }',
  "api/v1/groupversion-info.ts": "/**\n * @groupName=example.dev\n * @versionName=v1\n */\nexport {};\n",
  "api/v1/thing.ts": thingSource("readonly size?: Int32;"),
  "internal/greeting.ts": "export const greeting = process.argv[3];\n",
  "cmd/main.ts": `
import { appendFileSync } from "node:fs";
import { greeting } from "../internal/greeting.ts";
appendFileSync("pids", process.pid + "\\n");
const timer = setInterval(() => {}, 1_000_000);
process.once("SIGTERM", () => { console.log("ended in order"); clearInterval(timer); });
console.log(greeting, "from thing");
`,
};

/** A project with one kind, whose operator prints a greeting, writes its process id to the file "pids", and waits for SIGTERM. */
export async function startSmallProject(): Promise<DevFixture> {
  const fixture = await startIn(() => Promise.resolve());
  for (const [file, text] of Object.entries(smallProject)) await fixture.write(file, text);
  return fixture;
}

/** A copy of an example. */
export function startExample(name: string): Promise<DevFixture> {
  return startIn((folder) => cp(path.join(repository, "examples", name), folder, { recursive: true }));
}

async function startIn(fill: (folder: string) => Promise<void>): Promise<DevFixture> {
  const fixture = await startFixture();
  const { folder } = fixture;
  await fill(folder);
  await symlink(path.join(repository, "node_modules"), path.join(folder, "node_modules"));
  return {
    ...fixture,
    async write(file, text) {
      await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    },
    async untilWritten(file) {
      const clock = createSystemClock();
      for (;;) {
        const text = await readFile(path.join(folder, file), "utf8").catch(() => "");
        if (text.endsWith("\n")) return text;
        await clock.sleep(10);
      }
    },
    dev: (words, env = {}) => fixture.run(["dev", ...words], { NODE_OPTIONS: "--conditions=source", ...env }),
    async reach() {
      const clock = createSystemClock();
      const config = await loadConfig({ env: {}, kubeconfig: path.join(folder, ".kubewright/kubeconfig"), clock });
      const transport = createTransportFor(config);
      const client = createClient({ transport, clock, random: createSystemRandom() });
      return { client, clock, [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose]() };
    },
  };
}
