/** Typical kubectl commands, as a fixed list of steps with equal results on any server. */
import type { Kubectl, KubectlOutput } from "./kubectl.ts";
import { configMap, deployment, myJob, pod, unknownKind } from "./manifests.ts";
import { normalized } from "./normalize.ts";
import { ownershipSteps } from "./ownership-steps.ts";
import { quotaSteps } from "./quota-steps.ts";
import type { Step } from "./step.ts";
import { upkeepSteps } from "./upkeep-steps.ts";

export const script: readonly Step[] = [
  { args: "version" },
  { args: "config current-context" },
  { args: "config set-context --current --namespace=script" },
  { args: "cluster-info" },
  { args: "api-versions" },
  { args: "api-resources" },
  { args: "api-resources --api-group=myjob.github.com -o wide" },
  { args: "explain myjob" },
  { args: "explain myjob.spec" },
  { args: "explain myjob.status.phase" },
  { args: "explain myjob.status.conditions --recursive" },
  { args: "explain myjob.metadata" },
  { args: "explain myjob.spec.template.spec.containers.livenessProbe" },
  { args: "explain parcels --recursive" },
  ...[
    "",
    ".spec",
    ".spec.rooms",
    ".spec.rooms.windows",
    ".spec.rooms.windows.panes",
    ".spec.owners",
    ".spec.owners.shares",
    ".spec.template.metadata",
    ".spec.port",
    ".status",
  ].map((path) => ({ args: `explain parcel${path}` })),
  { args: "explain pod" },
  { args: "explain pod.spec.containers" },
  { args: "explain pod.metadata.ownerReferences.uid" },
  { args: "explain deployment --recursive" },
  { args: "explain cronjob.spec.jobTemplate.spec.template.spec.volumes.ephemeral" },
  { args: "explain customresourcedefinition.spec.versions.schema.openAPIV3Schema" },
  { args: "explain horizontalpodautoscaler.spec --api-version=autoscaling/v2" },
  { args: "explain networkpolicy --output=plaintext-openapiv2" },
  { args: "explain pod.spec.nonsense" },
  { args: "create -f -", stdin: JSON.stringify({ apiVersion: "v1", kind: "Namespace", metadata: { name: "script" } }) },

  { args: "get myjobs" },
  { args: "apply -f -", stdin: myJob({ image: "perl:1" }) },
  { args: "apply -f -", stdin: myJob({ image: "perl:1" }) },
  { args: "apply -f -", stdin: myJob({ image: "perl:2" }) },
  { args: "diff -f -", stdin: myJob({ image: "perl:3" }) },
  { args: "get myjobs" },
  { args: "get myjob pi -o yaml" },
  { args: "get myjob pi -o wide" },
  { args: "get myjob pi -o name" },
  { args: ["get", "myjob", "pi", "-o", "jsonpath={.spec.template.spec.containers[*].image}"] },
  { args: "get myjobs.v1beta1.myjob.github.com --show-labels" },
  { args: "describe myjob pi" },
  { args: "label myjob pi tier=back" },
  { args: "annotate myjob pi example.com/note=hello" },
  { args: "get myjobs -l tier=back" },
  { args: "get myjobs -l tier=front" },
  {
    args: "wait --for=jsonpath={.status.phase}=running myjob/pi --timeout=30s",
    meanwhile: {
      lines: 0,
      steps: [
        {
          args: [
            "patch",
            "myjob",
            "pi",
            "--subresource=status",
            "--type=merge",
            "-p",
            '{"status":{"phase":"running"}}',
          ],
        },
      ],
    },
  },
  { args: "get myjobs" },
  { args: ["patch", "myjob", "pi", "--type=merge", "-p", '{"spec":{"template":null}}'] },
  { args: ["patch", "myjob", "pi", "--type=json", "-p", '[{"op":"remove","path":"/metadata/labels/tier"}]'] },
  {
    args: "apply -f -",
    stdin: myJob({ image: "perl:2", more: { templat: {} } }),
    outputDiffers: "the text holds the whole object, with its keys in another order",
  },
  { args: "apply -f -", stdin: myJob({ name: "misspelt", image: "perl:2", more: { templat: {} } }) },
  { args: "apply -f -", stdin: myJob({ name: "Not_A_Name", image: "perl:1" }) },
  { args: "apply --validate=false -f -", stdin: myJob({ name: "e", image: 5 }) },
  { args: "apply --validate=strict -f -", stdin: unknownKind("v1") },
  { args: "apply --validate=strict -f -", stdin: unknownKind("apps/v1") },
  { args: "apply --validate=warn --dry-run=server -f -", stdin: unknownKind("unknown.example.com/v1") },
  { args: "create -f -", stdin: unknownKind("myjob.github.com/v1beta1") },
  { args: "apply -n nowhere -f -", stdin: myJob({ name: "e", image: "perl:1" }) },
  { args: "edit myjob pi" },
  { args: "get myjob pi -o jsonpath={.metadata.labels}" },

  { args: "apply -f -", stdin: configMap({ a: "1" }) },
  { args: "apply -f -", stdin: configMap({ a: "1" }) },
  { args: "apply -f -", stdin: configMap({ b: "2" }) },
  { args: "apply --dry-run=server -f -", stdin: configMap({ c: "3" }) },
  { args: "get configmap settings -o yaml" },
  { args: "describe configmap settings" },
  { args: "edit configmap settings" },
  { args: "get configmap settings -o jsonpath={.data}" },
  {
    args: "get configmap settings --watch --no-headers",
    meanwhile: {
      lines: 1,
      steps: [
        { args: ["patch", "configmap", "settings", "-p", '{"data":{"d":"4","e":"5"}}'] },
        { args: "delete configmap settings" },
      ],
    },
    endAfterLines: 3,
  },
  { args: "get configmap settings" },

  { args: "apply -f -", stdin: pod({ image: "example.com/main:1" }) },
  { args: "apply -f -", stdin: pod({ image: "example.com/main:2" }) },
  {
    args: "apply -f -",
    stdin: pod({ image: "example.com/main:2", hostNetwork: true }),
    outputDiffers: "it ends with a difference of Go values",
  },
  { args: "get pods" },
  { args: "get pods -o wide" },
  { args: "get pod main -o yaml" },
  { args: "get pods,configmaps,myjobs" },
  { args: "get pods --field-selector=status.phase=Pending" },
  { args: "get pods --sort-by=.metadata.name" },
  { args: "describe pod main" },
  { args: "logs main" },

  { args: "label --dry-run=server namespace script pod-security.kubernetes.io/enforce=restricted" },
  { args: "label --dry-run=server namespace script pod-security.kubernetes.io/enforce=strict" },
  { args: "label namespace script pod-security.kubernetes.io/warn=restricted" },
  { args: "create deployment warned --image=example.com/main:1" },
  { args: "delete deployment warned" },
  { args: "label namespace script pod-security.kubernetes.io/warn-" },

  { args: "apply -f -", stdin: deployment({ replicas: 1 }) },
  { args: "scale deployment web --replicas=3" },
  { args: "set image deployment/web main=example.com/main:2" },
  { args: "get deployment web -o wide" },
  { args: "get all" },
  { args: "rollout status deployment/web --watch=false" },

  // These commands send protobuf.
  { args: "create namespace script-made" },
  { args: "create namespace script-made" },
  { args: "create configmap made --from-literal=a=1 --from-literal=b=" },
  { args: "create secret generic made --from-literal=a=1" },
  { args: "create serviceaccount made" },
  { args: "create token made --duration=1h", outputDiffers: "it is a token" },
  { args: "create token nobody" },
  { args: "create deployment made --image=example.com/main:1 --replicas=2 --port=80" },
  { args: "create job made --image=example.com/main:1 -- run" },
  { args: ["create", "cronjob", "made", "--image=example.com/main:1", "--schedule=*/5 * * * *"] },
  { args: "create job from-cron --from=cronjob/made" },
  { args: "create service clusterip made --tcp=80:8080" },
  { args: "create role made --verb=get,list --resource=pods,deployments.apps" },
  { args: "create rolebinding made --role=made --serviceaccount=script:made" },
  { args: "create poddisruptionbudget made --selector=app=made --min-available=50%" },
  ...quotaSteps,
  { args: ["create", "ingress", "made", "--rule=a.example.com/*=made:80"] },
  { args: "create priorityclass script-made --value=5 --description=low" },
  { args: "create deployment Made --image=example.com/main:1" },
  { args: "autoscale deployment made --min=1 --max=3 --cpu=50%" },
  { args: "get horizontalpodautoscalers" },
  { args: "expose deployment made --port=80 --name=exposed" },
  { args: "run made --image=example.com/main:1" },
  { args: "get configmap made -o yaml" },
  { args: "get deployment made -o yaml" },
  { args: "get job made -o yaml" },
  { args: "get role,rolebinding made -o yaml" },
  { args: "auth can-i create pods" },
  { args: "auth can-i create pods --as=nobody" },
  { args: "auth can-i --list --as=nobody" },
  { args: "auth whoami -o name", outputDiffers: "who it is depends on the kubeconfig" },
  { args: "delete priorityclass script-made" },
  { args: "delete deployment,job,cronjob,service,horizontalpodautoscaler made" },

  ...ownershipSteps,
  ...upkeepSteps,

  { args: ["patch", "myjob", "pi", "--type=merge", "-p", '{"metadata":{"finalizers":["example.com/hold"]}}'] },
  { args: "delete myjob pi --wait=false" },
  {
    args: "wait --for=delete myjob/pi --timeout=30s",
    outputDiffers: "it is silent when the object is gone at its first look",
    meanwhile: {
      lines: 0,
      steps: [{ args: ["patch", "myjob", "pi", "--type=merge", "-p", '{"metadata":{"finalizers":null}}'] }],
    },
  },
  { args: "get myjob pi" },
  { args: "delete -f - --ignore-not-found", stdin: myJob({ image: "perl:1" }) },
  { args: "delete pod main" },
  { args: "delete deployments -l app=web" },
  { args: "get pods" },
  { args: "get nonsense" },
];

/** The command line of the step. */
export function nameOf({ args }: Step): string {
  return typeof args === "string" ? args : args.join(" ");
}

/** The result of a step, with values that differ from run to run masked. */
export interface StepResult {
  readonly step: string;
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly meanwhile: readonly StepResult[];
}

/** Runs the steps one after the other. */
export async function runScript(kubectl: Kubectl, steps: readonly Step[]): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) results.push(await runStep(kubectl, step));
  return results;
}

async function runStep(kubectl: Kubectl, step: Step): Promise<StepResult> {
  const args = typeof step.args === "string" ? step.args.split(" ") : step.args;
  const running = kubectl.start(args, step.stdin);
  const { lines = 0, steps = [] } = step.meanwhile ?? {};
  await running.lines(lines);
  const meanwhile = await runScript(kubectl, steps);
  if (step.endAfterLines !== undefined) {
    await running.lines(step.endAfterLines);
    running.end();
  }
  return { step: nameOf(step), ...compared(step, await running.output), meanwhile };
}

function compared(step: Step, { exitCode, stdout, stderr }: KubectlOutput): Omit<StepResult, "step" | "meanwhile"> {
  if (step.outputDiffers !== undefined) return { exitCode, stdout: "", stderr: "" };
  const lines = normalized(stdout).split("\n");
  const kept = lines.filter((line) => step.only?.lines.test(line) ?? true);
  if (step.only && kept.length === 0)
    throw new Error(`kubectl ${nameOf(step)} prints no line like ${step.only.lines.source}`);
  return { exitCode, stdout: kept.join("\n"), stderr: normalized(stderr) };
}
