import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, test } from "vitest";
import { createDiskFileHost } from "./disk-file-host.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "disk-file-host-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("a written file has the mode of the file before, and a link is replaced instead of its target", () => {
  const folder = temporaryFolder();
  const host = createDiskFileHost();
  writeFileSync(join(folder, "script"), "old");
  chmodSync(join(folder, "script"), 0o750);
  writeFileSync(join(folder, "target"), "target");
  symlinkSync("target", join(folder, "link"));

  host.writeFile(join(folder, "script"), "new");
  host.writeFile(join(folder, "link"), "new");
  host.writeFile(join(folder, "a/b/new"), "new");

  assert.equal(statSync(join(folder, "script")).mode & 0o777, 0o750);
  assert.deepEqual(
    ["script", "target", "link", "a/b/new"].map((name) => readFileSync(join(folder, name), "utf8")),
    ["new", "target", "new", "new"],
  );
});

test("a file that cannot be written completely keeps its content, and the error names it", () => {
  const folder = temporaryFolder();
  const file = join(folder, "crd.yaml");
  writeFileSync(file, "old");
  const program = `
    import { createDiskFileHost } from ${JSON.stringify(new URL("disk-file-host.ts", import.meta.url).href)};
    try {
      createDiskFileHost().writeFile(${JSON.stringify(file)}, "x".repeat(100_000));
    } catch ({ code, path }) {
      console.log(code, path);
    }`;

  // A limit for the size of files, which fails in the middle of a write, as a full disk does.
  const script = 'ulimit -f 8; exec "$0" --input-type=module --eval "$1"';
  const output = execFileSync("sh", ["-c", script, process.execPath, program], { encoding: "utf8" });

  assert.equal(output.trim(), `EFBIG ${file}`);
  assert.equal(readFileSync(file, "utf8"), "old");
  assert.deepEqual(readdirSync(folder), ["crd.yaml"]);
});

test("a folder in the place of a file is an error, and no temporary file remains", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "crd.yaml"));

  assert.throws(() => createDiskFileHost().writeFile(join(folder, "crd.yaml"), "x"), { code: "EISDIR" });
  assert.deepEqual(readdirSync(folder), ["crd.yaml"]);
});

test("a file in a folder of /proc is an error, and does not block the program", () => {
  const host = createDiskFileHost();

  assert.throws(() => host.writeFile("/proc/kubewright/types/a.ts", ""), /^Error: [A-Z]+: .*mkdir '\/proc/u); // Of Linux: ENOENT.
});
