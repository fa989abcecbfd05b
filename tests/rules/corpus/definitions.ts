/** All definitions of the corpus. */
import { addressesDefinition } from "./addresses.ts";
import { alertsDefinition } from "./alerts.ts";
import { autoscalersDefinition } from "./autoscalers.ts";
import { backupsDefinition } from "./backups.ts";
import { budgetsDefinition } from "./budgets.ts";
import { certificatesDefinition } from "./certificates.ts";
import { compositionsDefinition } from "./compositions.ts";
import { databasesDefinition } from "./databases.ts";
import { dnsRecordsDefinition } from "./dns-records.ts";
import { featureFlagsDefinition } from "./feature-flags.ts";
import { identityProvidersDefinition } from "./identity-providers.ts";
import { imagePoliciesDefinition } from "./image-policies.ts";
import { listenersDefinition } from "./listeners.ts";
import { machineClassesDefinition } from "./machine-classes.ts";
import { matricesDefinition } from "./matrices.ts";
import { networkPoliciesDefinition } from "./network-policies.ts";
import { nodePoolsDefinition } from "./node-pools.ts";
import { pipelinesDefinition } from "./pipelines.ts";
import { probesDefinition } from "./probes.ts";
import { quotasDefinition } from "./quotas.ts";
import { rateLimitsDefinition } from "./rate-limits.ts";
import { releasesDefinition } from "./releases.ts";
import { rolloutsDefinition } from "./rollouts.ts";
import { routesDefinition } from "./routes.ts";
import { schedulesDefinition } from "./schedules.ts";
import { statusConditionsDefinition } from "./status-conditions.ts";
import { tenantsDefinition } from "./tenants.ts";
import { topicsDefinition } from "./topics.ts";
import { volumesDefinition } from "./volumes.ts";
import { workflowsDefinition } from "./workflows.ts";
import type { RuledDefinition } from "./schema.ts";

export const ruledDefinitions: readonly RuledDefinition[] = [
  addressesDefinition,
  alertsDefinition,
  autoscalersDefinition,
  backupsDefinition,
  budgetsDefinition,
  certificatesDefinition,
  compositionsDefinition,
  databasesDefinition,
  dnsRecordsDefinition,
  featureFlagsDefinition,
  identityProvidersDefinition,
  imagePoliciesDefinition,
  listenersDefinition,
  machineClassesDefinition,
  matricesDefinition,
  networkPoliciesDefinition,
  nodePoolsDefinition,
  pipelinesDefinition,
  probesDefinition,
  quotasDefinition,
  rateLimitsDefinition,
  releasesDefinition,
  rolloutsDefinition,
  routesDefinition,
  schedulesDefinition,
  statusConditionsDefinition,
  tenantsDefinition,
  topicsDefinition,
  volumesDefinition,
  workflowsDefinition,
];
