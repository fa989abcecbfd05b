// A server of static files on loopback, for a look at the website and for its test.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { once } from "node:events";
import path from "node:path";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Serves a folder below a path such as "/docs/" (default: "/"). Requests for a folder return its index.html, those for a missing file the folder's 404.html. */
export async function startFolderServer(
  folder: string,
  base = "/",
): Promise<AsyncDisposable & { readonly address: string }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    void fileAt(folder, base, pathname).then((file) => {
      const shown = file ?? path.join(folder, "404.html");
      response.writeHead(file === undefined ? 404 : 200, {
        "content-type": types[path.extname(shown)] ?? "application/octet-stream",
      });
      createReadStream(shown)
        .on("error", () => response.end())
        .pipe(response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${portOf(server)}${base}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Serves a folder until the process ends. */
export async function serveFolder(folder: string): Promise<void> {
  const server = await startFolderServer(folder);
  process.stdout.write(`Serving ${server.address} until Ctrl-C\n`);
}

async function fileAt(folder: string, base: string, pathname: string): Promise<string | undefined> {
  if (!pathname.startsWith(base)) return undefined;
  const target = path.join(folder, decodeURIComponent(pathname.slice(base.length)));
  if (path.relative(folder, target).startsWith("..")) return undefined;
  const found = await stat(target).catch(() => undefined);
  if (found === undefined) return undefined;
  return found.isDirectory() ? fileAt(folder, base, path.posix.join(pathname, "index.html")) : target;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("Cannot read the port: the server does not listen on TCP");
  return address.port;
}
