/** The cases of Pods, by their groups. */
import type { CaseGroups } from "../../record.ts";
import { podContainerCases } from "./containers.ts";
import { podMoreCases } from "./more.ts";
import { podNetworkCases } from "./network.ts";
import { podResourceCases } from "./resources.ts";
import { podSchedulingCases } from "./scheduling.ts";
import { podSecurityCases } from "./security.ts";
import { securityLevelCases } from "./security-levels.ts";
import { podStatusCases } from "./status.ts";
import { podTemplateCases } from "./templates.ts";
import { podUpdateCases } from "./updates.ts";
import { podVolumeCases } from "./volumes.ts";

export const podGroups: CaseGroups = {
  "pod-containers": podContainerCases,
  "pod-volumes": podVolumeCases,
  "pod-resources": podResourceCases,
  "pod-scheduling": podSchedulingCases,
  "pod-security": podSecurityCases,
  "security-level": securityLevelCases,
  "pod-network": podNetworkCases,
  "pod-update": podUpdateCases,
  "pod-status": podStatusCases,
  "pod-more": podMoreCases,
  "pod-template": podTemplateCases,
};
