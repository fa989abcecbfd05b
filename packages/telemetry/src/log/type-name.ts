/** How a kind is named in the log: `Pod`, `MyJob.myjob.github.com`. */

export function formatTypeName({ kind, group }: { readonly kind: string; readonly group: string }): string {
  return group === "" ? kind : `${kind}.${group}`;
}
