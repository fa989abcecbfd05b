// The names of definitions in an OpenAPI document: a Go package with its domain reversed, then the Go type.
// `io.k8s.api.core.v1.PodSpec` is the type PodSpec of the package io.k8s.api.core.v1. `@kubewright/api-facts` has the same
// functions; they are repeated here because the generator must run without the package that it generates.

const referencePrefix = "#/components/schemas/";

/** The definition that a `$ref` refers to. */
export function definitionOfReference(reference: string): string {
  if (!reference.startsWith(referencePrefix)) {
    throw new TypeError(`Cannot follow the reference "${reference}": expected it to start with "${referencePrefix}"`);
  }
  return reference.slice(referencePrefix.length);
}

/** The package of a definition: `io.k8s.api.core.v1` of `io.k8s.api.core.v1.PodSpec`. */
export function packageOf(definition: string): string {
  return definition.slice(0, definition.lastIndexOf("."));
}

/** The type of a definition: `PodSpec` of `io.k8s.api.core.v1.PodSpec`. */
export function typeNameOf(definition: string): string {
  return definition.slice(definition.lastIndexOf(".") + 1);
}

/** The path of the types of a group version, below the sources of a package: `core/v1`, `apps/v1`. */
export function modulePathOf(group: string, version: string): string {
  return `${group === "" ? "core" : group}/${version}`;
}

/** A path as one identifier: `coreV1` of `core/v1`, `CoreV1` of `/core/v1`. */
export function identifierOf(path: string): string {
  return path.replace(/[^a-zA-Z0-9]+(.)/gu, (_, next: string) => next.toUpperCase());
}

/** The path of a group version on the API server: `/api/v1`, `/apis/apps/v1`. */
export function servedPathOf(group: string, version: string): string {
  return group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
}

/** Sorts all generated output: by UTF-16 code unit, the same on every machine. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
