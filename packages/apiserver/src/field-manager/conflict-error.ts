// The error of an apply that would change fields of other managers.
import { applyConflict } from "@kubewright/apimachinery";
import type { Conflict, Manager } from "@kubewright/schema";
import { formatPath } from "@kubewright/schema";
import { compareTexts, identityOf } from "./entries.ts";

/** 409 with a cause for each field. */
export function conflictError(conflicts: readonly Conflict[]): Error {
  const fields = conflicts.flatMap(({ manager, paths }) =>
    paths.map((path) => ({ description: describeManager(manager), path: formatPath(path) })),
  );
  const causes = fields.map(({ description, path }) => ({
    reason: "FieldManagerConflict" as const,
    message: `conflict with ${description}`,
    field: path,
  }));
  return applyConflict(messageOf(conflicts, fields), causes);
}

function messageOf(
  conflicts: readonly Conflict[],
  fields: readonly { readonly description: string; readonly path: string }[],
): string {
  const [only] = fields;
  if (only !== undefined && fields.length === 1) {
    return `Apply failed with 1 conflict: conflict with ${only.description}: ${only.path}`;
  }
  const byManager = conflicts.toSorted((a, b) => compareTexts(identityOf(a.manager), identityOf(b.manager)));
  const lines = byManager.flatMap(({ manager, paths }) => [
    `conflicts with ${describeManager(manager)}:`,
    ...paths.map((path) => `- ${formatPath(path)}`),
  ]);
  return `Apply failed with ${fields.length} conflicts: ${lines.join("\n")}`;
}

/** Appliers are identified by name, updaters by name and version. */
function describeManager({ manager, operation, apiVersion, subresource }: Manager): string {
  const name = JSON.stringify(manager);
  const description = subresource === "" ? name : `${name} with subresource ${JSON.stringify(subresource)}`;
  return operation === "Apply" ? description : `${description} using ${apiVersion}`;
}
