// Whether the server or custom resources define an API group: kube-apiserver has a router for the former only, whose errors differ.
import type { Registry } from "./registry.ts";

/** Whether a group has kinds of the server itself. */
export function isBuiltinGroup(registry: Registry, group: string): boolean {
  for (const version of registry.versions(group)) {
    if (registry.resources(group, version).some(({ custom }) => !custom)) return true;
  }
  return false;
}
