// A protobuf-only client in Go and the client of controller-runtime get the same results on both servers. They are built once, into a cache outside
// the checkout.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startEnvironment } from "@kubewright/envtest";
import { beforeAll, expect, inject, test } from "vitest";

const run = promisify(execFile);
const buildScript = fileURLToPath(new URL("../../tools/real/build-program.sh", import.meta.url));
const buildTimeMs = 1_200_000;

/** The output of the client, by section. */
type Story = ReadonlyMap<string, readonly string[]>;

const sections = ["kinds", "subresources", "reviews", "informers", "controller-runtime", "events", "leader-election"];

let embedded: Story;
let real: Story;

beforeAll(async () => {
  const { stdout } = await run(buildScript, ["go-client"]);
  const program = stdout.trim();
  await using env = await startEnvironment({ server: "embedded" });
  embedded = await tell(program, await env.kubeconfig());
  real = await storyOf(program, inject("kubeconfig") ?? "");
}, buildTimeMs);

test.for(sections)("a client in Go sees the same of both servers: %s", (section) => {
  expect(real.get(section)?.length).toBeGreaterThan(1);
  expect(embedded.get(section)).toEqual(real.get(section));
});

async function tell(program: string, kubeconfig: string): Promise<Story> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-go-"));
  try {
    const file = path.join(folder, "kubeconfig");
    await writeFile(file, kubeconfig, { mode: 0o600 });
    return await storyOf(program, file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function storyOf(program: string, kubeconfig: string): Promise<Story> {
  const namespace = `go-client-${randomBytes(4).toString("hex")}`; // The real server is that of the whole lane.
  const { stdout } = await run(program, [kubeconfig, namespace], { maxBuffer: 2 ** 24 });
  const parts = stdout.replaceAll(namespace, "<namespace>").split(/^== /mu).slice(1);
  return new Map(
    parts.map((part) => {
      const [section = "", ...lines] = part.trimEnd().split("\n");
      return [section, lines];
    }),
  );
}
