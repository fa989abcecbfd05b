/** Formats a kind for the log: `Pod`, `MyJob.myjob.github.com`. */

export function formatTypeName({ kind, group }: { readonly kind: string; readonly group: string }): string {
  return group === "" ? kind : `${kind}.${group}`;
}
