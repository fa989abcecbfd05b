/** Checks the types in the expressions of validating admission policies, and writes the warnings to their status. */
import { ValidatingAdmissionPolicy } from "@kubewright/api/admissionregistration.k8s.io/v1";
import type { ValidatingAdmissionPolicySpec } from "@kubewright/api/admissionregistration.k8s.io/v1";
import { decodeJson, isJsonObject, isNotFound, parseApiVersion } from "@kubewright/apimachinery";
import type { GroupVersionKind, Steps } from "@kubewright/apimachinery";
import { typeCheckPolicy } from "@kubewright/apiserver";
import type { DocumentedKind, ExpressionWarning } from "@kubewright/apiserver";
import { createDiscovery } from "@kubewright/client";
import { controllerManagedBy } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { readBody } from "@kubewright/transport";
import { typesToCheck } from "./types-to-check.ts";

export const policyStatusControllerName = "validatingadmissionpolicy-status-controller";

/** The manager of the fields that the controller writes. */
const fieldManager = "validatingadmissionpolicy-status";

export function addPolicyStatusController(manager: Manager): void {
  const { client } = manager;
  controllerManagedBy(manager)
    .for(ValidatingAdmissionPolicy)
    .named(policyStatusControllerName)
    .complete(async ({ key: { name }, signal }) => {
      const policy = await client.get(ValidatingAdmissionPolicy, { name }, { signal });
      const generation = policy?.metadata.generation ?? 0;
      if (policy?.spec === undefined || generation <= (policy.status?.observedGeneration ?? 0)) return {};
      const expressionWarnings = await warningsOf(policy.spec, manager, signal);
      const status = {
        observedGeneration: generation,
        typeChecking: expressionWarnings.length === 0 ? {} : { expressionWarnings },
      };
      await client.apply<ValidatingAdmissionPolicy>(
        ValidatingAdmissionPolicy,
        {
          metadata: { name },
          status,
        },
        { subresource: "status", fieldManager, force: true, signal },
      );
      return {};
    });
}

async function warningsOf(
  spec: ValidatingAdmissionPolicySpec,
  { client, clock }: Manager,
  signal: AbortSignal,
): Promise<readonly ExpressionWarning[]> {
  const { resources } = await createDiscovery(client.raw).resources({ signal });
  const documents = new OpenApiDocuments(client.raw, signal);
  const kinds = await documents.with(typesToCheck(spec, resources));
  const { apiVersion = "", kind = "" } = spec.paramKind ?? {};
  const params = kind === "" ? [] : await documents.with([{ ...parseApiVersion(apiVersion), kind }]);
  return inSlices(typeCheckPolicy(spec, kinds, params[0]), clock);
}

/** How long the check of a policy keeps the event loop from other work. */
const sliceMs = 10;

async function inSlices<Result>(steps: Steps<Result>, clock: Manager["clock"]): Promise<Result> {
  for (let sliceEndsAtMs = clock.now() + sliceMs; ;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (clock.now() < sliceEndsAtMs) continue;
    await clock.nextTurn();
    sliceEndsAtMs = clock.now() + sliceMs;
  }
}

/** The OpenAPI v3 documents of group versions, each read once. */
class OpenApiDocuments {
  readonly #verbs: Manager["client"]["raw"];
  readonly #signal: AbortSignal;
  readonly #documents = new Map<string, Promise<DocumentedKind["document"] | undefined>>();

  constructor(verbs: Manager["client"]["raw"], signal: AbortSignal) {
    this.#verbs = verbs;
    this.#signal = signal;
  }

  /** The kinds with their documents. A kind whose group version the server does not serve is left out. */
  async with(kinds: readonly GroupVersionKind[]): Promise<readonly DocumentedKind[]> {
    const found: DocumentedKind[] = [];
    for (const kind of kinds) {
      const { group, version } = kind;
      const path = `/openapi/v3/${group === "" ? `api/${version}` : `apis/${group}/${version}`}`;
      const reading = this.#documents.get(path) ?? this.#read(path);
      this.#documents.set(path, reading);
      const document = await reading;
      if (document !== undefined) found.push({ ...kind, document });
    }
    return found;
  }

  async #read(path: string): Promise<DocumentedKind["document"] | undefined> {
    try {
      const response = await this.#verbs.send({ method: "GET", path, signal: this.#signal });
      const { value } = decodeJson(Buffer.from(await readBody(response)).toString());
      return isJsonObject(value) ? value : undefined;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }
}
