/** The flags of `kubewright cluster` that limit the requests in flight, which have kube-apiserver's names. */
import type { ApiServerOptions } from "@kubewright/apiserver";
import { CommandError } from "../io.ts";

export interface InflightFlags {
  readonly maxRequestsInflight?: string;
  readonly maxMutatingRequestsInflight?: string;
}

export type InflightOptions = Pick<ApiServerOptions, "maxRequestsInflight" | "maxMutatingRequestsInflight">;

/** @throws {CommandError} if a flag is not a number of requests. */
export function inflightOptions(flags: InflightFlags): InflightOptions {
  const { maxRequestsInflight: reads, maxMutatingRequestsInflight: writes } = flags;
  return {
    ...(reads === undefined ? {} : { maxRequestsInflight: countOf("--max-requests-inflight", reads) }),
    ...(writes === undefined
      ? {}
      : { maxMutatingRequestsInflight: countOf("--max-mutating-requests-inflight", writes) }),
  };
}

function countOf(flag: string, text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(count)) return count;
  throw new CommandError(
    `Cannot start the cluster: ${flag} is "${text}": expected a number of requests, or 0 for no limit`,
  );
}
