// Whether the server or custom resources define an API group. kube-apiserver has a router only for its own groups, with other errors.
// A custom resource may be in a group of the server.
import type { Registry } from "./registry.ts";

/** Whether a group has kinds of the server itself. */
export function isBuiltinGroup(registry: Registry, group: string): boolean {
  for (const version of registry.versions(group)) {
    if (registry.resources(group, version).some(({ custom }) => !custom)) return true;
  }
  return false;
}

/** Whether a group exists, and has only kinds of the server itself. */
export function hasOnlyBuiltinKinds(registry: Registry, group: string): boolean {
  const versions = registry.versions(group);
  return (
    versions.length > 0 &&
    versions.every((version) => registry.resources(group, version).every(({ custom }) => !custom))
  );
}
