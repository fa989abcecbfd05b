/** The groups of cases about the ownership of fields. */
import type { CaseGroups } from "../record.ts";
import { applyConflictCases } from "./apply-conflicts.ts";
import { applyCustomCases } from "./apply-custom.ts";
import { applyListCases } from "./apply-lists.ts";
import { applySubresourceCases } from "./apply-subresources.ts";
import { applyCases } from "./apply.ts";
import { managedFieldsCases } from "./managed-fields.ts";
import { managedGroupCases } from "./managed-groups.ts";
import { managedKindCases } from "./managed-kinds.ts";
import { unservedManagerCases } from "./unserved-managers.ts";

export const applyGroups: CaseGroups = {
  apply: applyCases,
  "apply-conflict": applyConflictCases,
  "apply-list": applyListCases,
  "apply-sub": applySubresourceCases,
  "apply-custom": applyCustomCases,
  "managed-fields": managedFieldsCases,
  "unserved-manager": unservedManagerCases,
  "managed-kind": [...managedKindCases, ...managedGroupCases],
};
