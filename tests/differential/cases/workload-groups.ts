/** The groups of cases of workloads, definitions, custom resources, roles and webhooks. */
import type { CaseGroups } from "../record.ts";
import { crdBoundCases } from "./crd-bounds.ts";
import { crdNestedCases } from "./crd-nested.ts";
import { crdObjectCases } from "./crd-object.ts";
import { crdRuleCases } from "./crd-rules.ts";
import { crdSchemaCases } from "./crd-schema.ts";
import { conversionCases } from "./conversion.ts";
import { crdUpdateCases } from "./crd-update.ts";
import { crdValueCases } from "./crd-values.ts";
import { formatCasesOfResources } from "./custom-resource-formats.ts";
import { customResourceLifecycleCases } from "./custom-resource-lifecycle.ts";
import { customResourcePartCases } from "./custom-resource-parts.ts";
import { customResourceRatchetingCases } from "./custom-resource-ratcheting.ts";
import { customResourceRuleCases } from "./custom-resource-rules.ts";
import { customResourceRuleWriteCases } from "./custom-resource-rule-writes.ts";
import { customResourceCases } from "./custom-resource.ts";
import { cronJobCases } from "./cron-jobs.ts";
import { deploymentCases, replicaSetCases } from "./deployments.ts";
import { jobStatusCases } from "./job-status.ts";
import { jobCases } from "./jobs.ts";
import { patternCases } from "./patterns.ts";
import { bindingCases, roleCases } from "./roles.ts";
import { ruleCorpusGroups } from "./rule-corpus.ts";
import { matchConditionCases } from "./match-conditions.ts";
import { webhookConfigurationCases } from "./webhook-configurations.ts";
import { controllerCases, daemonSetCases, statefulSetCases } from "./workload-sets.ts";

export const workloadGroups: CaseGroups = {
  "crd-object": crdObjectCases,
  "crd-rules": crdRuleCases,
  "crd-schema": crdSchemaCases,
  "crd-values": crdValueCases,
  "crd-bounds": crdBoundCases,
  "crd-nested": crdNestedCases,
  "crd-update": crdUpdateCases,
  conversion: conversionCases,
  "custom-resource": customResourceCases,
  "custom-resource-parts": customResourcePartCases,
  "custom-resource-lifecycle": customResourceLifecycleCases,
  "custom-resource-rules": [...customResourceRuleCases, ...customResourceRatchetingCases],
  "custom-resource-rule-writes": customResourceRuleWriteCases,
  ...ruleCorpusGroups,
  "custom-resource-formats": formatCasesOfResources,
  deployment: deploymentCases,
  "replica-set": replicaSetCases,
  "daemon-set": daemonSetCases,
  "stateful-set": statefulSetCases,
  "replication-controller": controllerCases,
  job: jobCases,
  "job-status": jobStatusCases,
  "cron-job": cronJobCases,
  pattern: patternCases,
  role: roleCases,
  binding: bindingCases,
  "webhook-configuration": webhookConfigurationCases,
  "match-condition": matchConditionCases,
};
