/**
 * Quotas that a server enforces, for the cases of quotas. The cases write the status of their quotas themselves, because the real server runs without
 * the quota controller. It enforces a quota a moment after the write: the last quota of each case rejects ConfigMaps, and the case continues once it does.
 */
import { patch, post, until } from "../case.ts";
import type { DifferentialRequest } from "../case.ts";
import type { Variation } from "../variations.ts";

export const core = "/api/v1/namespaces/{{namespace}}";
export const quotas = `${core}/resourcequotas`;
export const pods = `${core}/pods`;

type Amounts = Readonly<Record<string, string>>;

interface QuotaParts {
  readonly hard: Amounts;
  /** Default: nothing is used. `null`: the usage is unknown. */
  readonly used?: Amounts | null;
  readonly scopes?: readonly string[];
  readonly scopeSelector?: object;
}

function quota(name: string, { hard, used, ...scopes }: QuotaParts): readonly DifferentialRequest[] {
  const none = Object.fromEntries(Object.keys(hard).map((each) => [each, "0"]));
  const status = { hard, ...(used === null ? {} : { used: { ...none, ...used } }) };
  return [
    post(quotas, { apiVersion: "v1", kind: "ResourceQuota", metadata: { name }, spec: { hard, ...scopes } }),
    patch("merge", `${quotas}/${name}/status`, { status }),
  ];
}

const probe = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "probe" } };

/** Quotas `a`, `b` and so on, once the server enforces them. */
export function enforced(...all: readonly QuotaParts[]): readonly DifferentialRequest[] {
  return [
    ...all.flatMap((parts, index) => quota("abc".charAt(index), parts)),
    ...quota("z", { hard: { configmaps: "0" } }),
    until(403, post(`${core}/configmaps?dryRun=All`, probe), "exceeded quota: z"),
  ];
}

export function resources(requests: object, limits: object = {}): Variation {
  return { spec: { containers: [{ name: "c", image: "example.com/i:1", resources: { requests, limits } }] } };
}

export const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, ...resources({}) };

export function named(name: string, ...variations: readonly Variation[]): Variation {
  return Object.assign({}, ...variations, { metadata: { name } }) as Variation;
}
