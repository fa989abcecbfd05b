// Both servers add the same audit annotations for validating policies.
import type { Transport } from "@kubewright/transport";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { startAuditedServers } from "./audited-servers.ts";
import type { AuditedServers } from "./audited-servers.ts";

let servers: AuditedServers;

beforeAll(async () => {
  servers = await startAuditedServers();
}, 120_000);

afterAll(() => servers[Symbol.asyncDispose]());

const group = "/apis/admissionregistration.k8s.io/v1";
const configMaps = "/api/v1/namespaces/default/configmaps";

interface PolicyUnderTest {
  readonly spec: object;
  /** One annotation for each binding. */
  readonly bindings: readonly object[];
}

/** Creates a policy, and resolves once the server enforces it: a kube-apiserver takes a second. */
async function enforce(transport: Transport, name: string, { spec, bindings }: PolicyUnderTest): Promise<void> {
  const create = async (plural: string, body: object): Promise<void> => {
    const { status, body: response } = await sendRequest(transport, {
      method: "POST",
      path: `${group}/${plural}`,
      body,
    });
    expect(status, JSON.stringify(response)).toBe(201);
  };
  const resourceRules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] }];
  const own = { name: "own", expression: `object == null || object.metadata.name == '${name}'` };
  const matchConstraints = { resourceRules };
  await create("validatingadmissionpolicies", {
    metadata: { name },
    spec: { ...spec, matchConstraints, matchConditions: [own] },
  });
  for (const [index, binding] of bindings.entries()) {
    const body = { metadata: { name: `${name}-${index}` }, spec: { policyName: name, ...binding } };
    await create("validatingadmissionpolicybindings", body);
  }
  const probe = `${name}-probe`;
  const validations = [{ expression: `object.metadata.name != '${probe}'` }];
  await create("validatingadmissionpolicies", { metadata: { name: probe }, spec: { matchConstraints, validations } });
  await create("validatingadmissionpolicybindings", {
    metadata: { name: probe },
    spec: { policyName: probe, validationActions: ["Deny"] },
  });
  const request = { method: "POST", path: `${configMaps}?dryRun=All`, body: { metadata: { name: probe } } };
  await expect.poll(async () => (await sendRequest(transport, request)).status).toBe(422);
  for (const plural of ["validatingadmissionpolicybindings", "validatingadmissionpolicies"])
    await sendRequest(transport, { method: "DELETE", path: `${group}/${plural}/${probe}` });
}

const long = "'0123456789'";

const policies: Readonly<Record<string, PolicyUnderTest>> = {
  audited: {
    spec: { validations: [{ expression: "true" }, { expression: "false", message: 'a <b> & "c" \u2028 é' }] },
    bindings: [{ validationActions: ["Audit", "Warn"] }],
  },
  "audited-twice": {
    spec: { validations: [{ expression: "1 > 2", messageExpression: "request.name" }, { expression: "false" }] },
    bindings: [{ validationActions: ["Audit"] }, { validationActions: ["Audit"] }],
  },
  "audited-and-denied": {
    spec: {
      validations: [{ expression: "object.data.x == 'y'" }],
      auditAnnotations: [{ key: "name", valueExpression: "string(object.metadata.name)" }],
    },
    bindings: [{ validationActions: ["Deny", "Audit"] }],
  },
  "failed-whole": {
    spec: {
      validations: [{ expression: "true" }, { expression: "false" }],
      variables: [{ name: "l", expression: "[1,2,3,4,5,6,7,8,9,10].map(x, [1,2,3,4,5,6,7,8,9,10].map(y, x * y))" }],
      auditAnnotations: [{ key: "bad", valueExpression: "string(object.data.absent)" }],
    },
    bindings: [{ validationActions: ["Audit"] }],
  },
  ignored: {
    spec: {
      failurePolicy: "Ignore",
      validations: [{ expression: "object.data.x == 'y'" }, { expression: "false" }],
      auditAnnotations: [
        { key: "bad", valueExpression: "string(object.data.absent)" },
        { key: "good", valueExpression: "'  trimmed '" },
        { key: "blank", valueExpression: "'  '" },
        { key: "none", valueExpression: "null" },
      ],
    },
    bindings: [{ validationActions: ["Audit"] }],
  },
  sized: {
    spec: {
      validations: [],
      variables: [
        { name: "hundred", expression: `[${Array.from({ length: 10 }, () => long).join(", ")}].join('')` },
        {
          name: "thousand",
          expression: `[${Array.from({ length: 10 }, () => "variables.hundred").join(", ")}].join('')`,
        },
        { name: "most", expression: `[${Array.from({ length: 10 }, () => "variables.thousand").join(", ")}].join('')` },
      ],
      auditAnnotations: [
        { key: "cut", valueExpression: "variables.most + variables.thousand" },
        {
          key: "rune",
          valueExpression:
            "variables.most + variables.hundred + variables.hundred + '012345678901234567890123456789012345678é€😀'",
        },
        {
          key: "wide",
          valueExpression:
            "variables.most + variables.hundred + variables.hundred + '01234567890123456789012345678901234567😀'",
        },
      ],
    },
    bindings: [{ validationActions: ["Deny"] }],
  },
  joined: {
    spec: {
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
      validations: [{ expression: "params.data.x != 'two'" }],
      auditAnnotations: [
        { key: "x", valueExpression: "string(params.data.x)" },
        { key: "same", valueExpression: "string(request.operation)" },
      ],
    },
    bindings: ["one", "two", "two"].map((name) => ({
      validationActions: ["Audit"],
      paramRef: { name: `param-${name}`, namespace: "default", parameterNotFoundAction: "Deny" },
    })),
  },
};

test.each(Object.entries(policies))("policy %s adds the same annotations on both servers", async (name, policy) => {
  const shown: unknown[] = [];
  for (const transport of [servers.embedded, servers.real]) {
    for (const x of ["one", "two"]) {
      const body = { metadata: { name: `param-${x}` }, data: { x } };
      await sendRequest(transport, { method: "POST", path: configMaps, body });
    }
    await enforce(transport, name, policy);
    const uri = `${configMaps}?dryRun=All&fieldManager=${name}`;
    const { status } = await sendRequest(transport, { method: "POST", path: uri, body: { metadata: { name } } });
    const recorded = await servers.eventsOf(transport);
    const { annotations = {} } = recorded.find(({ requestURI }) => requestURI === uri) ?? {};
    const added = Object.entries(annotations).filter(([key]) => !key.startsWith("authorization."));
    // A kube-apiserver has the bindings of a policy in random order.
    shown.push({ status, annotations: Object.fromEntries(added.map(([key, value]) => [key, comparable(value)])) });
  }

  expect(shown[0]).toEqual(shown[1]);
  expect(JSON.stringify(shown[0])).toMatch(/"annotations":\{"/u);
});

function comparable(value: string): string {
  return value
    .split(", ")
    .toSorted()
    .join(", ")
    .replace(/"binding":"(.*)-\d"/u, '"binding":"$1-N"');
}
