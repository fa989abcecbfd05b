// The headers for impersonation of another user.
// https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation

import type { HeaderMap } from "@kubewright/transport";
import type { KubeconfigUser } from "./kubeconfig.ts";

export function impersonationHeaders({ impersonate }: KubeconfigUser): HeaderMap {
  if (impersonate === undefined) return {};
  const extra = Object.entries(impersonate.extra).map(([key, values]): [string, readonly string[]] => [
    `impersonate-extra-${encodeURIComponent(key.toLowerCase())}`,
    values,
  ]);
  return {
    "impersonate-user": impersonate.user,
    ...(impersonate.uid === undefined ? {} : { "impersonate-uid": impersonate.uid }),
    ...(impersonate.groups.length === 0 ? {} : { "impersonate-group": impersonate.groups }),
    ...Object.fromEntries(extra),
  };
}
