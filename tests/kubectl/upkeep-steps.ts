/** Operations on existing objects: replace, restart, cordon, taint, approve. They need the script's Pod `main`. */
import { configMap, deployment, pod } from "./manifests.ts";
import type { Step } from "./step.ts";

const node = JSON.stringify({ apiVersion: "v1", kind: "Node", metadata: { name: "script-node" } });

export const upkeepSteps: readonly Step[] = [
  { args: "replace -f -", stdin: configMap({ a: "1" }) },
  { args: "create --save-config -f -", stdin: configMap({ a: "1" }) },
  { args: "replace -f -", stdin: configMap({ a: "2" }) },
  { args: "replace --force -f -", stdin: configMap({ a: "3" }) },
  { args: "apply view-last-applied configmap settings" },
  { args: "apply set-last-applied --create-annotation -f -", stdin: configMap({ a: "3" }) },
  { args: "apply view-last-applied configmap settings" },
  { args: "apply --prune -l edit=before -f -", stdin: configMap({ a: "4" }) },
  { args: "delete configmaps -l edit=before" },

  { args: "create -f -", stdin: deployment({ replicas: 1 }) },
  { args: "set env deployment/web LEVEL=high" },
  { args: "set resources deployment/web --limits=cpu=200m,memory=64Mi" },
  { args: "set serviceaccount deployment/web made" },
  { args: "rollout pause deployment/web" },
  { args: "rollout restart deployment/web" },
  { args: "rollout resume deployment/web" },
  { args: 'patch deployment web --subresource=scale --type=merge -p {"spec":{"replicas":2}}' },
  { args: "get deployment web --subresource=scale" },
  { args: "get deployment web --subresource=status -o jsonpath={.spec.replicas}" },
  { args: "delete deployment web" },

  { args: "create -f -", stdin: node },
  { args: "cordon script-node" },
  { args: "uncordon script-node" },
  { args: "taint nodes script-node example.com/full=yes:NoSchedule" },
  { args: "taint nodes script-node example.com/full-" },
  { args: "drain script-node --ignore-daemonsets --timeout=20s" },
  { args: "get nodes script-node --no-headers" },
  { args: "delete node script-node" },

  { args: "label pod main app=other" },
  { args: "label pod main app=other --overwrite" },
  { args: "annotate pod main example.com/note=a example.com/note=b" },
  { args: "get pod main -o custom-columns=NAME:.metadata.name,APP:.metadata.labels.app" },
  { args: "get pods -A --field-selector=metadata.name=main -o name" },
  { args: "events --for=pod/main" },
  { args: "create -f -", stdin: pod({ image: "example.com/main:1" }) },
];
