/**
 * Separate namespaces for a real nginx: a network without connection to the outside, and a private /etc/hosts. Both end with
 * the command that runs in them, so nothing has to be restored.
 */
import { execFile } from "node:child_process";
import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** Debian builds nginx without `stream`, which is in the package libnginx-mod-stream. */
const streamModule = "/usr/lib/nginx/modules/ngx_stream_module.so";

/** The global directives of nginx; its configuration has only `events` and `stream`. */
export const globalDirectives = `load_module ${streamModule}; user root; pid $FOLDER/nginx.pid; error_log stderr;`;

/** Why this machine cannot run nginx in separate namespaces; undefined if it can. */
export async function whyNot(): Promise<string | undefined> {
  try {
    await access(streamModule);
  } catch {
    return `Debian's packages nginx and libnginx-mod-stream are not installed: ${streamModule} is missing`;
  }
  const { code, stderr } = await inNamespace("nginx -v", { hosts: { backend: "fd00::1" } });
  return code === 0 ? undefined : `no network and mount namespace can be made here: ${stderr.trim()}`;
}

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs shell commands in separate namespaces: the loopback interface also has every address of `hosts`, which maps names to
 * addresses. `$FOLDER` is a folder for the files of the commands, with `files` in it.
 */
export async function inNamespace(
  command: string,
  {
    hosts = {},
    files = {},
  }: { readonly hosts?: Readonly<Record<string, string>>; readonly files?: Readonly<Record<string, string>> },
): Promise<Ended> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-nginx-"));
  try {
    const lines = Object.entries(hosts).map(([name, address]) => `${address} ${name}\n`);
    await writeFile(path.join(folder, "hosts"), `127.0.0.1 localhost\n${lines.join("")}`);
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    const addresses = Array.from(new Set(Object.values(hosts)), (address) => `ip -6 address add ${address}/128 dev lo`);
    const script = [
      "set -e",
      "FOLDER=$1",
      "PATH=$PATH:/usr/sbin:/sbin",
      "ip link set lo up",
      ...addresses,
      'mount --bind "$FOLDER/hosts" /etc/hosts',
      command,
    ].join("\n");
    return await run("unshare", [...namespaces, ...asRoot(), "--", "sh", "-c", script, "sh", folder]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** With a PID namespace, so that all its processes end with the command. */
const namespaces = ["--mount", "--net", "--pid", "--fork", "--kill-child=KILL"];

/** A user other than root becomes root of the namespace only. */
function asRoot(): readonly string[] {
  return process.getuid?.() === 0 ? [] : ["--map-root-user"];
}

function run(program: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 120_000, maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = typeof error?.code === "number" ? error.code : error ? 1 : 0;
      resolve({ code, stdout, stderr: error && stderr === "" ? error.message : stderr });
    });
  });
}
