// `make registry`: the packages of this checkout as a registry on loopback, until Ctrl-C, to try `npx kubewright init` in an empty folder before
// the packages are published.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildAndPack } from "../pack/build-and-pack.ts";
import { startPackageRegistry } from "./package-registry.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const stopped = new Promise<void>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
});

const folder = await mkdtemp(path.join(tmpdir(), "kubewright-registry-"));
try {
  process.stdout.write("Building and packing the packages (half a minute)\n");
  await using registry = await startPackageRegistry({ packed: await buildAndPack(repository, folder), repository });
  process.stdout.write(
    `Serving them at ${registry.url}\n\nIn another terminal, in an empty folder:\n\n` +
      `  export npm_config_registry=${registry.url} PATH=${path.dirname(process.execPath)}:$PATH\n` +
      "  npx kubewright init --domain example.com\n\nCtrl-C stops it.\n",
  );
  await stopped;
} finally {
  await rm(folder, { recursive: true, force: true });
}
