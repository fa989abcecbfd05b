/** Samples of `/metrics`, for tests that compare labels and counts. */
import type { Transport } from "@kubewright/transport";
import { sendRequest } from "../http.ts";

/** The values of the samples of a metric that have these labels, by their other labels, which are sorted: `action="deny",type=""`. */
export async function samplesOf(
  transport: Transport,
  metric: string,
  labels: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<string, number>> {
  const { body } = await sendRequest(transport, { path: "/metrics" });
  const wanted = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  const samples = new Map<string, number>();
  for (const line of String(body).split("\n")) {
    const [, name, text = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/u.exec(line) ?? [];
    if (name !== metric) continue;
    const own: readonly string[] = text.match(/\w+="[^"]*"/gu) ?? [];
    if (!wanted.every((label) => own.includes(label))) continue;
    const others = own.filter((label) => !wanted.includes(label)).toSorted();
    samples.set(others.join(), Number(value));
  }
  return samples;
}
