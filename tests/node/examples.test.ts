// The five examples together on a real node, in Pods of the restricted profile, with the complete job of each.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { credentials } from "@grpc/grpc-js";
import { Pod, Service } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import { isTerminating } from "@kubewright/apimachinery";
import { createClient, createTransportFor, loadConfig } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { Balancer } from "../../examples/balancer/api/v1alpha1/zz_generated.balancer.ts";
import { createSpaceClient } from "../../examples/cloud-ide/internal/grpc/grpc-client.ts";
import { Mydemo } from "../../examples/crddemo/api/v1/zz_generated.mydemo.ts";
import { Application } from "../../examples/i-operator/api/v1/zz_generated.application.ts";
import { MyJob } from "../../examples/myjob/api/v1beta1/zz_generated.my-job.ts";
import { startClusterDns } from "./cluster-dns.ts";
import { recordCreated } from "./created-objects.ts";
import { imageOf, loadExampleImages, loadNginxImage } from "./example-images.ts";
import { deleteLeaders, killLeaders, leaders, managerProcesses, usageTable, withoutKubelet } from "./managers.ts";
import { body, shares } from "./requests.ts";
import { openTerminal, repository } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";

const examples = ["balancer", "cloud-ide", "crddemo", "i-operator", "myjob"] as const;
const busybox = "kubewright.test/busybox:1";
const namespace = "default";
const nodeAddress = "10.231.0.1";
const tlsName = "cloud-ide.cloud-ide-system.svc";

const resources = new AsyncDisposableStack();
let terminal: Terminal;
let client: Client;

beforeAll(async () => {
  terminal = resources.use(await openTerminal("examples"));
  await loadExampleImages(terminal, examples);
  await loadNginxImage(terminal);
  const config = await loadConfig({ env: {}, kubeconfig: inject("kubeconfig") ?? "" });
  client = createClient({ transport: resources.use(createTransportFor(config)) });
  resources.use(await startClusterDns(client, nodeAddress));
});

afterAll(() => resources.disposeAsync());

test("the examples become ready as restricted Pods with sufficient permissions; crddemo waits for its CRD", async () => {
  const { kubectl } = terminal;
  for (const example of examples) await deploy(example);
  await giveSecretsToCloudIde();
  const logs = (example: string) =>
    kubectl("logs", `deployment/${example}-controller-manager`, `--namespace=${example}-system`);
  const options = { timeout: 120_000, interval: 500 };
  await expect.poll(() => logs("crddemo").catch(String), options).toContain("Failed to list *v1.Mydemo");
  await kubectl("apply", "--server-side", "-f", "crddemo-crds.yaml");
  await rolledOut();

  const profile = String.raw`jsonpath={.metadata.labels.pod-security\.kubernetes\.io/enforce}`;
  for (const example of examples) {
    expect(await kubectl("get", "namespace", `${example}-system`, "--output", profile)).toBe("restricted");
    expect((await logs(example)).split("\n").filter((line) => /forbidden/iu.test(line))).toEqual([]);
  }
  process.stdout.write(usageTable("At rest, once ready:", await managerProcesses()));
});

test("a Mydemo whose CRD was installed late is synced", async () => {
  await createMydemo("late");

  await expect.poll(() => eventReasons("Mydemo", "late"), { timeout: 30_000 }).toContain("Synced");
});

test("a MyJob runs its Pod to completion", async () => {
  await createMyJob("short");

  await terminal.kubectl("wait", "--for=jsonpath={.status.phase}=completed", "myjobs/short", "--timeout=60s");
  expect(await terminal.kubectl("logs", "short")).toBe("done\n");
});

test("an Application gets its Deployment, and the webhook rejects one with a wrong image", async () => {
  await createApplication("server");

  const rejected = createApplication("wrong", "Not an image");
  await expect(rejected).rejects.toThrow('admission webhook "vapplication-v1.lixueduan.com" denied the request: ');
  await terminal.kubectl("wait", "--for=jsonpath={.status.ready}=true", "applications/server", "--timeout=60s");
});

test("nginx distributes 1,000 requests 40/20/40 over three Pods, and 50/50 after one backend was removed", async () => {
  for (const version of ["v1", "v2", "v3"]) await createEcho(version);
  const balancer = await client.create(Balancer, {
    metadata: { namespace, name: "balancer-sample" },
    spec: {
      ports: [{ name: "http", port: 80, targetPort: 5678 }],
      selector: { app: "test" },
      backends: [
        { name: "v1", weight: 40, selector: { version: "v1" } },
        { name: "v2", weight: 20, selector: { version: "v2" } },
        { name: "v3", weight: 40, selector: { version: "v3" } },
      ],
    },
  });
  await terminal.kubectl("wait", "--for=condition=Ready", "pods", "--selector=app=test", "--timeout=60s");
  const url = await balancerUrl();

  await expect.poll(() => body(url).catch(String), { timeout: 30_000 }).toMatch(/^v\d\n$/u);
  const all = await shares(url, 1_000);
  const backends = balancer.spec.backends.filter(({ name }) => name !== "v2");
  await client.patch(balancer, { type: "merge", body: { spec: { backends } } });
  await balancerUrl();
  await expect.poll(() => shares(url, 20).catch(String), { timeout: 30_000 }).toEqual({ v1: 50, v3: 50 });
  const rest = await shares(url, 1_000);

  process.stdout.write(`Percent of 1,000 requests: ${JSON.stringify(all)}, then ${JSON.stringify(rest)}\n`);
  for (const [name, percent] of Object.entries({ v1: 40, v2: 20, v3: 40 })) {
    expect(Math.abs((all[name] ?? 0) - percent)).toBeLessThanOrEqual(3);
  }
  for (const name of ["v1", "v3"]) expect(Math.abs((rest[name] ?? 0) - 50)).toBeLessThanOrEqual(3);
});

test("a workspace is created over gRPC, reached and deleted", async () => {
  await useWorkspace("first");
});

test("two replicas lose and repeat nothing when Pods are deleted, leaders are killed, the node is drained and the kubelet restarted", async () => {
  const { kubectl } = terminal;
  const elected = examples.filter((example) => example !== "cloud-ide");
  for (const example of examples) {
    await kubectl("scale", `deployment/${example}-controller-manager`, "--replicas=2", `--namespace=${example}-system`);
  }
  await rolledOut();
  await using record = recordCreated(client, namespace);

  await createObjects("deleted");
  await deleteLeaders(terminal, await leaders(client, examples));
  await converged("deleted");

  await rolledOut();
  await createObjects("killed");
  await killLeaders(await leaders(client, examples));
  await converged("killed");

  await rolledOut();
  await createObjects("drained");
  await kubectl("drain", "node1", "--force", "--delete-emptydir-data", "--ignore-daemonsets", "--timeout=120s");
  await createMyJob("while-drained");
  await kubectl("uncordon", "node1");
  await rolledOut();
  await converged("drained");
  await kubectl("wait", "--for=jsonpath={.status.phase}=completed", "myjobs/while-drained", "--timeout=60s");

  await withoutKubelet(() => createObjects("unobserved"));
  await converged("unobserved");

  const created = record.counts();
  const jobs = ["deleted", "killed", "drained", "unobserved"].flatMap((round) =>
    [0, 1, 2].map((index) => `Pod ${round}-${index}`),
  );
  expect(Object.keys(created)).toEqual(
    expect.arrayContaining([...jobs, "Pod while-drained", "Deployment app-unobserved"]),
  );
  expect(Object.entries(created).filter(([, count]) => count !== 1)).toEqual([]);
  expect([...(await leaders(client, elected)).keys()]).toEqual(elected);
  process.stdout.write(usageTable("After the disturbances:", await managerProcesses()));
});

/** Deploys an example as its README describes, with its image. CRDs of crddemo are written to a file, and not applied. */
async function deploy(example: string): Promise<void> {
  const variant = example === "cloud-ide" ? "default-with-workspaces" : "default";
  const built = await terminal.kubectl("kustomize", path.join(repository, "examples", example, "config", variant));
  const documents = built.replace("image: controller:latest", `image: ${imageOf(example)}`).split("\n---\n");
  const isLate = (document: string) => example === "crddemo" && document.includes("\nkind: CustomResourceDefinition\n");
  const files = { [`${example}.yaml`]: documents.filter((document) => !isLate(document)) };
  if (example === "crddemo") files["crddemo-crds.yaml"] = documents.filter(isLate);
  for (const [name, texts] of Object.entries(files)) {
    await writeFile(path.join(terminal.folder, name), texts.join("\n---\n"));
  }
  await terminal.kubectl("apply", "--server-side", "-f", `${example}.yaml`);
}

async function rolledOut(): Promise<void> {
  const status = (example: string) => {
    const deployment = `deployment/${example}-controller-manager`;
    return terminal.kubectl("rollout", "status", deployment, `--namespace=${example}-system`, "--timeout=3m");
  };
  await Promise.all(examples.map(status));
}

async function giveSecretsToCloudIde(): Promise<void> {
  const subject = ["-subj", `/CN=${tlsName}`, "-addext", `subjectAltName=DNS:${tlsName}`];
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "tls.key"];
  await terminal.run("openssl", "req", "-x509", ...subject, ...key, "-out", "tls.crt");
  const token = (await terminal.run("openssl", "rand", "-hex", "32")).trim();
  await writeFile(path.join(terminal.folder, "token"), token);
  const secret = (...args: readonly string[]) =>
    terminal.kubectl("create", "secret", ...args, "--namespace=cloud-ide-system");
  await secret("tls", "cloud-ide-tls", "--cert=tls.crt", "--key=tls.key");
  await secret("generic", "cloud-ide-token", `--from-literal=token=${token}`);
}

async function createMyJob(name: string): Promise<void> {
  const containers = [{ name: "main", image: busybox, command: ["echo", "done"] }];
  const template = { spec: { containers, restartPolicy: "Never" as const } };
  await client.create(MyJob, { metadata: { namespace, name }, spec: { template } });
}

async function createApplication(name: string, image = "code-server-go1.19:v0.1"): Promise<void> {
  await client.create(Application, { metadata: { namespace, name }, spec: { enabled: true, image } });
}

async function createMydemo(name: string): Promise<void> {
  await client.create(Mydemo, { metadata: { namespace, name }, spec: { ip: "127.0.0.1", port: 8080 } });
}

/** A Pod that responds with its version. */
async function createEcho(version: string): Promise<void> {
  const serve = `mkdir /tmp/www; echo ${version} > /tmp/www/index.html; exec httpd -f -p 5678 -h /tmp/www`;
  await client.create(Pod, {
    metadata: { namespace, name: `echo-${version}`, labels: { app: "test", version } },
    spec: {
      containers: [{ name: "echo", image: busybox, command: ["sh", "-c", serve] }],
      terminationGracePeriodSeconds: 0, // httpd as the first process ignores SIGTERM.
    },
  });
}

/** The address of the Balancer, once its proxy has the configuration of its spec. */
async function balancerUrl(): Promise<string> {
  const ready = async (): Promise<boolean> => {
    const balancer = await client.get(Balancer, { namespace, name: "balancer-sample" });
    const condition = balancer?.status?.conditions?.find(({ type }) => type === "Ready");
    return condition?.status === "True" && condition.observedGeneration === balancer?.metadata.generation;
  };
  await expect.poll(ready, { timeout: 90_000 }).toBe(true);
  await terminal.kubectl("rollout", "status", "deployment/balancer-sampleproxy", "--timeout=60s");
  const service = await client.get(Service, { namespace, name: "balancer-sample" });
  return `http://${service?.spec?.clusterIP}/`;
}

async function eventReasons(kind: string, name: string): Promise<readonly (string | undefined)[]> {
  const events = await Array.fromAsync(client.list(Event, { namespace }));
  return events
    .filter(({ regarding }) => regarding?.kind === kind && regarding.name === name)
    .map(({ reason }) => reason);
}

/** Creates a workspace, requests its page, and deletes it, through one of the replicas. */
async function useWorkspace(name: string): Promise<void> {
  const labelSelector = { matchLabels: { "control-plane": "controller-manager" } };
  const replicas = await Array.fromAsync(client.list(Pod, { namespace: "cloud-ide-system", labelSelector }));
  const replica = replicas.find((pod) => !isTerminating(pod) && pod.status?.podIP !== undefined);
  const certificate = await readFile(path.join(terminal.folder, "tls.crt"));
  using spaces = createSpaceClient(`${replica?.status?.podIP}:6387`, {
    token: await readFile(path.join(terminal.folder, "token"), "utf8"),
    channel: credentials.createSsl(certificate),
    channelOptions: { "grpc.ssl_target_name_override": tlsName },
  });
  const workspace = { namespace: "cloud-ide", name };

  const request = { ...workspace, image: "code-server-go1.19:v0.1", port: 9999 };
  const { ip, port, nodeName } = await spaces.createSpaceAndWaitForRunning(request);
  expect(nodeName).toBe("node1");
  await expect.poll(() => body(`http://${ip}:${port}/`).catch(String), { timeout: 30_000 }).toBe("workspace\n");
  expect(await spaces.deleteSpace(workspace)).toEqual({ status: 200, message: "success" });
  await terminal.kubectl("wait", "--for=delete", `pods/${name}`, "--namespace=cloud-ide", "--timeout=60s");
  expect(await spaces.getPodSpaceStatus(workspace)).toEqual({ status: 0, message: "NotExist" });
}

/** One object for each operator. All rounds use one Balancer, with another weight. */
async function createObjects(round: string): Promise<void> {
  for (let index = 0; index < 3; index += 1) await createMyJob(`${round}-${index}`);
  await createApplication(round);
  await createMydemo(round);
  const balancer = await client.get(Balancer, { namespace, name: "balancer-sample" });
  const [backend, ...others] = balancer?.spec.backends ?? [];
  if (!balancer || !backend) throw new Error("There is no Balancer");
  const backends = [{ ...backend, weight: backend.weight + 1 }, ...others];
  await client.patch(balancer, { type: "merge", body: { spec: { backends } } });
}

/** Waits until each operator has done its job for the objects of a round. */
async function converged(round: string): Promise<void> {
  const jobs = [0, 1, 2].map((index) => `myjobs/${round}-${index}`);
  await terminal.kubectl("wait", "--for=jsonpath={.status.phase}=completed", ...jobs, "--timeout=120s");
  await terminal.kubectl("wait", "--for=jsonpath={.status.ready}=true", `applications/${round}`, "--timeout=120s");
  await expect.poll(() => eventReasons("Mydemo", round), { timeout: 60_000 }).toContain("Synced");
  await balancerUrl();
  await useWorkspace(round);
}
