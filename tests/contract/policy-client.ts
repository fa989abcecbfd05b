// Admission policies of one namespace on either server. A kube-apiserver enforces a new policy within about two seconds. Each policy rejects a ConfigMap with
// the policy's name, so a dry run shows whether it is in force.
import type { Clock } from "@kubewright/async";
import { sendRequest } from "../http.ts";
import type { TestRequest, TestResponse } from "../http.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { patch, post, remove } from "./writers.ts";

const group = "/apis/admissionregistration.k8s.io/v1";
const policies = `${group}/validatingadmissionpolicies`;
const bindings = `${group}/validatingadmissionpolicybindings`;

const mutatingPolicies = `${group}/mutatingadmissionpolicies`;
const mutatingBindings = `${group}/mutatingadmissionpolicybindings`;

const triesMax = 900;
const triesEveryMs = 50;

const configMapRule = { apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] };

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

/** A policy with its binding. Disposing it deletes both. */
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

  send(asked: TestRequest): Promise<TestResponse> {
    return sendRequest(this.#server.transport, asked);
  }

  /** Creates a policy with a binding, and resolves once it is in force. */
  async enforce(spec: PolicySpec): Promise<Policy> {
    const policy = await this.install(spec);
    await this.until(this.#probe(policy.name), 422);
    return policy;
  }

  /** Creates a policy with a binding. It is in force once a policy that is created later is. */
  install({ validations, resourceRules = [], more = {}, binding = {} }: PolicySpec): Promise<Policy> {
    const name = this.#server.uniqueName("policy-");
    const probe = { expression: `request.name != '${name}'`, message: "the policy is in force" };
    return this.#createBound([policies, bindings], name, {
      policy: {
        matchConstraints: this.#constraints([configMapRule, ...resourceRules]),
        ...more,
        validations: [probe, ...validations],
      },
      binding: { validationActions: ["Deny"], ...binding },
    });
  }

  /** Creates a mutating policy with a binding, and resolves once it is in force. */
  async enforceMutating(spec: MutatingPolicySpec): Promise<Policy> {
    const name = this.#server.uniqueName("policy-");
    const expression = `has(request.name) && request.name == '${name}' ? [JSONPatch{op: 'remove', path: '/in/force'}] : []`;
    const policy = await this.#mutating(name, { ...spec, mutations: [jsonPatch(expression), ...spec.mutations] });
    await this.until(this.#probe(name), 403);
    return policy;
  }

  /** Creates a mutating policy with a binding. It is in force once a mutating policy that is created later is. */
  installMutating(spec: MutatingPolicySpec): Promise<Policy> {
    return this.#mutating(this.#server.uniqueName("policy-"), spec);
  }

  /** Replaces these fields in the spec of a validating policy. */
  async change({ name }: Policy, fields: object): Promise<void> {
    const { status, body } = await this.send(patch("merge", `${policies}/${name}`, { spec: fields }));
    if (status !== 200) throw new Error(`Cannot change ${name}: ${JSON.stringify(body)}`);
  }

  /** Resolves once the server no longer evaluates the policy. */
  ended({ name }: Policy): Promise<TestResponse> {
    return this.until(this.#probe(name), 201);
  }

  /** Sends the request until the response has this status, or satisfies the predicate. */
  async until(asked: TestRequest, wanted: number | ((response: TestResponse) => boolean)): Promise<TestResponse> {
    const isWanted = typeof wanted === "number" ? ({ status }: TestResponse) => status === wanted : wanted;
    for (let tries = 1; ; tries++) {
      const response = await this.send(asked);
      if (isWanted(response)) return response;
      if (tries === triesMax) throw new Error(`The last of ${triesMax} responses is ${JSON.stringify(response.body)}`);
      await this.#clock.sleep(triesEveryMs);
    }
  }

  async create(path: string, body: object): Promise<void> {
    const { status, body: response } = await this.send(post(path, body));
    if (status !== 201) throw new Error(`Cannot create at ${path}: ${JSON.stringify(response)}`);
  }

  #mutating(
    name: string,
    { mutations, resourceRules = [], more = {}, binding = {} }: MutatingPolicySpec,
  ): Promise<Policy> {
    const rule = { ...configMapRule, operations: ["CREATE", "UPDATE"] };
    return this.#createBound([mutatingPolicies, mutatingBindings], name, {
      policy: {
        matchConstraints: this.#constraints([rule, ...resourceRules]),
        reinvocationPolicy: "Never",
        ...more,
        mutations,
      },
      binding,
    });
  }

  async #createBound(
    [policyPath, bindingPath]: readonly [string, string],
    name: string,
    specs: { readonly policy: object; readonly binding: object },
  ): Promise<Policy> {
    const metadata = { name };
    await this.create(policyPath, { metadata, spec: specs.policy });
    await this.create(bindingPath, { metadata, spec: { policyName: name, ...specs.binding } });
    return {
      name,
      [Symbol.asyncDispose]: async () => {
        await this.send(remove(`${bindingPath}/${name}`));
        await this.send(remove(`${policyPath}/${name}`));
      },
    };
  }

  /** The constraints of a policy for the namespace of this client. */
  #constraints(resourceRules: readonly object[]): object {
    return {
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": this.#namespace } },
      resourceRules,
    };
  }

  #probe(name: string): TestRequest {
    return post(`/api/v1/namespaces/${this.#namespace}/configmaps?dryRun=All`, { metadata: { name } });
  }
}

/** A mutation by the apply configuration that the expression returns. */
export function applyConfiguration(expression: string): object {
  return { patchType: "ApplyConfiguration", applyConfiguration: { expression } };
}

/** A mutation by the JSON patch that the expression returns. */
export function jsonPatch(expression: string): object {
  return { patchType: "JSONPatch", jsonPatch: { expression } };
}
