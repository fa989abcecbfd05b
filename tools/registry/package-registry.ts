/**
 * A package registry on loopback with the packages of this repository as they would be published, and the installed third-party
 * packages. A project is then installed as by its user, from names and versions, without access to other hosts.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** One version of a package. */
interface Offer {
  readonly name: string;
  readonly version: string;
  readonly manifest: Readonly<Record<string, unknown>>;
  /** The packed package, created by the first request for it. */
  tarball(): Promise<Uint8Array>;
}

export interface PackageRegistry extends AsyncDisposable {
  /** `http://127.0.0.1:PORT/` */
  readonly url: string;
}

/** Starts a registry with the packages packed in `packed` (tar files of `npm pack`), and those of `node_modules` in `repository`. */
export async function startPackageRegistry(options: {
  readonly packed: readonly string[];
  readonly repository: string;
}): Promise<PackageRegistry> {
  const offers = new Map<string, Map<string, Offer>>();
  for (const offer of [...(await installedPackages(options.repository)), ...(await packedPackages(options.packed))]) {
    const versions = offers.get(offer.name) ?? new Map<string, Offer>();
    offers.set(offer.name, versions.set(offer.version, offer));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = decodeURIComponent((request.url ?? "/").slice(1));
    const [, of, version] = /^-\/(.+)\/([^/]+)\.tgz$/.exec(asked) ?? [];
    if (of !== undefined && version !== undefined) {
      const offer = offers.get(of)?.get(version);
      if (offer !== undefined) return void response.end(await offer.tarball());
    }
    const versions = offers.get(asked);
    if (versions === undefined) return void response.writeHead(404).end("{}");
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(await packument(versions, `http://${request.headers.host ?? ""}`)));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function packument(versions: ReadonlyMap<string, Offer>, url: string): Promise<object> {
  const described = await Promise.all(
    [...versions.values()].map(async ({ name, version, manifest, tarball }) => {
      // npm accepts a version without a digest, so no package is packed for its digest alone.
      const digest = name.startsWith("@kubewright/") || name === "kubewright" ? await tarball() : undefined;
      const integrity = digest && `sha512-${createHash("sha512").update(digest).digest("base64")}`;
      const dist = { tarball: `${url}/-/${name}/${version}.tgz`, ...(integrity !== undefined && { integrity }) };
      return [version, { ...manifest, dist }] as const;
    }),
  );
  const [first] = [...versions.values()];
  return {
    name: first?.name,
    "dist-tags": { latest: [...versions.keys()].at(-1) },
    versions: Object.fromEntries(described),
  };
}

async function packedPackages(files: readonly string[]): Promise<readonly Offer[]> {
  return Promise.all(
    files.map(async (file) => {
      const manifest = manifestIn(await tar(["-xzOf", file, "package/package.json"]));
      return { ...nameOf(manifest), manifest, tarball: () => readFile(file) };
    }),
  );
}

/** The packages of the lock file that are installed here: not those of other platforms. */
async function installedPackages(repository: string): Promise<readonly Offer[]> {
  const lock: unknown = JSON.parse(await readFile(path.join(repository, "package-lock.json"), "utf8"));
  const { packages } = lock as { readonly packages: Readonly<Record<string, { readonly link?: boolean }>> };
  const folders = Object.entries(packages)
    .filter(([at, { link }]) => at.includes("node_modules/") && link !== true)
    .map(([at]) => path.join(repository, at))
    .filter((folder) => existsSync(path.join(folder, "package.json")));
  return Promise.all(
    folders.map(async (folder) => {
      const manifest = manifestIn(await readFile(path.join(folder, "package.json")));
      let packed: Promise<Uint8Array> | undefined;
      const pack = async (): Promise<Uint8Array> =>
        fastGzip(await tar(["-cf", "-", "--exclude=./node_modules", "--transform=s,^\\.,package,", "-C", folder, "."]));
      return { ...nameOf(manifest), manifest, tarball: () => (packed ??= pack()) };
    }),
  );
}

/** With the fastest level: the compiler and the linter are large, and npm reads them once. */
function fastGzip(bytes: Uint8Array): Promise<Uint8Array> {
  return promisify(gzip)(bytes, { level: 1 });
}

function manifestIn(text: Uint8Array): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(Buffer.from(text).toString("utf8"));
  return value as Readonly<Record<string, unknown>>; // A package.json that npm has accepted.
}

function nameOf(manifest: Readonly<Record<string, unknown>>): { readonly name: string; readonly version: string } {
  return { name: String(manifest["name"]), version: String(manifest["version"]) };
}

async function tar(words: readonly string[]): Promise<Uint8Array> {
  const child = spawn("tar", words, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  const output = await buffer(child.stdout);
  const code = await ended;
  if (code !== 0) throw new Error(`Cannot pack: tar ${words.join(" ")} ended with ${code ?? "a signal"}`);
  return output;
}
