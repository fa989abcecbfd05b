/**
 * Moves fields from the `Update` entries of `managedFields` to an `Apply` entry, so that the next apply removes what it no longer contains.
 *
 * The server does not do this: fields that were written by create or update stay in the `Update` entry, and an apply that leaves them out does not
 * remove them.
 */
import { decodeJson, encodeJson } from "@kubewright/apimachinery";
import type { KubernetesObject, ManagedFieldsEntry, Stored } from "@kubewright/apimachinery";
import type { Patch } from "./call-options.ts";

export interface UpgradeManagedFieldsOptions {
  /** The field manager of the apply. */
  readonly fieldManager: string;
  /**
   * The field managers whose `Update` entries are moved. Default: only `fieldManager`. The metadata fields of other managers are not moved, because
   * labels and annotations of several clients do not conflict.
   */
  readonly updateManagers?: readonly string[];
}

/**
 * Returns the patch that moves the fields, or undefined if there is nothing to move. The patch contains the `resourceVersion` of the object, so the
 * server rejects it with a conflict if the object has changed. Entries of subresources are not moved. Entries whose apiVersion is not that of the
 * `Apply` entry are removed, as `csaupgrade` of client-go does.
 *
 * ```ts
 * const object = await client.get(ConfigMap, key, { consistency: "latest" }); // Caches store no managedFields.
 * const patch = object && upgradeManagedFieldsPatch(object, { fieldManager: "settings-operator" });
 * if (patch) await client.patch(object, patch);
 * ```
 *
 * @see https://pkg.go.dev/k8s.io/client-go/util/csaupgrade
 */
export function upgradeManagedFieldsPatch(
  { metadata }: Stored<KubernetesObject>,
  { fieldManager, updateManagers = [fieldManager] }: UpgradeManagedFieldsOptions,
): Patch | undefined {
  const entries = metadata.managedFields ?? [];
  const isMoved = ({ manager, operation, subresource = "" }: ManagedFieldsEntry): boolean =>
    operation === "Update" && subresource === "" && manager !== undefined && updateManagers.includes(manager);
  const isTarget = ({ manager, operation, subresource = "" }: ManagedFieldsEntry): boolean =>
    operation === "Apply" && subresource === "" && manager === fieldManager;

  const moved = entries.filter(isMoved);
  const first = entries.find(isTarget) ?? moved[0];
  if (!first || moved.length === 0) return undefined;
  const sources = moved.filter(({ apiVersion }) => apiVersion === first.apiVersion);
  const applied = isTarget(first) ? (first.fieldsV1 ?? {}) : {};
  const target: ManagedFieldsEntry = {
    ...first,
    manager: fieldManager,
    operation: "Apply",
    fieldsV1: sources.map((entry) => movedFields(entry, fieldManager)).reduce(union, applied),
  };
  const others = entries.filter((entry) => !isMoved(entry) && !isTarget(entry));
  const rest = moved.flatMap((entry) => remainingEntry(entry, fieldManager));
  return {
    type: "json",
    body: [
      {
        op: "replace",
        path: "/metadata/managedFields",
        value: decodeJson(encodeJson([target, ...others, ...rest])).value,
      },
      // "replace" instead of "test": the server reports a changed resourceVersion as a conflict, and a failed test as an invalid request.
      { op: "replace", path: "/metadata/resourceVersion", value: metadata.resourceVersion },
    ],
  };
}

type FieldSet = NonNullable<ManagedFieldsEntry["fieldsV1"]>;

function movedFields({ manager, fieldsV1 = {} }: ManagedFieldsEntry, fieldManager: string): FieldSet {
  if (manager === fieldManager) return fieldsV1;
  const { "f:metadata": _metadata, ...fields } = fieldsV1;
  return fields;
}

function remainingEntry(entry: ManagedFieldsEntry, fieldManager: string): readonly ManagedFieldsEntry[] {
  const metadata = entry.fieldsV1?.["f:metadata"];
  if (entry.manager === fieldManager || metadata === undefined) return [];
  return [{ ...entry, fieldsV1: { "f:metadata": metadata } }];
}

/** Both sets of fields. A set is a tree of objects, so the union merges them at each level. */
function union(left: FieldSet, right: FieldSet): FieldSet {
  const result: Record<string, unknown> = { ...left };
  for (const [name, fields] of Object.entries(right)) {
    result[name] = union((left[name] ?? {}) as FieldSet, fields as FieldSet); // Every value in a FieldsV1 is an object.
  }
  return result;
}
