/** The fields in which two versions of an object differ. */
import { isDeepEqual, isJsonObject } from "@kubewright/apimachinery";
import type { KubernetesObject } from "@kubewright/apimachinery";

/** One field. `before` is undefined if it was added, `after` if it was removed. */
export interface FieldDifference {
  /** As in `kubectl explain`: `spec.replicas`, `metadata.labels["app.kubernetes.io/name"]`. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * Returns the fields that differ, in the order of their paths. A list is one value. Fields of metadata that only the server sets are left out.
 */
export function fieldDifferences(
  before: KubernetesObject | undefined,
  after: KubernetesObject | undefined,
): readonly FieldDifference[] {
  const differences: FieldDifference[] = [];
  collect(comparable(before), comparable(after), "", differences);
  return differences;
}

const serverFields: ReadonlySet<string> = new Set([
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "selfLink",
  "managedFields",
]);

function comparable(object: KubernetesObject | undefined): unknown {
  if (object === undefined) return undefined;
  const { apiVersion: _version, kind: _kind, metadata = {}, ...rest } = object;
  const own = Object.entries(metadata).filter(([name]) => !serverFields.has(name));
  return { metadata: Object.fromEntries(own), ...rest };
}

function collect(before: unknown, after: unknown, path: string, differences: FieldDifference[]): void {
  if (isDeepEqual(before, after)) return;
  // The fields of an object that is added or removed are added or removed one by one.
  const isObject = (value: unknown): boolean =>
    value === undefined || (isJsonObject(value) && Object.keys(value).length > 0);
  if (!isObject(before) || !isObject(after)) {
    differences.push({
      path,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    });
    return;
  }
  const [old, now] = [before ?? {}, after ?? {}] as [Record<string, unknown>, Record<string, unknown>]; // Checked above.
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort();
  for (const name of names) collect(old[name], now[name], joined(path, name), differences);
}

function joined(path: string, name: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/u.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}
