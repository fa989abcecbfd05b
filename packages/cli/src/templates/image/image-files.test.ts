import assert from "node:assert/strict";
import { test } from "vitest";

import { imageFiles, nodeFlags } from "./image-files.ts";

test("the image runs the bundle as a non-root user, with a heap relative to the memory limit", () => {
  const dockerfile = imageFiles().find(({ path }) => path === "Dockerfile")?.content ?? "";
  const [build = "", image = ""] = dockerfile.split(/\n\n(?=FROM)/);

  assert.match(build, /^FROM --platform=\$BUILDPLATFORM node:\d+-\S+ AS build$/m);
  assert.match(build, /^RUN npm ci --ignore-scripts$/m);
  assert.match(image, /^FROM gcr\.io\/distroless\/nodejs\d+-debian12:nonroot$/m);
  assert.match(image, /^USER 65532:65532$/m);
  const entrypoint = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(image)?.[1] ?? "[]") as readonly string[];
  assert.deepEqual(entrypoint, [
    "/nodejs/bin/node",
    "--permission",
    "--allow-fs-read=*",
    "--disable-proto=delete",
    "--max-old-space-size-percentage=75",
    "--max-semi-space-size=4",
    "/app/main.js",
  ]);
});

test("the build context has only the files that the program needs", () => {
  const patterns =
    imageFiles()
      .find(({ path }) => path === ".dockerignore")
      ?.content.split("\n") ?? [];

  assert.ok(patterns.indexOf("**") < patterns.indexOf("!**/*.ts"));
  assert.ok(patterns.indexOf("!**/*.ts") < patterns.indexOf("**/*.test.ts"));
  assert.ok(patterns.indexOf("!**/*.json") < patterns.indexOf("**/node_modules"));
});

test("the flags of Node allow the network only in versions with network permissions", () => {
  assert.ok(!nodeFlags(24).includes("--allow-net"));
  assert.ok(nodeFlags(25).includes("--allow-net"));
  assert.ok(nodeFlags(26).includes("--allow-net"));
});
