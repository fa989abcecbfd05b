// What an apply is told that would change what others own.
import { applyConflict } from "@kubewright/apimachinery";
import type { Conflict, Manager } from "@kubewright/schema";
import { formatPath } from "@kubewright/schema";
import { compareTexts, identityOf } from "./entries.ts";

/** 409 with a cause for each field. */
export function conflictError(conflicts: readonly Conflict[]): Error {
  const fields = conflicts.flatMap(({ manager, paths }) =>
    paths.map((path) => ({ owner: describeOwner(manager), path: formatPath(path) })),
  );
  const causes = fields.map(({ owner, path }) => ({
    reason: "FieldManagerConflict" as const,
    message: `conflict with ${owner}`,
    field: path,
  }));
  return applyConflict(messageOf(conflicts, fields), causes);
}

function messageOf(
  conflicts: readonly Conflict[],
  fields: readonly { readonly owner: string; readonly path: string }[],
): string {
  const [only] = fields;
  if (only !== undefined && fields.length === 1) {
    return `Apply failed with 1 conflict: conflict with ${only.owner}: ${only.path}`;
  }
  const byOwner = conflicts.toSorted((a, b) => compareTexts(identityOf(a.manager), identityOf(b.manager)));
  const lines = byOwner.flatMap(({ manager, paths }) => [
    `conflicts with ${describeOwner(manager)}:`,
    ...paths.map((path) => `- ${formatPath(path)}`),
  ]);
  return `Apply failed with ${fields.length} conflicts: ${lines.join("\n")}`;
}

/** An applier is known by its name alone; who updates is told apart by version too. */
function describeOwner({ manager, operation, apiVersion, subresource }: Manager): string {
  const name = JSON.stringify(manager);
  const owner = subresource === "" ? name : `${name} with subresource ${JSON.stringify(subresource)}`;
  return operation === "Apply" ? owner : `${owner} using ${apiVersion}`;
}
