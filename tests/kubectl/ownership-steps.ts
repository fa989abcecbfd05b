/** Field ownership and conflicts in kubectl. They need the script's MyJob `pi`, applied on the client side. */
import { configMap, deployment, myJob } from "./manifests.ts";
import type { Step } from "./step.ts";

export const ownershipSteps: readonly Step[] = [
  { args: "apply --server-side -f -", stdin: configMap({ a: "1", b: "2" }) },
  { args: "apply --server-side -f -", stdin: configMap({ a: "1", b: "2" }) },
  { args: "apply --server-side --field-manager=other -f -", stdin: configMap({ a: "2" }) },
  { args: "apply --server-side --field-manager=other -f -", stdin: configMap({ a: "1" }) },
  { args: "apply --server-side --field-manager=other --force-conflicts -f -", stdin: configMap({ a: "2" }) },
  { args: "get configmap settings -o yaml --show-managed-fields" },
  { args: "apply --server-side -f -", stdin: configMap({ b: "2" }) },
  { args: "get configmap settings -o jsonpath={.data}" },
  { args: "diff --server-side -f -", stdin: configMap({ b: "3" }) },
  { args: "apply --server-side --dry-run=server -f -", stdin: configMap({ c: "3" }) },

  // From client-side apply to server-side apply: kubectl takes ownership of the last applied fields.
  { args: "apply -f -", stdin: deployment({ replicas: 2 }) },
  { args: "apply --server-side -f -", stdin: deployment({ replicas: 3 }) },
  { args: "get deployment web -o yaml --show-managed-fields" },
  { args: "scale deployment web --replicas=4" },
  { args: "apply --server-side -f -", stdin: deployment({ replicas: 3 }) },
  { args: "apply -f -", stdin: deployment({ replicas: 5 }) },

  { args: "get myjob pi -o yaml --show-managed-fields" },
  { args: "apply --server-side -f -", stdin: myJob({ image: "perl:4" }) },
  { args: "get myjob pi -o yaml --show-managed-fields" },
  { args: "apply --server-side -f -", stdin: myJob({ name: "misspelt", image: "perl:2", more: { templat: {} } }) },
  { args: "delete configmap settings" },
  { args: "delete deployment web" },
];
