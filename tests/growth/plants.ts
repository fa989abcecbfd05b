/**
 * Transports with planted work, to show that the measurements find it: each does to a request what a step of the server once did, and then sends it. `input`
 * is the growing input that shows the plant.
 */
import { isDeepStrictEqual } from "node:util";
import type { Transport, TransportRequest } from "@kubewright/transport";

export interface Plant {
  readonly input: string;
  readonly work: (body: string) => unknown;
}

interface Body {
  readonly metadata: { readonly managedFields: readonly object[]; readonly finalizers: readonly string[] };
  readonly spec: {
    readonly versions: readonly Readonly<Record<string, unknown>>[];
    readonly containers: readonly { readonly args: readonly string[] }[];
    readonly tolerations: readonly object[];
    readonly template: { readonly spec: { readonly containers: readonly { readonly name: string }[] } };
  };
  readonly rules: readonly object[];
}

const parse = (body: string): Body => JSON.parse(body) as Body;

export const plants: Readonly<Record<string, Plant>> = {
  "unknown fields that are searched from the start of the body": {
    input: "unknown fields and a duplicate key",
    work: (body) => [...body.matchAll(/"(\w+)":/g)].map(([, key]) => body.indexOf(`"${key}"`)).sort((a, b) => a - b),
  },
  "versions of a definition that are compared for each version": {
    input: "definition versions",
    work(body) {
      const { versions } = parse(body).spec;
      const parts = ["schema", "subresources", "additionalPrinterColumns", "selectableFields"] as const;
      return versions.map(() =>
        parts.filter((part) => versions.every((version) => version[part] === versions[0]?.[part] || part === "schema")),
      );
    },
  },
  "items of a list that are printed for each item": {
    input: "pod spec.containers.0.args",
    work(body) {
      const { args } = parse(body).spec.containers[0] ?? { args: [] };
      return args.map((arg) => [arg, args.map((each) => JSON.stringify(each))]);
    },
  },
  "managed fields that are compared with each other": {
    input: "managed fields of a review",
    work(body) {
      const entries = parse(body).metadata.managedFields;
      return entries.filter((entry, index) => !entries.slice(0, index).includes(entry));
    },
  },
  "lines of YAML that are counted from the start for each item": {
    input: "yaml flow items",
    work(body) {
      let found = 0;
      for (let at = body.indexOf(","); at !== -1; at = body.indexOf(",", at + 1))
        found += body.slice(0, at).includes("\n") ? 1 : 0;
      return found;
    },
  },
  "lists that are copied for each block item": {
    input: "yaml block items",
    work: (body) => body.split("\n").reduce<readonly string[]>((lines, line) => [...lines, line], []),
  },
  "tolerations that are compared with each other": {
    input: "pod update of tolerations",
    work(body) {
      const { tolerations } = parse(body).spec;
      return tolerations.map((one) => tolerations.filter((other) => isDeepStrictEqual(one, other)));
    },
  },
  "deleted items that are filtered one by one": {
    input: "strategic merge that deletes containers",
    work(body) {
      let kept = parse(body).spec.template.spec.containers;
      const names = kept.map(({ name }) => name);
      for (const name of names) kept = [...kept.filter((container) => container.name !== name), { name }];
      return kept;
    },
  },
  "rules that are compared with all rules": {
    input: "cluster role rules",
    work(body) {
      const { rules } = parse(body);
      return rules.map((rule) => rules.filter((other) => other === rule));
    },
  },
};

/** The transport with the planted work. */
export function planted(transport: Transport, { work }: Plant): Transport {
  return {
    ...transport,
    request: (request) => {
      work(textOf(request));
      return transport.request(request);
    },
  };
}

function textOf({ body }: TransportRequest): string {
  return typeof body === "string" ? body : Buffer.from(body ?? new Uint8Array()).toString();
}
