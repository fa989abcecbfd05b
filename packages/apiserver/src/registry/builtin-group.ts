// Whether the server or custom resources define an API group. kube-apiserver has a router only for its own groups, with other errors.
import type { Registry } from "./registry.ts";

/** Whether a group has kinds of the server itself. */
export function isBuiltinGroup(registry: Registry, group: string): boolean {
  for (const version of registry.versions(group)) {
    if (registry.resources(group, version).some(({ custom }) => !custom)) return true;
  }
  return false;
}
