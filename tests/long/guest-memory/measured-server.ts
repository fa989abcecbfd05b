/** A server in a separate process, its resident memory, and a load of ordinary requests. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:http2";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("server.ts", import.meta.url));

export interface MeasuredServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly caCertificate: Buffer;
  readonly authorization: string;
  /** Resident memory in MiB, now and at most since the last `resetPeak`. */
  memory(): Promise<{ readonly now: number; readonly peak: number }>;
  resetPeak(): Promise<void>;
}

interface Kubeconfig {
  readonly clusters: [{ cluster: { server: string; "certificate-authority-data": string } }];
  readonly users: [{ user: { token: string } }];
}

export async function startMeasuredServer(): Promise<MeasuredServer> {
  const child = spawn(process.execPath, ["--conditions=source", program], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const { clusters, users } = JSON.parse(line) as Kubeconfig;
  const { server: url, "certificate-authority-data": authority } = clusters[0].cluster;
  return {
    url,
    port: Number(new URL(url).port),
    caCertificate: Buffer.from(authority, "base64"),
    authorization: `Bearer ${users[0].user.token}`,
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8");
      return { now: fieldOf(status, "VmRSS"), peak: fieldOf(status, "VmHWM") };
    },
    // https://docs.kernel.org/filesystems/proc.html: 5 resets the peak of the resident memory.
    resetPeak: () => writeFile(`/proc/${child.pid}/clear_refs`, "5"),
    async [Symbol.asyncDispose]() {
      const closed = once(child, "close");
      child.stdin.end();
      await closed;
    },
  };
}

function fieldOf(status: string, name: string): number {
  const [, kib = "0"] = new RegExp(`^${name}:\\s+(\\d+) kB`, "mu").exec(status) ?? [];
  return Math.round(Number(kib) / 1024);
}

const maps = "/api/v1/namespaces/default/configmaps";

/** Sends creates, lists and large bodies of an administrator, and deletes the objects. */
export async function sendOrdinaryRequests({ url, caCertificate, authorization }: MeasuredServer): Promise<void> {
  const session = connect(url, { ca: caCertificate });
  const send = async (method: string, path: string, data?: string, name = "a"): Promise<void> => {
    const stream = session.request({
      ":method": method,
      ":path": path,
      authorization,
      "content-type": "application/json",
    });
    stream.resume().end(data === undefined ? undefined : JSON.stringify({ metadata: { name }, data: { data } }));
    await once(stream, "close");
  };
  const together = (count: number, one: (index: number) => Promise<void>): Promise<unknown> =>
    Promise.all(Array.from({ length: count }, (_, index) => one(index)));
  for (let made = 0; made < 4000; made += 100) {
    await together(100, (index) => send("POST", maps, "x".repeat(1000), `map-${made + index}`));
  }
  for (let listed = 0; listed < 100; listed += 10) await together(10, () => send("GET", `${maps}?limit=500`));
  for (let sent = 0; sent < 200; sent += 20) {
    await together(20, () => send("POST", `${maps}?dryRun=All`, "x".repeat(500_000)));
  }
  await send("DELETE", maps);
  session.destroy();
}
