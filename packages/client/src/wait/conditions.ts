/**
 * Conditions for `waitFor`, with their names in kube-rs: conditions of built-in kinds, `hasCondition` and `isDeleted` for any kind, and `and`,
 * `or`, `not`.
 */
export { and, hasCondition, isDeleted, not, or } from "./condition.ts";
export {
  isCrdEstablished,
  isDeploymentCompleted,
  isIngressProvisioned,
  isJobCompleted,
  isPodReady,
  isPodRunning,
  isServiceLoadBalancerProvisioned,
} from "./built-in-conditions.ts";
