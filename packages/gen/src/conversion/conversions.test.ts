import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { test } from "vitest";

import { ConversionError, convertObject } from "@kubewright/webhook";
import { createShipSpoke } from "../../testdata/conversion/api/v1/zz_generated.conversion.ship.ts";
import type { ShipFromHub, ShipToHub } from "../../testdata/conversion/api/v1/zz_generated.conversion.ship.ts";
import { shipSpoke } from "../../testdata/conversion/api/v1/ship-conversion.ts";
import { verifyArtifacts } from "../artifacts/artifact.ts";
import { createDiskFileHost } from "../files/disk-file-host.ts";
import { joinPath } from "../files/join-path.ts";
import { generateInMemory } from "../testdata/generate-in-memory.ts";
import { generate } from "../generate.ts";

const root = joinPath(import.meta.dirname, "../../testdata/conversion");

test("conversions and their tests match the golden files", () => {
  const host = createDiskFileHost();

  const artifacts = generate({ host, root, generators: [{ name: "object" }, { name: "conversion" }] });

  assert.deepEqual(
    artifacts.map(({ path }) => path),
    [
      "api/v1/zz_generated.conversion.ship.test.ts",
      "api/v1/zz_generated.conversion.ship.ts",
      "api/v1/zz_generated.ship.ts",
      "api/v2/zz_generated.ship.ts",
    ],
  );
  assert.deepEqual(verifyArtifacts(host, root, artifacts), []);
});

test("fields with the same name and type are copied, at any depth, and the author's functions convert the others", () => {
  const spec = {
    name: "a",
    width: 1,
    length: 2,
    masts: [{ name: "m", height: 9, sails: 3 }],
    holds: { aft: { grain: true } },
  };
  const about = { apiVersion: "sea.example.com/v1", kind: "Ship", metadata: { name: "a", uid: "1" } };
  const ship = { ...about, spec, status: { anchored: true } };

  const converted = convertObject([shipSpoke], ship, "sea.example.com/v2");

  assert.deepEqual(converted, {
    apiVersion: "sea.example.com/v2",
    kind: "Ship",
    metadata: { name: "a", uid: "1" },
    spec: {
      name: "a",
      size: { width: 1, length: 2 },
      masts: [{ name: "m", height: 9, sails: "3" }],
      holds: { aft: { grain: "yes" } },
    },
    status: { anchored: true },
  });
});

test("a partial object, as server-side apply converts it, stays partial", () => {
  const about = { apiVersion: "sea.example.com/v2", kind: "Ship" };
  const parts = [
    { ...about, status: { anchored: true } },
    { ...about, metadata: { labels: { crew: "brave" } }, spec: { name: "a" } },
  ];

  const converted = parts.map((part) => convertObject([shipSpoke], part, "sea.example.com/v1"));

  assert.equal(
    JSON.stringify(converted),
    JSON.stringify([
      { apiVersion: "sea.example.com/v1", kind: "Ship", metadata: {}, status: { anchored: true } },
      {
        apiVersion: "sea.example.com/v1",
        kind: "Ship",
        metadata: { labels: { crew: "brave" } },
        spec: { name: "a" },
      },
    ]),
  );
});

test("the generated test passes for a conversion that loses nothing", async () => {
  const file = `${root}/api/v1/zz_generated.conversion.ship.test.ts`;

  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=source", "--test", file], { env: {} });

  assert.match(stdout, /pass 2\n/);
}, 60_000);

test("the compiler requires every conversion that is not generated", () => {
  const spoke = shipSpoke;
  // @ts-expect-error the conversion of size is missing
  const toHub: ShipToHub = {
    "spec.masts[]": () => ({ sails: undefined }),
    "spec.holds{}": () => ({ grain: undefined }),
    'spec.it"s; evil(); */': () => ({ c: undefined }),
  };
  // @ts-expect-error the optional fields motto and speed are missing
  const optional: Pick<ShipFromHub, "spec"> = { spec: () => ({ width: 1, length: 2 }) };
  // @ts-expect-error a width is not a string
  const width: Pick<ShipFromHub, "spec"> = { spec: () => ({ width: "1", length: 2, motto: undefined, speed: "fast" }) };

  assert.equal(typeof createShipSpoke, "function");
  assert.equal(spoke.hub.version, "v2");
  assert.ok([toHub, optional, width]);
  assert.throws(
    () => convertObject([spoke], { kind: "Ship", apiVersion: "sea.example.com/v1" }, "v9"),
    ConversionError,
  );
});

const version = (name: string, markers: string, field: string): string => `
  import type { KubernetesObject } from "@kubewright/apimachinery";
  /**
   * @kubebuilder:object:root=true
   * @groupName=example.com
   * @versionName=${name}
   * ${markers}
   */
  export interface Thing extends KubernetesObject { readonly spec?: { readonly name?: string; ${field} } }
`;

test("a version without differences needs no conversion functions and has no unused import", () => {
  const others = { "api/v2/types.ts": version("v2", "@kubebuilder:storageversion", "") };

  const [, conversion] = generateInMemory(version("v1", "", ""), { others, generators: [{ name: "conversion" }] });

  assert.match(conversion?.content ?? "", /import \{ annotate, copyFields \} from/);
  assert.match(conversion?.content ?? "", /\.\.\.copyFields\(from, \["spec"\]\),/);
  assert.doesNotMatch(conversion?.content ?? "", /fill\.toHub\)/);
});

test("k8s:conversion-gen=false generates no conversion for a version, and a kind without a storage version is rejected", () => {
  const others = { "api/v2/types.ts": version("v2", "@kubebuilder:storageversion", "") };
  const generators = [{ name: "conversion" }] as const;

  assert.deepEqual(generateInMemory(version("v1", "@k8s:conversion-gen=false", ""), { others, generators }), []);
  assert.throws(
    () => generateInMemory(version("v1", "", ""), { others: { "api/v2/types.ts": version("v2", "", "") }, generators }),
    /"Thing" has 2 versions: write "@kubebuilder:storageversion" on exactly one/,
  );
});
