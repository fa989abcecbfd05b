/** The script on an embedded server and on a real one, side by side. */
import { fileURLToPath } from "node:url";
import { startEnvironment } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { ask } from "../http.ts";
import { createKubectl } from "./kubectl.ts";
import { edit } from "./manifests.ts";
import { runScript, script } from "./script.ts";
import type { StepResult } from "./script.ts";

export const crds: string = fileURLToPath(new URL("../../examples/myjob/config/crd/bases", import.meta.url));

/** A server that kubectl reaches through a socket. */
export interface KubectlServer {
  readonly env: Pick<Environment, "transport" | "clock">;
  readonly kubeconfig: string;
}

export interface ScriptResults {
  readonly embedded: readonly StepResult[];
  readonly real: readonly StepResult[];
}

/** Runs the script with this kubectl on both. The embedded server has no controllers here, as the real one has none. */
export async function runOnBoth(program: string, real: KubectlServer): Promise<ScriptResults> {
  await using embedded = await startEnvironment({ server: "embedded", crds: [crds] });
  const servers = [{ env: embedded, kubeconfig: await embedded.kubeconfig() }, real] as const;
  const [onEmbedded, onReal] = await Promise.all(servers.map((server) => runOn(program, server)));
  return { embedded: onEmbedded ?? [], real: onReal ?? [] };
}

async function runOn(program: string, { env, kubeconfig }: KubectlServer): Promise<readonly StepResult[]> {
  await untilSchemaIsPublished(env);
  await using kubectl = await createKubectl({ program, kubeconfig, edit });
  return await runScript(kubectl, script);
}

/** A real server publishes the schema of a CRD about a second after it serves its objects. */
async function untilSchemaIsPublished({ transport, clock }: KubectlServer["env"]): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const { body } = await ask(transport, { path: "/openapi/v3" });
    if (typeof body === "string" && body.includes("apis/myjob.github.com/v1beta1")) return;
    await clock.sleep(50);
  }
  throw new Error("the schema of MyJob is not published");
}
