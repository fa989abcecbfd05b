/**
 * Stack traces with the places in the TypeScript sources. The source maps of the bundle are read only when an error is printed, because
 * `process.setSourceMapsEnabled` reads them at each start, which needs 6 MB of memory.
 */
import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import type { SourceMapPayload } from "node:module";
import { fileURLToPath } from "node:url";

/** Replaces `file:///…/x.js:12:5` by the place in the source, for files with a source map beside them. */
export function sourceStack(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replaceAll(/(file:\/\/\S+?\.js):(\d+):(\d+)/gu, (place, url: string, line: string, column: string) => {
    if (!maps.has(url)) maps.set(url, sourceMapOf(url));
    const origin = maps.get(url)?.findOrigin(Number(line), Number(column));
    if (origin === undefined || !("fileName" in origin)) return place;
    return `${new URL(origin.fileName, url).href}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function sourceMapOf(url: string): SourceMap | undefined {
  const file = fileURLToPath(`${url}.map`);
  if (!existsSync(file)) return undefined;
  return new SourceMap(JSON.parse(readFileSync(file, "utf8")) as SourceMapPayload); // Written by the bundler.
}
