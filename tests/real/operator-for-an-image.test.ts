// The operator that `create api --image` writes: on a cluster with the real controllers, with only the permissions of its markers, and
// with its image from the environment.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "kubewright";
import { expect, inject, test } from "vitest";
import { createKubectl } from "../kubectl/kubectl.ts";
import { edit } from "../kubectl/manifests.ts";
import { startWorkloadCluster } from "./workload-cluster.ts";

const assets = inject("assets") ?? "";
const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

test(
  "a Memcached gets its Pods, restores their number, and is deleted with its Deployment",
  { timeout: 300_000 },
  async () => {
    await using project = await scaffoldedProject();
    await using cluster = await startWorkloadCluster(assets);
    const kubeconfig = await readFile(cluster.kubeconfig, "utf8");
    await using kubectl = await createKubectl({ program: path.join(assets, "kubectl"), kubeconfig, edit });
    const type = async (words: string): Promise<string> => {
      const { exitCode, stdout, stderr } = await kubectl.start(words.split(" ")).output;
      expect([words, exitCode, stderr]).toEqual([words, 0, ""]);
      return stdout;
    };
    await type(`apply -f ${project.path("config/crd/bases")} -f ${project.path("config/rbac/role.yaml")}`);
    await type("create clusterrolebinding operator --clusterrole=manager-role --user=operator");
    await type("wait --for=condition=Established crd --all");
    const asOperator = kubeconfig.replace(/^( *)user:\n/mu, "$&$1  as: operator\n");
    expect(asOperator).toContain("    user:\n      as: operator\n      token: ");
    await using operator = await project.startOperator(asOperator);

    await type(`apply -f ${project.path("config/samples/cache_v1alpha1_memcached.yaml")}`);
    await type("wait --for=condition=Available memcached/memcached-sample --timeout=60s");
    const image = await type("get deployment memcached-sample -o jsonpath={.spec.template.spec.containers[0].image}");
    await type("scale deployment/memcached-sample --replicas=5");
    await type("wait --for=jsonpath={.spec.replicas}=1 deployment/memcached-sample --timeout=60s");
    await type('patch memcached memcached-sample --type=merge -p {"spec":{"size":3}}');
    await type("wait --for=jsonpath={.status.availableReplicas}=3 deployment/memcached-sample --timeout=60s");
    const table = await type("get memcacheds");
    const finalizers = await type("get memcached memcached-sample -o jsonpath={.metadata.finalizers}");
    await type("delete memcached memcached-sample --timeout=60s");
    await type("wait --for=delete deployment/memcached-sample --timeout=60s");
    const events = await type("get events.events.k8s.io -o jsonpath={.items[?(@.regarding.kind=='Memcached')].reason}");
    const end = await operator.stop();

    expect(image).toBe("memcached:9");
    expect(table).toMatch(/^NAME +SIZE +AVAILABLE +AGE\nmemcached-sample +3 +True /);
    expect(finalizers).toBe('["cache.example.com/finalizer"]');
    expect(events.split(" ").toSorted()).toEqual(["CleanedUp", "Created"]);
    expect(end).toEqual({ code: 0, problems: [] });
  },
);

/** The project of the guide. */
async function scaffoldedProject() {
  const base = await mkdtemp(path.join(tmpdir(), "kubewright-image-"));
  const folder = path.join(base, "shop");
  await mkdir(folder);
  const kubewright = async (words: string): Promise<void> => {
    let errors = "";
    const io = { cwd: folder, env: {}, isTty: false, out: () => {}, err: (text: string) => void (errors += text) };
    const signals = { on: () => {}, off: () => {}, exit: () => expect.unreachable("ended by a signal") };
    expect([words, await run({ args: words.split(" "), version: "0.1.0", io, signals })], errors).toEqual([words, 0]);
  };
  await kubewright("init --domain example.com --fetch-deps=false");
  await symlink(modules, path.join(folder, "node_modules"));
  await kubewright(
    "create api --group cache --version v1alpha1 --kind Memcached --image memcached:1.6 --image-container-command memcached,-m=64,-v " +
      "--image-container-port 11211 --run-as-user 1001 --make=false",
  );
  await kubewright("generate object crd rbac:roleName=manager-role");
  return {
    path: (file: string): string => path.join(folder, file),
    /** Resolves once it runs. */
    async startOperator(kubeconfig: string) {
      const config = path.join(base, "kubeconfig");
      await writeFile(config, kubeconfig, { mode: 0o600 });
      const words = ["--conditions=source", "cmd/main.ts", "--health-probe-bind-address=0"];
      const env = { KUBECONFIG: config, MEMCACHED_IMAGE: "memcached:9" };
      const child = spawn(process.execPath, words, { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
      const ended = once(child, "close");
      let log = "";
      const { promise: isWorking, resolve } = Promise.withResolvers<void>();
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        log += text;
        if (log.includes("Starting workers")) resolve();
      });
      const stop = async (): Promise<{ readonly code: unknown; readonly problems: readonly string[] }> => {
        child.kill("SIGTERM");
        const [code] = (await ended) as readonly unknown[];
        return {
          code,
          problems: log.split("\n").filter((line) => /"level":"(?:error|warn)"|ERROR|WARN|forbidden/iu.test(line)),
        };
      };
      await Promise.race([isWorking, ended.then(() => expect.unreachable(`the operator ended: ${log}`))]);
      return { stop, [Symbol.asyncDispose]: async () => void (await stop()) };
    },
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  };
}
