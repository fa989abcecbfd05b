import { expect, test } from "vitest";
import { buildPeers } from "./peers.ts";

test("peers without their toolchains are skipped, with the program that is missing", async () => {
  const peers = await buildPeers({ PATH: "/nowhere", KUBEWRIGHT_CACHE: "/nowhere" });

  expect(peers).toEqual([
    { name: "controller-runtime", reason: "go is not installed: install Go 1.26 or newer" },
    { name: "kube-rs", reason: "cargo is not installed: install Rust 1.88 or newer" },
    { name: "client-node", reason: "npm is not installed: install Node.js with npm" },
  ]);
});
