// Operators under test on the embedded server: their user, their records, and how their failures end a test.
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { createVirtualClock, untilAborted } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { expect, test } from "vitest";
import { startEnvironment } from "../environment.ts";
import { waitFor } from "../wait/wait-for.ts";
import { OperatorError } from "./errors.ts";
import type { CreateOperator } from "./operators.ts";

const ConfigMap: ResourceType<KubernetesObject & { readonly data?: Readonly<Record<string, string>> }> = {
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  namespaced: true,
};
const Secret: ResourceType = { group: "", version: "v1", kind: "Secret", plural: "secrets", namespaced: true };
const key = { namespace: "default", name: "a" };
const embedded = { server: "embedded" } as const;

test("the operator is the service account of its role, and its log and its writes are recorded", async () => {
  const lines: string[] = [];
  await using env = await startEnvironment({
    ...embedded,
    rbac: role(["create", "get"]),
    writeOperatorLog: (line) => lines.push(line),
    operator({ log, ...connection }) {
      const client = createClient(connection);
      return {
        async start({ signal }) {
          log.info("Creates", { name: "a" });
          await client.get(ConfigMap, key);
          await client.create(ConfigMap, { metadata: key });
          log.info("Created");
          await untilAborted(signal);
        },
      };
    },
  });

  const created = await env.operatorLog.waitForMessage("Created");

  expect(created.level).toBe("info");
  expect(env.operatorLog.entries.map(({ message }) => message)).toEqual(["Creates", "Created"]);
  expect(env.operatorLog.entries[0]).toMatchObject({ name: "a" });
  expect(lines).toHaveLength(2);
  expect(env.operatorWrites).toEqual(["POST /api/v1/namespaces/default/configmaps"]);
});

test("a request that the role does not permit ends waits with the missing markers, and disposing the environment then does not throw", async () => {
  const clock = createVirtualClock();
  const env = await clock.runUntilSettled(startEnvironment({ ...embedded, clock, rbac: role(["get"]) }));
  await clock.runUntilSettled(
    env.startOperator(
      operates(async (client) => {
        await client.create(ConfigMap, { metadata: key }).catch(() => undefined);
        await Array.fromAsync(client.list(Secret)).catch(() => undefined);
      }),
    ),
  );

  const waiting = clock.runUntilSettled(waitFor(ConfigMap, key, (found) => found !== undefined, env));

  await expect(waiting).rejects.toThrow(
    'the operator, which is user "system:serviceaccount:system:manager", is not permitted to create configmaps, list secrets: add to the docstring of the reconciler, and run `kubewright generate --manifests`:\n' +
      '@kubebuilder:rbac:groups="",resources=configmaps,verbs=create\n' +
      '@kubebuilder:rbac:groups="",resources=secrets,verbs=list;watch',
  );
  await expect(clock.runUntilSettled(env[Symbol.asyncDispose]())).resolves.toBeUndefined();
});

test("disposing the environment throws a denial that no wait has reported", async () => {
  const env = await startEnvironment({ ...embedded, rbac: role(["get"]) });
  const { promise, resolve } = Promise.withResolvers<void>();
  await env.startOperator(
    operates(async (client) => {
      await client.create(ConfigMap, { metadata: key }).catch(() => undefined);
      resolve();
    }),
  );
  await promise;

  await expect(env[Symbol.asyncDispose]()).rejects.toThrow("not permitted to create configmaps");
});

test("an operator that ends with an error fails waits, and one that fails before it has synced fails its start", async () => {
  await using env = await startEnvironment(embedded);
  const { promise: waited, resolve } = Promise.withResolvers<void>();
  await env.startOperator(() => ({
    async start() {
      await waited;
      throw new Error("no leader");
    },
  }));

  const waiting = waitFor(ConfigMap, key, (found) => found !== undefined, env);
  resolve();

  await expect(waiting).rejects.toThrow("Cannot continue the test: the operator ended: no leader");
  const started = startEnvironment({
    ...embedded,
    operator: () => ({
      start: () => Promise.reject(new Error("no port")),
      waitForSync: ({ signal }) => untilAborted(signal),
    }),
  });
  await expect(started).rejects.toThrow("the operator ended: no port");
});

test("a failure goes to onFailure instead, and the environment continues", async () => {
  await using env = await startEnvironment(embedded);
  const failures: unknown[] = [];

  await env.startOperator(() => ({ start: () => Promise.reject(new Error("expected")) }), {
    onFailure: (error) => failures.push(error),
  });
  await env.client.create(ConfigMap, { metadata: key });

  expect(await waitFor(ConfigMap, key, (found) => found !== undefined, env)).toBeDefined();
  expect(failures).toEqual([expect.any(OperatorError)]);
});

test("operators are stopped in reverse order before the environment ends, and a start that resolves early is a failure", async () => {
  const ended: string[] = [];
  const until = (name: string): CreateOperator => {
    return ({ transport }) => ({
      async start({ signal }) {
        await untilAborted(signal);
        const { status } = await transport.request({ method: "GET", path: "/readyz" });
        ended.push(`${name} ${status}`);
      },
    });
  };
  const env = await startEnvironment(embedded);
  await env.startOperator(until("first"));
  await env.startOperator(until("second"));

  await env[Symbol.asyncDispose]();

  expect(ended).toEqual(["second 200", "first 200"]);
  const started = startEnvironment({
    ...embedded,
    operator: () => ({ start: () => Promise.resolve(), waitForSync: ({ signal }) => untilAborted(signal) }),
  });
  await expect(started).rejects.toThrow("start() resolved before its signal was aborted");
});

test("an environment without a role runs operators as an administrator, and rejects the user role", async () => {
  await using env = await startEnvironment(embedded);

  await env.startOperator(operates((client) => client.create(Secret, { metadata: key })));

  expect(await waitFor(Secret, key, (found) => found !== undefined, env)).toBeDefined();
  await expect(
    env.startOperator(
      operates(async () => {}),
      { user: "role" },
    ),
  ).rejects.toThrow("must have the option rbac");
});

test("manifests with two service accounts or another kind are rejected", async () => {
  const [account] = role(["get"]);

  await expect(startEnvironment({ ...embedded, rbac: [account, account] })).rejects.toThrow(
    "the manifests contain 2 ServiceAccounts, must be 1",
  );
  await expect(startEnvironment({ ...embedded, rbac: [{ apiVersion: "v1", kind: "Pod" }, account] })).rejects.toThrow(
    'an object has kind "Pod", must be one of Namespace, ServiceAccount',
  );
});

test("waitForMessage() shows the last messages after its timeout, and skips entries", async () => {
  const clock = createVirtualClock();
  const env = await clock.runUntilSettled(
    startEnvironment({
      ...embedded,
      clock,
      operator: ({ log }) => ({
        async start({ signal }) {
          log.info("Started");
          await untilAborted(signal);
        },
      }),
    }),
  );

  const { operatorLog } = env;
  const skipping = clock.runUntilSettled(operatorLog.waitForMessage("Started", { from: 1, timeoutMs: 100 }));

  await expect(skipping).rejects.toThrow(
    'Cannot wait longer for a log message with "Started": found no such message after 100 ms, the last messages are:\n',
  );
  await expect(clock.runUntilSettled(operatorLog.waitForMessage("Stopped", { timeoutMs: 100 }))).rejects.toThrow(
    "the last messages are:\nStarted",
  );
  await clock.runUntilSettled(env[Symbol.asyncDispose]());
});

/** Does the work and waits for its end. */
function operates(work: (client: Client) => Promise<unknown>): CreateOperator {
  return ({ transport, clock, random }) => ({
    async start({ signal }) {
      await work(createClient({ transport, clock, random }));
      await untilAborted(signal);
    },
  });
}

function role(verbs: readonly string[]) {
  const api = "rbac.authorization.k8s.io";
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { namespace: "system", name: "manager" } },
    {
      apiVersion: `${api}/v1`,
      kind: "ClusterRole",
      metadata: { name: "manager" },
      rules: [{ apiGroups: [""], resources: ["configmaps"], verbs }],
    },
    {
      apiVersion: `${api}/v1`,
      kind: "ClusterRoleBinding",
      metadata: { name: "manager" },
      roleRef: { apiGroup: api, kind: "ClusterRole", name: "manager" },
      subjects: [{ kind: "ServiceAccount", namespace: "system", name: "manager" }],
    },
  ] as const;
}
