/** The defaults of CustomResourceDefinitions. */
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { ApiObject } from "../../objects/api-object.ts";
import { draftOf } from "../../kinds/typed.ts";

export function defaultDefinition(draft: ApiObject): void {
  const spec = (draftOf<CustomResourceDefinition>(draft).spec ??= {});
  const names = (spec.names ??= {});
  const { kind = "" } = names;
  // An empty string means "not set": the Go fields are not pointers.
  if (kind !== "") {
    names.singular ||= kind.toLowerCase();
    names.listKind ||= `${kind}List`;
  }
  spec.conversion ??= { strategy: "None" };
  const service = spec.conversion.webhook?.clientConfig?.service;
  if (service !== undefined) service.port ??= 443;
  const { status } = draftOf<CustomResourceDefinition>(draft);
  if (status !== undefined && (status.storedVersions ?? []).length === 0) {
    const stored = (spec.versions ?? []).find((version) => version.storage === true);
    if (stored !== undefined) status.storedVersions = [stored.name ?? ""];
  }
}

/** Adds the storage version to `status.storedVersions`, because objects in this version may exist from now on. */
export function recordStoredVersion(draft: ApiObject): void {
  const definition = draftOf<CustomResourceDefinition>(draft);
  const status = (definition.status ??= {});
  const storage = (definition.spec?.versions ?? []).find((version) => version.storage === true)?.name;
  const stored = status.storedVersions ?? [];
  status.storedVersions = storage === undefined || stored.includes(storage) ? stored : [...stored, storage];
}
