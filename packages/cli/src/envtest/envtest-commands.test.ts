// The commands in this process, against an index on loopback with archives of fake programs.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { run } from "../program.ts";

test("use downloads the latest version once, and again only with --force", async () => {
  await using fixture = await startFixture();

  const first = await fixture.envtest("use", "--os", "linux", "--arch", "amd64");
  const again = await fixture.envtest("use", "--os", "linux", "--arch", "amd64");
  const forced = await fixture.envtest("use", "--os", "linux", "--arch", "amd64", "--force");

  const folder = path.join(fixture.bin, "k8s", "1.31.2-linux-amd64");
  expect(first.out).toMatch(/^Version: 1\.31\.2\nOS\/Arch: linux\/amd64\nsha512: [\da-f]{128}\nPath: /);
  expect(first.err).toBe("Downloading 1.31.2 for linux/amd64 …\n");
  expect(again).toMatchObject({ code: 0, out: `Version: 1.31.2\nOS/Arch: linux/amd64\nPath: ${folder}\n`, err: "" });
  expect(forced).toMatchObject({ code: 0, out: first.out });
  expect(fixture.downloads()).toEqual(["1.31.2-linux-amd64", "1.31.2-linux-amd64"]);
  expect(await readFile(path.join(folder, "kube-apiserver"), "utf8")).toBe("kube-apiserver of 1.31.2-linux-amd64");
});

test.each([
  { args: ["use", "1.30.x", "-p", "path"], out: (bin: string) => `${bin}/k8s/1.30.1-linux-amd64` },
  {
    args: ["use", "<1.31", "--print", "env"],
    out: (bin: string) => `export KUBEBUILDER_ASSETS='${bin}/k8s/1.30.1-linux-amd64'\n`,
  },
  { args: ["use", "1.30.0", "-p", "path"], out: (bin: string) => `${bin}/k8s/1.30.0-linux-amd64` },
  { args: ["use", "~1.30.0", "--no-verify", "-p", "path"], out: (bin: string) => `${bin}/k8s/1.30.1-linux-amd64` },
])("kubewright envtest $args prints exactly the expected text", async ({ args, out }) => {
  await using fixture = await startFixture();

  expect(await fixture.envtest(...args, "--os", "linux", "--arch", "amd64")).toMatchObject({
    code: 0,
    out: out(fixture.bin),
  });
});

test("installed versions are used without the network, by flag, variable, latest-on-disk and path", async () => {
  await using fixture = await startFixture();
  await fixture.envtest("use", "1.30.0", "--os", "linux", "--arch", "amd64");
  fixture.loseNetwork();
  const on = ["--os", "linux", "--arch", "amd64"];

  const outputs = [
    await fixture.envtest("use", "-i", "-p", "path", ...on),
    await fixture.envtest("use", "1.30", "-p", "path", ...on),
    await fixture.envtest("use", "latest-on-disk", "-p", "path", ...on),
    await fixture.envtest("path", ...on),
    await fixture.with({ ENVTEST_INSTALLED_ONLY: "1" }).envtest("use", "-p", "path", ...on),
  ];
  const missing = await fixture.envtest("path", "1.31", ...on);
  const offline = await fixture.envtest("use", ...on);

  const folder = path.join(fixture.bin, "k8s", "1.30.0-linux-amd64");
  expect(outputs.map(({ out }) => out)).toEqual([folder, folder, folder, folder, folder]);
  expect(missing).toMatchObject({
    code: 1,
    err: "Cannot use binaries for linux/amd64: no matching version is installed: `kubewright envtest list -i` lists the installed ones\n",
  });
  expect(offline.err).toContain(`Cannot read the index of binaries "${fixture.index}"`);
  expect(offline.err).not.toContain("    at ");
});

test("--use-env uses KUBEBUILDER_ASSETS if the folder contains the programs, or its name contains the version", async () => {
  await using fixture = await startFixture();
  const named = path.join(fixture.bin, "1.29.0-linux-arm64");
  const own = path.join(fixture.bin, "own");
  await mkdir(own);
  for (const program of ["etcd", "kube-apiserver", "kubectl"]) await writeFile(path.join(own, program), "");

  const byName = await fixture.with({ KUBEBUILDER_ASSETS: named }).envtest("use", "--use-env");
  const byPrograms = await fixture.with({ KUBEBUILDER_ASSETS: own, ENVTEST_USE_ENV: "1" }).envtest("use", "-p", "env");
  const overview = await fixture.with({ KUBEBUILDER_ASSETS: own }).envtest("use", "--use-env");
  const empty = await fixture.with({ KUBEBUILDER_ASSETS: fixture.bin }).envtest("use", "-i", "--use-env");

  expect(byName.out).toBe(`Version: 1.29.0\nOS/Arch: linux/arm64\nPath: ${named}\n`);
  expect(byPrograms.out).toBe(`export KUBEBUILDER_ASSETS='${own}'\n`);
  expect(overview.out).toBe(`Version: *\nOS/Arch: */*\nPath: ${own}\n`);
  expect(empty.code).toBe(1);
});

test("list shows installed and downloadable versions, newest first, optionally of all platforms", async () => {
  await using fixture = await startFixture();
  await fixture.envtest("use", "1.30.0", "--os", "linux", "--arch", "amd64");

  const all = await fixture.envtest("list", "--os", "*", "--arch", "*");
  const some = await fixture.envtest("list", "<=1.30", "--os", "linux", "--arch", "amd64", "-i");

  expect(all.out).toBe(
    [
      "(installed)  v1.30.0  linux/amd64",
      "(available)  v1.31.2  darwin/arm64",
      "(available)  v1.31.2  linux/amd64",
      "(available)  v1.30.1  linux/amd64",
      "(available)  v1.30.0  linux/amd64",
      "",
    ].join("\n"),
  );
  expect(some.out).toBe("(installed)  v1.30.0  linux/amd64\n");
});

test("cleanup removes matching versions and the remains of interrupted installations", async () => {
  await using fixture = await startFixture();
  const on = ["--os", "linux", "--arch", "amd64"];
  for (const version of ["1.30.0", "1.30.1", "1.31.2"]) await fixture.envtest("use", version, ...on);
  await mkdir(path.join(fixture.bin, "k8s", ".incomplete-1.31.2-linux-amd64-00"));

  const cleaned = await fixture.envtest("cleanup", "<1.31", ...on);

  expect(cleaned.out).toBe("removed 1.30.1 (linux/amd64)\nremoved 1.30.0 (linux/amd64)\n");
  expect(await readdir(path.join(fixture.bin, "k8s"))).toEqual(["1.31.2-linux-amd64"]);
  expect((await fixture.envtest("cleanup", "<1.31", ...on)).out).toBe("Nothing to remove\n");
});

test("sideload installs an archive from standard input or from a file", async () => {
  await using fixture = await startFixture();
  const archive = await fixture.archive("1.28.0-linux-amd64");
  const on = ["--os", "linux", "--arch", "amd64"];

  const piped = await fixture.with({}, createReadStream(archive)).envtest("sideload", "1.28.0", "-p", "path", ...on);
  const named = await fixture.envtest("sideload", "1.28.1", archive, "-p", "path", ...on);
  const nowhere = await fixture.envtest("sideload", "1.28.2", "nowhere.tar.gz", ...on);
  const vague = await fixture.envtest("sideload", "1.28", archive, ...on);

  expect([piped.out, named.out]).toEqual(
    ["1.28.0", "1.28.1"].map((version) => `${fixture.bin}/k8s/${version}-linux-amd64`),
  );
  expect(nowhere.err).toContain('Cannot sideload from "nowhere.tar.gz": it cannot be read');
  expect(vague.err).toBe('Cannot sideload: "1.28" is not a full version: expected a version such as 1.30.0\n');
  expect((await readdir(path.join(fixture.bin, "k8s"))).toSorted()).toEqual([
    "1.28.0-linux-amd64",
    "1.28.1-linux-amd64",
  ]);
});

test.each([
  {
    args: ["use", "1.31.2", "--os", "linux", "--arch", "amd64"],
    what: { tampered: true },
    text: "it is damaged, or not the published archive",
  },
  {
    args: ["use", "1.31.2", "--os", "linux", "--arch", "amd64"],
    what: { broken: true },
    text: "Cannot download the binaries",
  },
  { args: ["use", "1.27", "--os", "linux", "--arch", "amd64"], what: {}, text: "has no matching version" },
  { args: ["use", "--os", "*"], what: {}, text: 'Cannot use binaries: --os is "*": expected one platform' },
  { args: ["use", "--arch", "../x"], what: {}, text: 'Cannot choose binaries: --arch is "../x": expected a name' },
  { args: ["use", "v1"], what: {}, text: 'Cannot choose a version: "v1" is not a version' },
  { args: ["use", "-i", "--force"], what: {}, text: "--force downloads, and --installed-only does not" },
  {
    args: ["list", "--index", "file:///etc/passwd"],
    what: {},
    text: "expected one that begins with https:// or http://",
  },
])("kubewright envtest $args $what fails with one line and installs nothing", async ({ args, what, text }) => {
  await using fixture = await startFixture(what);

  const { code, err } = await fixture.envtest(...args);

  expect(code).toBe(1);
  expect(err).toContain(text);
  expect(err).not.toContain("    at ");
  expect(await fixture.installed()).toEqual([]);
});

test("version, and invalid arguments", async () => {
  await using fixture = await startFixture();

  expect((await fixture.run("envtest", "version")).out).toBe("kubewright envtest version: v1.2.3\n");
  expect((await fixture.run("envtest", "switch")).code).toBe(2);
  expect((await fixture.run("envtest", "use", "--print", "json")).code).toBe(2);
  expect((await fixture.run("envtest", "use", "--help")).out).toContain("Examples:");
});

const published = ["1.30.0-linux-amd64", "1.30.1-linux-amd64", "1.31.2-linux-amd64", "1.31.2-darwin-arm64"];

interface Faults {
  /** The archives do not match the checksums. */
  readonly tampered?: boolean;
  /** The connection ends in the middle of an archive. */
  readonly broken?: boolean;
}

async function startFixture({ tampered = false, broken = false }: Faults = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-binaries-"));
  const bin = path.join(folder, "bin");
  await mkdir(bin);
  const archives = new Map<string, Buffer>();
  for (const name of published) archives.set(name, await readFile(await archiveIn(folder, name)));
  const downloads: string[] = [];

  const server = createServer((request, response) => {
    const name = /\/archives\/envtest-v(.+)\.tar\.gz$/.exec(request.url ?? "")?.[1];
    if (name === undefined) {
      response.end(request.url === "/index.yaml" ? indexOf(archives, `http://${request.headers.host}`) : "");
      return;
    }
    if (request.url?.startsWith("/moved/")) {
      response.writeHead(302, { location: request.url.slice("/moved".length) }).end();
      return;
    }
    downloads.push(name);
    const bytes = archives.get(name) ?? Buffer.alloc(0);
    if (broken) {
      response.writeHead(200, { "content-length": bytes.length });
      response.write(bytes.subarray(0, 20), () => response.destroy());
    } else response.end(tampered ? bytes.subarray(0, -1) : bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const index = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/index.yaml`;

  const fixtureWith = (env: NodeJS.ProcessEnv, input?: AsyncIterable<Uint8Array>) => {
    const runCommand = async (...args: readonly string[]) => {
      const printed = { out: "", err: "" };
      const io = {
        cwd: folder,
        env,
        isTty: false,
        ...(input ? { input } : {}),
        out: (text: string) => void (printed.out += text),
        err: (text: string) => void (printed.err += text),
      };
      const signals = { on() {}, off() {}, exit: (code: number) => expect.unreachable(`ended with ${code}`) };
      const code = await run({ args, version: "1.2.3", io, signals });
      return { code, ...printed };
    };
    const envtest = (...words: readonly string[]) => {
      const [command = "", ...args] = words;
      const asksIndex = ["use", "list"].includes(command) && !args.includes("--index");
      return runCommand("envtest", command, ...args, "--bin-dir", bin, ...(asksIndex ? ["--index", index] : []));
    };
    return { run: runCommand, envtest };
  };

  return {
    bin,
    index,
    ...fixtureWith({}),
    with: fixtureWith,
    archive: (name: string) => archiveIn(folder, name),
    downloads: () => downloads,
    installed: () => readdir(path.join(bin, "k8s")).catch(() => []),
    loseNetwork: () => void server.close(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      execFileSync("chmod", ["-R", "u+w", folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An archive in the layout of controller-tools: the programs are in a folder of the archive. */
async function archiveIn(folder: string, name: string): Promise<string> {
  const source = path.join(folder, "sources", name);
  const programs = path.join(source, "controller-tools", "envtest");
  await mkdir(programs, { recursive: true });
  for (const program of ["etcd", "kube-apiserver", "kubectl"]) {
    await writeFile(path.join(programs, program), `${program} of ${name}`, { mode: 0o755 });
  }
  const file = path.join(folder, `envtest-v${name}.tar.gz`);
  execFileSync("tar", ["-czf", file, "-C", source, "controller-tools"]);
  return file;
}

function indexOf(archives: ReadonlyMap<string, Buffer>, origin: string): string {
  const releases = [...archives].map(([name, bytes]) => {
    const file = `envtest-v${name}.tar.gz`;
    const hash = createHash("sha512").update(bytes).digest("hex");
    return `  v${name}:\n    ${file}: { hash: ${hash}, selfLink: "${origin}/moved/archives/${file}" }\n`;
  });
  return `releases:\n${releases.join("")}`;
}
