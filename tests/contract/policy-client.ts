// Admission policies of one namespace on either server. A real server acts on a change within about two seconds; each policy denies a ConfigMap of one
// name, so that the client can find out when.
import type { Clock } from "@kubewright/async";
import { ask } from "../http.ts";
import type { Answer, Asked } from "../http.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { post, remove } from "./writers.ts";

const group = "/apis/admissionregistration.k8s.io/v1";
export const policies = `${group}/validatingadmissionpolicies`;
export const bindings = `${group}/validatingadmissionpolicybindings`;

const mutatingPolicies = `${group}/mutatingadmissionpolicies`;
const mutatingBindings = `${group}/mutatingadmissionpolicybindings`;

const triesMax = 900;
const triesEveryMs = 50;

export const configMapRule = { apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] };

export interface PolicySpec {
  readonly validations: readonly object[];
  readonly resourceRules?: readonly object[];
  readonly more?: object;
  readonly binding?: object;
}

export interface MutatingPolicySpec {
  readonly mutations: readonly object[];
  readonly resourceRules?: readonly object[];
  readonly more?: object;
  readonly binding?: object;
}

/** A policy in force. Disposing it deletes the policy and its binding. */
export interface Policy extends AsyncDisposable {
  readonly name: string;
}

export class PolicyClient {
  readonly #server: ServerUnderTest;
  readonly #namespace: string;
  readonly #clock: Clock;

  constructor(server: ServerUnderTest, namespace: string) {
    this.#server = server;
    this.#namespace = namespace;
    this.#clock = server.clock;
  }

  send(asked: Asked): Promise<Answer> {
    return ask(this.#server.transport, asked);
  }

  /** Creates a policy with a binding, and resolves once it is in force. */
  async enforce({ validations, resourceRules = [], more = {}, binding = {} }: PolicySpec): Promise<Policy> {
    const name = this.#server.uniqueName("policy-");
    const matchConstraints = {
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": this.#namespace } },
      resourceRules: [configMapRule, ...resourceRules],
    };
    const probe = { expression: `request.name != '${name}'`, message: "the policy is in force" };
    await this.created(policies, {
      metadata: { name },
      spec: { matchConstraints, ...more, validations: [probe, ...validations] },
    });
    await this.created(bindings, {
      metadata: { name },
      spec: { policyName: name, validationActions: ["Deny"], ...binding },
    });
    await this.until(this.#probe(name), 422);
    return {
      name,
      [Symbol.asyncDispose]: async () => {
        await this.send(remove(`${bindings}/${name}`));
        await this.send(remove(`${policies}/${name}`));
      },
    };
  }

  /** Creates a mutating policy with a binding, and resolves once it is in force. */
  async enforceMutating({
    mutations,
    resourceRules = [],
    more = {},
    binding = {},
  }: MutatingPolicySpec): Promise<Policy> {
    const name = this.#server.uniqueName("policy-");
    const matchConstraints = {
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": this.#namespace } },
      resourceRules: [{ ...configMapRule, operations: ["CREATE", "UPDATE"] }, ...resourceRules],
    };
    const expression = `has(request.name) && request.name == '${name}' ? [JSONPatch{op: 'remove', path: '/in/force'}] : []`;
    const probe = { patchType: "JSONPatch", jsonPatch: { expression } };
    await this.created(mutatingPolicies, {
      metadata: { name },
      spec: { matchConstraints, reinvocationPolicy: "Never", ...more, mutations: [probe, ...mutations] },
    });
    await this.created(mutatingBindings, { metadata: { name }, spec: { policyName: name, ...binding } });
    await this.until(this.#probe(name), 403);
    return {
      name,
      [Symbol.asyncDispose]: async () => {
        await this.send(remove(`${mutatingBindings}/${name}`));
        await this.send(remove(`${mutatingPolicies}/${name}`));
      },
    };
  }

  /** Resolves once the server no longer evaluates the policy. */
  ended({ name }: Policy): Promise<Answer> {
    return this.until(this.#probe(name), 201);
  }

  /** Sends the request until the response has this status. */
  async until(asked: Asked, wanted: number): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const answer = await this.send(asked);
      if (answer.status === wanted) return answer;
      if (tries === triesMax) throw new Error(`The last of ${triesMax} responses is ${JSON.stringify(answer.body)}`);
      await this.#clock.sleep(triesEveryMs);
    }
  }

  async created(path: string, body: object): Promise<void> {
    const { status, body: answer } = await this.send(post(path, body));
    if (status !== 201) throw new Error(`Cannot create at ${path}: ${JSON.stringify(answer)}`);
  }

  #probe(name: string): Asked {
    return post(`/api/v1/namespaces/${this.#namespace}/configmaps?dryRun=All`, { metadata: { name } });
  }
}
