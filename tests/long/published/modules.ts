// Go modules of well-known projects whose repositories contain CRDs, policies and sample objects. They are downloaded into Go's module cache, so this
// repository contains none of them.
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { promisify } from "node:util";

/** Versions that Go 1.26 can download. A newer version may add manifests, which only adds comparisons. */
export const publishedModules: readonly string[] = [
  "github.com/argoproj/argo-cd/v3@v3.5.7",
  "github.com/argoproj/argo-rollouts@v1.10.1",
  "github.com/aws/karpenter-provider-aws@v1.14.1",
  "github.com/cert-manager/cert-manager@v1.21.2",
  "github.com/cilium/cilium@v1.20.2",
  "github.com/cloudnative-pg/cloudnative-pg@v1.24.0",
  "github.com/crossplane/crossplane@v1.18.0",
  "github.com/elastic/cloud-on-k8s/v2@v2.14.0",
  "github.com/envoyproxy/gateway@v1.9.1",
  "github.com/external-secrets/external-secrets@v1.3.2",
  "github.com/fluxcd/kustomize-controller@v1.9.6",
  "github.com/fluxcd/source-controller@v1.9.6",
  "github.com/kedacore/keda/v2@v2.21.0",
  "github.com/kserve/kserve@v0.14.0",
  "github.com/kyverno/kyverno@v1.19.1",
  "github.com/open-policy-agent/gatekeeper/v3@v3.23.1",
  "github.com/prometheus-operator/prometheus-operator@v0.85.0",
  "github.com/rook/rook@v1.15.0",
  "github.com/tektoncd/pipeline@v0.65.0",
  "github.com/vmware-tanzu/velero@v1.18.3",
  "github.com/zalando/postgres-operator@v1.13.0",
  "istio.io/api@v1.31.1",
  "knative.dev/serving@v0.51.0",
  "sigs.k8s.io/cluster-api@v1.14.2",
  "sigs.k8s.io/gateway-api@v1.6.3",
  "sigs.k8s.io/jobset@v0.8.0",
  "sigs.k8s.io/karpenter@v1.14.1",
  "sigs.k8s.io/kueue@v0.10.0",
];

const run = promisify(execFile);

/** Downloads a module, unless the cache has it. Resolves with its folder. */
export async function moduleFolder(module: string): Promise<string> {
  const { stdout } = await run("go", ["mod", "download", "-json", module], { cwd: tmpdir(), maxBuffer: 2 ** 24 });
  const response: unknown = JSON.parse(stdout);
  const folder = typeof response === "object" && response !== null && "Dir" in response ? response.Dir : undefined;
  if (typeof folder !== "string") throw new Error(`Cannot download the Go module "${module}": got ${stdout}`);
  return folder;
}
