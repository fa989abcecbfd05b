/** Starts the thread that renews the Lease. */
import { Worker } from "node:worker_threads";
import { LeaseThreadError } from "../../errors.ts";
import type { ElectionMessage, LeaseThread, LeaseThreadSettings } from "./lease-port.ts";

/** @throws {LeaseThreadError} if this process is not allowed to start threads. */
export function startLeaseThread(settings: LeaseThreadSettings): LeaseThread {
  const worker = createWorker(settings);
  return {
    port: {
      post: (message) => worker.postMessage(message),
      onMessage: (listener) => void worker.on("message", (message: ElectionMessage) => listener(message)),
    },
    ended: endOf(worker),
    async terminate() {
      await worker.terminate();
    },
  };
}

function createWorker(settings: LeaseThreadSettings): Worker {
  try {
    return new Worker(programUrl(), {
      name: "lease",
      workerData: { ...settings, config: { ...settings.config, env: { ...settings.config.env } } },
    });
  } catch (cause) {
    throw new LeaseThreadError(settings.lease, messageOf(cause), { cause });
  }

  function messageOf(cause: unknown): string {
    if (codeOf(cause) === "ERR_ACCESS_DENIED") return "Node's permission model forbids it: add --allow-worker";
    return cause instanceof Error ? cause.message : String(cause);
  }
}

/** The program in the folder of this module: in the sources, in the package, and in a bundle with the entry "lease-worker". */
function programUrl(): URL {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./lease-worker.${extension}`, import.meta.url);
}

function endOf(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once("error", (error) => reject(withHint(error)));
    worker.once("exit", () => resolve());
  });
}

function withHint(error: unknown): unknown {
  if (codeOf(error) !== "MODULE_NOT_FOUND") return error;
  const found = error instanceof Error ? error.message : String(error);
  const hint = 'a bundle needs the entry "lease-worker": "@kubewright/runtime/lease-worker"';
  return new Error(`${found}: ${hint}`, { cause: error });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
