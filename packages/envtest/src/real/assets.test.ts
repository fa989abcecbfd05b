import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { binariesPlatform } from "../binaries/item.ts";
import { defaultStoreFolder } from "../binaries/store.ts";
import { assetsFolder, programIn } from "./assets.ts";

test("the folder is that of the option, of the variable, of the newest version installed for this machine, or the default of envtest", async () => {
  const home = await mkdtemp(path.join(tmpdir(), "kubewright-assets-"));
  await using _ = { [Symbol.asyncDispose]: () => rm(home, { recursive: true }) };
  const env = { HOME: home, XDG_DATA_HOME: home, LocalAppData: home };
  const before = await assetsFolder(undefined, env);
  const { os, arch } = binariesPlatform(process);
  const store = path.join(defaultStoreFolder(env, process.platform), "k8s");
  for (const name of [`1.9.0-${os}-${arch}`, `1.10.0-${os}-${arch}`, "1.11.0-plan9-mips"]) {
    await mkdir(path.join(store, name), { recursive: true });
  }

  expect(before).toBe("/usr/local/kubebuilder/bin");
  expect(await assetsFolder(undefined, env)).toBe(path.join(store, `1.10.0-${os}-${arch}`));
  expect(await assetsFolder(undefined, { ...env, KUBEBUILDER_ASSETS: "/own" })).toBe("/own");
  expect(await assetsFolder("/given", { ...env, KUBEBUILDER_ASSETS: "/own" })).toBe("/given");
  expect(await assetsFolder(undefined, {})).toBe("/usr/local/kubebuilder/bin");
});

test("the error for a missing program contains its path and the command to install it", async () => {
  await expect(programIn("/nowhere", "etcd", {})).rejects.toThrow(
    'Cannot start etcd: "/nowhere/etcd" is not an executable file: install it with `npx kubewright envtest use`, set KUBEBUILDER_ASSETS to',
  );
});
