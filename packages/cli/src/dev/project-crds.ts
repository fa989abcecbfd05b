/** Applies the new and changed CRDs of the project to the cluster, and waits until they are served. */
import { Unstructured } from "@kubewright/apimachinery";
import { existsSync } from "node:fs";
import type { Clock } from "@kubewright/async";
import type { Client } from "@kubewright/client";
import { readCrds, waitForCrd } from "@kubewright/envtest";

import { withoutConversion } from "./project-conversions.ts";

export interface ProjectCrdsOptions {
  /** The absolute path of the folder, which may not exist. */
  readonly folder: string;
  readonly client: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface ProjectCrds {
  /**
   * Applies the CRDs that have changed since the last call, and returns their names. The conversion on the cluster is not changed. CRDs without a file
   * are kept, with their objects.
   *
   * @throws {EnvironmentError} when a file is invalid, or a kind is not served in time; `ApiError` when the server rejects a CRD.
   */
  install(): Promise<readonly string[]>;
}

export function createProjectCrds({ folder, client, clock, signal }: ProjectCrdsOptions): ProjectCrds {
  const applied = new Map<string, string>();
  return {
    async install() {
      if (!existsSync(folder)) return [];
      const installed: string[] = [];
      for (const crd of await readCrds([folder])) {
        const name = crd.metadata?.name ?? "";
        const text = JSON.stringify(crd);
        if (applied.get(name) === text) continue;
        await client.apply(Unstructured, withoutConversion(crd), { force: true, signal });
        await waitForCrd(crd, { client, clock, signal });
        applied.set(name, text);
        installed.push(name);
      }
      return installed;
    },
  };
}
