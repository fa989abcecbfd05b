/** The script on an embedded server and on a real one, side by side. */
import { fileURLToPath } from "node:url";
import { collectTypeDescriptions } from "@kubewright/apiserver";
import type { TypeDescriptions } from "@kubewright/apiserver";
import { startEnvironment } from "@kubewright/envtest";
import type { CrdSource, Environment } from "@kubewright/envtest";
import type { Transport } from "@kubewright/transport";
import { sendRequest } from "../http.ts";
import { describedDefinition } from "./described-definition.ts";
import { createKubectl } from "./kubectl.ts";
import { edit } from "./manifests.ts";
import { runScript, script } from "./script.ts";
import type { StepResult } from "./script.ts";

export const crds: readonly CrdSource[] = [
  fileURLToPath(new URL("../../examples/myjob/config/crd/bases", import.meta.url)),
  describedDefinition,
];

/** The documents of the CRDs. */
const documents = ["apis/myjob.github.com/v1beta1", "apis/script.example.com/v1"];

/** A server that kubectl reaches through a socket. */
export interface KubectlServer {
  readonly env: Pick<Environment, "transport" | "clock">;
  readonly kubeconfig: string;
}

export interface ScriptResults {
  readonly embedded: readonly StepResult[];
  readonly real: readonly StepResult[];
}

/**
 * Runs the script with this kubectl on both. Neither server has controllers here, and the embedded one has the descriptions of the
 * real one.
 */
export async function runOnBoth(program: string, real: KubectlServer): Promise<ScriptResults> {
  const descriptions = await typeDescriptions(real.env.transport);
  const apiServer = { loadTypeDescriptions: () => descriptions };
  await using embedded = await startEnvironment({ server: "embedded", crds, apiServer });
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
    const { body } = await sendRequest(transport, { path: "/openapi/v3" });
    if (typeof body === "string" && documents.every((name) => body.includes(name))) return;
    await clock.sleep(50);
  }
  throw new Error("the schemas of the CRDs are not published");
}

/** The descriptions of built-in types that a server publishes. */
export async function typeDescriptions(transport: Transport): Promise<TypeDescriptions> {
  return collectTypeDescriptions((await sendRequest(transport, { path: "/openapi/v2" })).body);
}
