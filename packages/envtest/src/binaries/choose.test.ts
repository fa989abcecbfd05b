import { expect, test } from "vitest";
import { chooseBinaries } from "./choose.ts";
import type { BinariesItem } from "./item.ts";
import { itemName, parseItemName } from "./item.ts";
import type { BinariesRelease } from "./release-index.ts";
import { parseVersionSpec } from "./version.ts";

const installed = ["1.31.0-linux-amd64", "1.30.3-linux-amd64", "1.30.0-linux-amd64", "1.33.0-darwin-arm64"].map(itemOf);
const available = ["1.33.0-darwin-arm64", "1.32.1-linux-amd64", "1.31.0-linux-amd64", "1.30.4-linux-amd64"].map(
  releaseOf,
);

test.each([
  { spec: "1.30.3", choice: "installed 1.30.3-linux-amd64" },
  { spec: "1.30", choice: "installed 1.30.3-linux-amd64" },
  { spec: "latest-on-disk", choice: "installed 1.31.0-linux-amd64" },
  { spec: "latest-on-disk", os: "*", arch: "*", choice: "installed 1.31.0-linux-amd64" },
  { spec: "latest", installedOnly: true, choice: "installed 1.31.0-linux-amd64" },
  { spec: "1.29", installedOnly: true, choice: "missing" },
  { spec: "latest", choice: "ask" },
  { spec: "1.30.x!", choice: "ask" },
  { spec: "1.29", choice: "ask" },
  { spec: "1.30.3", force: true, choice: "ask" },
  { spec: "1.30.3", arch: "arm64", choice: "ask" },
  { spec: "1.30.3!", choice: "installed 1.30.3-linux-amd64" },
])("chooseBinaries($spec) without the index: $choice", ({ choice, ...asked }) => {
  expect(textOf(chooseBinaries(specOf(asked), installed))).toBe(choice);
});

test.each([
  { spec: "latest", choice: "download 1.32.1-linux-amd64" },
  { spec: "1.30.x!", choice: "download 1.30.4-linux-amd64" },
  { spec: "1.31.x!", choice: "installed 1.31.0-linux-amd64" },
  { spec: "1.31", force: true, choice: "download 1.31.0-linux-amd64" },
  { spec: "<1.31", force: true, choice: "download 1.30.4-linux-amd64" },
  { spec: "1.29", choice: "missing" },
  { spec: "1.32", arch: "arm64", choice: "missing" },
  { spec: "latest", os: "darwin", arch: "arm64", choice: "installed 1.33.0-darwin-arm64" },
])("chooseBinaries($spec) with the index: $choice", ({ choice, ...asked }) => {
  expect(textOf(chooseBinaries(specOf(asked), installed, available))).toBe(choice);
});

test("an installed version that is no longer in the index is chosen as the newest", () => {
  expect(textOf(chooseBinaries(specOf({ spec: "1.30.x!" }), installed, []))).toBe("installed 1.30.3-linux-amd64");
});

interface Asked {
  readonly spec: string;
  readonly os?: string;
  readonly arch?: string;
  readonly force?: boolean;
  readonly installedOnly?: boolean;
}

function specOf({ spec, os = "linux", arch = "amd64", force = false, installedOnly = false }: Asked) {
  const parsed = parseVersionSpec(spec);
  return { ...parsed, platform: { os, arch }, force, installedOnly: installedOnly || parsed.installedOnly };
}

function textOf(choice: ReturnType<typeof chooseBinaries>): string {
  if (choice.kind === "installed") return `installed ${itemName(choice.item)}`;
  return choice.kind === "download" ? `download ${itemName(choice.release)}` : choice.kind;
}

function itemOf(name: string): BinariesItem {
  const item = parseItemName(name);
  if (!item) throw new Error(`${name} is not an item`);
  return item;
}

function releaseOf(name: string): BinariesRelease {
  return { ...itemOf(name), url: "https://example.dev/archive.tar.gz", sha512: "" };
}
