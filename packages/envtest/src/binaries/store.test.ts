// The store, with archives that the system's tar writes: which files exist afterwards.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { createSeededRandom } from "@kubewright/async";
import { expect, test } from "vitest";
import { itemName } from "./item.ts";
import { defaultStoreFolder, openBinariesStore } from "./store.ts";

const item = { version: { major: 1, minor: 30, patch: 0 }, platform: { os: "linux", arch: "amd64" } };

test("add() leaves the programs, and nothing else, in the folder that setup-envtest would use", async () => {
  await using fixture = await startFixture();
  const archive = await fixture.archive({ etcd: "e", "kube-apiserver": "a", kubectl: "k", "LICENSE.txt": "l" });

  await fixture.add(archive, await sha512(archive));

  const folder = path.join(fixture.root, "k8s", "1.30.0-linux-amd64");
  expect(fixture.store.folderOf(item)).toBe(folder);
  expect((await readdir(folder)).toSorted()).toEqual(["etcd", "kube-apiserver", "kubectl"]);
  expect(await readFile(path.join(folder, "etcd"), "utf8")).toBe("e");
  expect([(await stat(folder)).mode & 0o777, (await stat(path.join(folder, "etcd"))).mode & 0o777]).toEqual([
    0o555, 0o555,
  ]);
  expect(await fixture.names()).toEqual(["1.30.0-linux-amd64"]);
  expect((await fixture.store.list()).map(itemName)).toEqual(["1.30.0-linux-amd64"]);
});

test("add() replaces an installed version, and remove() deletes it", async () => {
  await using fixture = await startFixture();
  await fixture.add(await fixture.archive({ etcd: "old", "kube-apiserver": "old", kubectl: "old" }));

  await fixture.add(await fixture.archive({ etcd: "new", "kube-apiserver": "new" }));
  const after = await readdir(fixture.store.folderOf(item));
  await fixture.store.remove(item);
  await fixture.store.remove(item);

  expect(after.toSorted()).toEqual(["etcd", "kube-apiserver"]);
  expect(await fixture.names()).toEqual([]);
});

test("an archive with another checksum is not unpacked, and the installed version stays", async () => {
  await using fixture = await startFixture();
  await fixture.add(await fixture.archive({ etcd: "old", "kube-apiserver": "old" }));

  const adding = fixture.add(await fixture.archive({ etcd: "new", "kube-apiserver": "new" }), "0".repeat(128));

  await expect(adding).rejects.toThrow(`expected ${"0".repeat(128)}: it is damaged, or not the published archive`);
  expect(await readFile(path.join(fixture.store.folderOf(item), "etcd"), "utf8")).toBe("old");
  expect(await fixture.names()).toEqual(["1.30.0-linux-amd64"]);
});

test("a folder in /proc is an error, and does not block the program", async () => {
  await using fixture = await startFixture();
  const archive = await fixture.archive({ etcd: "e" });
  const store = openBinariesStore("/proc/kubewright/binaries");

  const adding = store.add(item, createReadStream(archive), { random: createSeededRandom("proc") });

  await expect(adding).rejects.toThrow(/^[A-Z]+: .*mkdir '\/proc/u); // Of Linux: ENOENT.
});

test("an interrupted download leaves no files", async () => {
  await using fixture = await startFixture();
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("the beginning");
    throw new Error("connection lost");
  }

  await expect(fixture.store.add(item, broken(), { random: createSeededRandom(1) })).rejects.toThrow("connection lost");

  expect(await fixture.names()).toEqual([]);
});

test("an aborted installation leaves no files", async () => {
  await using fixture = await startFixture();
  const controller = new AbortController();
  async function* stopped(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("the beginning");
    controller.abort(new Error("Ctrl-C"));
    yield Buffer.from("more");
  }

  const adding = fixture.store.add(item, stopped(), { random: createSeededRandom(1), signal: controller.signal });

  await expect(adding).rejects.toThrow("Ctrl-C");
  expect(await fixture.names()).toEqual([]);
});

test.each([
  ["text", async () => Buffer.from("not an archive"), "it is not a gzip file, or damaged"],
  ["nothing", async () => Buffer.alloc(0), "damaged"],
  ["a gzip file of something else", async () => gzipSync("x".repeat(600)), "not octal"],
  ["an archive that is cut off", async (whole: Buffer) => whole.subarray(0, whole.length / 2), "damaged"],
])("add() refuses %s and leaves nothing", async (_, make, message) => {
  await using fixture = await startFixture();
  const whole = await readFile(await fixture.archive({ etcd: "e".repeat(5000), "kube-apiserver": "a" }));
  const file = path.join(fixture.root, "given");
  await writeFile(file, await make(whole));

  await expect(fixture.add(file)).rejects.toThrow(message);

  expect(await fixture.names()).toEqual([]);
});

test("add() rejects an archive without kube-apiserver, with a link, or with a path outside of it", async () => {
  await using fixture = await startFixture();
  const source = await fixture.files({ etcd: "e", "kube-apiserver": "a" });
  await symlink("/etc/passwd", path.join(source, "kubectl"));
  const pack = (name: string, ...words: string[]): string => {
    const file = path.join(fixture.root, name);
    execFileSync("tar", ["-czPf", file, "-C", source, ...words]);
    return file;
  };

  const refusals = [
    pack("few.tar.gz", "etcd"),
    pack("link.tar.gz", "."),
    pack("up.tar.gz", "--transform=s,^,../,", "etcd", "kube-apiserver"),
    pack("absolute.tar.gz", path.join(source, "etcd"), path.join(source, "kube-apiserver")),
    pack("twice.tar.gz", "etcd", "kube-apiserver", "--hard-dereference", "--transform=s,passwd,x,", "./etcd"),
  ];
  const messages: string[] = [];
  for (const archive of refusals) messages.push(await fixture.add(archive).then(() => "added", String));

  expect(messages[0]).toContain("there is no kube-apiserver in it");
  expect(messages[1]).toContain('is of type "2": only files and folders are read');
  expect(messages[2]).toContain('the path "../etcd" leads out of it');
  expect(messages[3]).toContain("leads out of it");
  expect(messages[4]).toContain('"etcd" is in it twice');
  expect(await fixture.names()).toEqual([]);
});

test("list() is empty without a store and skips other folders, and removeIncomplete() deletes remains", async () => {
  await using fixture = await startFixture();
  const before = await fixture.store.list();
  for (const name of [
    "1.9.0-linux-amd64",
    "1.10.0-linux-amd64",
    "1.10.0-darwin-arm64",
    "other",
    ".incomplete-1.11.0-linux-amd64-00",
  ]) {
    await mkdir(path.join(fixture.root, "k8s", name), { recursive: true });
  }

  const listed = await fixture.store.list();
  await fixture.store.removeIncomplete();

  expect(before).toEqual([]);
  expect(listed.map(itemName)).toEqual(["1.10.0-darwin-arm64", "1.10.0-linux-amd64", "1.9.0-linux-amd64"]);
  expect(await fixture.names()).toEqual(["1.10.0-darwin-arm64", "1.10.0-linux-amd64", "1.9.0-linux-amd64", "other"]);
});

test.each([
  ["linux", { HOME: "/h" }, "/h/.local/share/kubebuilder-envtest"],
  ["linux", { HOME: "/h", XDG_DATA_HOME: "/x" }, "/x/kubebuilder-envtest"],
  ["darwin", { HOME: "/h" }, "/h/Library/Application Support/io.kubebuilder.envtest"],
  ["win32", { LocalAppData: "/l" }, "/l/kubebuilder-envtest"],
] as const)("the store on %s with %o is %s", (platform, env, expected) => {
  expect(defaultStoreFolder(env, platform)).toBe(expected);
});

test("without the variable of its folder, the store is not found", () => {
  expect(() => defaultStoreFolder({}, "linux")).toThrow("HOME is not set");
});

async function startFixture() {
  const root = await mkdtemp(path.join(tmpdir(), "kubewright-binaries-"));
  const store = openBinariesStore(root);
  let packed = 0;
  async function files(contents: Readonly<Record<string, string>>): Promise<string> {
    const folder = path.join(root, `files-${(packed += 1)}`);
    await mkdir(folder);
    for (const [name, content] of Object.entries(contents))
      await writeFile(path.join(folder, name), content, { mode: 0o755 });
    return folder;
  }
  return {
    root,
    store,
    files,
    async archive(contents: Readonly<Record<string, string>>): Promise<string> {
      const folder = await files(contents);
      const file = `${folder}.tar.gz`;
      execFileSync("tar", ["-czf", file, "-C", folder, "--transform=s,^./,controller-tools/envtest/,", "."]);
      return file;
    },
    add: (file: string, sum?: string) =>
      store.add(item, createReadStream(file), {
        random: createSeededRandom(1),
        ...(sum === undefined ? {} : { sha512: sum }),
      }),
    async names(): Promise<readonly string[]> {
      return (await readdir(path.join(root, "k8s"))).toSorted();
    },
    async [Symbol.asyncDispose]() {
      execFileSync("chmod", ["-R", "u+w", root]);
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function sha512(file: string): Promise<string> {
  return createHash("sha512")
    .update(await readFile(file))
    .digest("hex");
}
