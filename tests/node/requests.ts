/** Plain HTTP requests, each on a new connection, because nginx distributes connections. */
import { get } from "node:http";
import { text } from "node:stream/consumers";
import type { IncomingMessage } from "node:http";

const timeoutMs = 10_000;

/** The body of the response. */
export async function body(url: string): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent: false, timeout: timeoutMs }, resolve)
      .on("timeout", () => reject(new Error(`Cannot get ${url}: no response after ${timeoutMs} ms`)))
      .on("error", reject);
  });
  return await text(response);
}

/** The percentage of responses with each body. */
export async function shares(url: string, requests: number): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (let sent = 0; sent < requests; sent += 1) {
    const received = (await body(url)).trim();
    counts[received] = (counts[received] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, (count * 100) / requests]));
}
