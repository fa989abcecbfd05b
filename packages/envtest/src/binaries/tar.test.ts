import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { readTar } from "./tar.ts";

test("readTar() reads what the system's tar writes, in chunks of any size", async () => {
  const archive = execFileSync("tar", [
    "-cf",
    "-",
    "-C",
    path.join(import.meta.dirname, ".."),
    "errors.ts",
    "binaries/tar.ts",
    "binaries/item.ts",
  ]);

  for (const size of [1, 511, 512, 513, archive.length]) {
    const names: string[] = [];
    for await (const { name, kind, size: bytes, content } of readTar(inChunks(archive, size))) {
      names.push(`${kind} ${name} ${bytes === (await lengthOf(content))}`);
    }
    expect(names).toEqual(["file errors.ts true", "file binaries/tar.ts true", "file binaries/item.ts true"]);
  }
});

test("readTar() continues after content that was not read, or only partly", async () => {
  const archive = Buffer.concat([
    member({ name: "a", content: "x".repeat(1500) }),
    member({ name: "b", content: "y".repeat(1500) }),
    member({ name: "c", content: "" }),
    end,
  ]);
  const names: string[] = [];

  for await (const { name, content } of readTar(inChunks(archive, 700))) {
    names.push(name);
    if (name === "b") for await (const _ of content) break;
  }

  expect(names).toEqual(["a", "b", "c"]);
});

test("readTar() skips extended headers with times and attributes", async () => {
  const times = member({ name: "x", type: "x", content: "12 mtime=1.5\n" });
  const members = await Array.fromAsync(readTar(inChunks(Buffer.concat([times, member({ name: "etcd" }), end]), 512)));

  expect(members.map(({ name }) => name)).toEqual(["etcd"]);
});

test("readTar() puts a ustar prefix before the name", async () => {
  const block = member({ name: "etcd", content: "", prefix: "controller-tools/envtest" });

  const { value } = await readTar(inChunks(Buffer.concat([block, end]), 512)).next();

  expect(value).toMatchObject({ name: "controller-tools/envtest/etcd", kind: "file" });
});

test.each([
  ["a symbolic link", member({ name: "etcd", type: "2" }), 'is of type "2"'],
  ["a hard link", member({ name: "etcd", type: "1" }), 'is of type "1"'],
  ["a device", member({ name: "etcd", type: "3" }), 'is of type "3"'],
  ["extended names", member({ name: "x", type: "x", content: "12 mtime=1.5\n20 path=/etc/passwd\n" }), '"path=…"'],
  ["extended sizes", member({ name: "x", type: "g", content: "9 size=9\n" }), '"size=…"'],
  ["large extended headers", member({ name: "x", type: "x", content: "x".repeat(70_000) }), "of 70000 bytes"],
  ["GNU's long names", member({ name: "././@LongLink", type: "L" }), 'is of type "L"'],
  ["a wrong checksum", Buffer.alloc(512, "a"), "not octal"],
  ["a changed header", changed(member({ name: "etcd" })), "checksum of a header is wrong"],
  ["a cut header", Buffer.alloc(100), "it is cut off"],
  ["cut content", member({ name: "etcd", content: "x".repeat(2000) }).subarray(0, 1200), "it is cut off"],
])("readTar() refuses %s", async (_, archive, message) => {
  await expect(Array.fromAsync(readTar(inChunks(archive, 512)))).rejects.toThrow(message);
});

const end = Buffer.alloc(1024);

interface Member {
  readonly name: string;
  readonly content?: string;
  readonly type?: string;
  readonly prefix?: string;
}

function member({ name, content = "", type = "0", prefix = "" }: Member): Buffer {
  const bytes = Buffer.from(content);
  const block = Buffer.alloc(512 + Math.ceil(bytes.length / 512) * 512);
  block.write(name, 0);
  block.write("0000755\0", 100);
  block.write(bytes.length.toString(8).padStart(11, "0"), 124);
  block.write(type, 156);
  block.write("ustar\x0000", 257);
  block.write(prefix, 345);
  block.write(" ".repeat(8), 148);
  const sum = block.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  bytes.copy(block, 512);
  return block;
}

function changed(block: Buffer): Buffer {
  block[0] = 0x41;
  return block;
}

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function lengthOf(content: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const chunk of content) length += chunk.length;
  return length;
}
