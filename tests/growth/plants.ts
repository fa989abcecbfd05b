/**
 * Transports with planted work, to show that the measurements find it: each does to a request what a step of the server once did, and then sends it. `input`
 * is the growing input that shows the plant.
 */
import { isDeepStrictEqual } from "node:util";
import type { Transport, TransportRequest } from "@kubewright/transport";
import { readText } from "@kubewright/transport";

export interface Plant {
  readonly input: string;
  /** Gets the body of the request. The result may be a promise. */
  readonly work: (body: string, request: TransportRequest, transport: Transport) => unknown;
}

interface Body {
  readonly metadata: { readonly managedFields: readonly object[]; readonly finalizers: readonly string[] };
  readonly spec: {
    readonly versions: readonly Readonly<Record<string, unknown>>[];
    readonly containers: readonly { readonly args: readonly string[] }[];
    readonly tolerations: readonly object[];
    readonly scopes: readonly string[];
    readonly template: { readonly spec: { readonly containers: readonly { readonly name: string }[] } };
  };
  readonly rules: readonly object[];
}

interface Named {
  readonly metadata: { readonly name: string };
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
  "scopes of a quota that are compared with each other": {
    input: "equal quota scopes",
    work(body) {
      const { scopes } = parse(body).spec;
      return scopes.map((scope, at) => scopes.filter((other, index) => index < at && `${other}` !== `${scope}`));
    },
  },
  "deleted objects that are searched from the start of their list": {
    input: "delete of a collection",
    async work(_body, request, transport) {
      const response = await transport.request({ method: "GET", path: request.path });
      const { items } = JSON.parse(await readText(response)) as {
        readonly items: readonly Named[];
      };
      const nameOf = (item: Named): string => item.metadata.name;
      return items.map((item) => items.filter((other) => nameOf(other) === nameOf(item)));
    },
  },
  "values of a selector that are compared with each other": {
    input: "list with values",
    work: (_body, { path }) => repeated(decodeURIComponent(path), ","),
  },
  "segments of a path that are compared with each other": {
    input: "path of many segments",
    work(_body, { path }) {
      const segments = path.split("/");
      return segments.map((segment, at) => segments.slice(0, at).filter((other) => other === segment).length);
    },
  },
  "clauses of a header that are compared with each other": {
    input: "accepted types",
    work: (_body, { headers = {} }) => repeated(String(headers["accept"]), ","),
  },
  "operands of an expression that are compared with each other": {
    input: "expression and",
    work(body) {
      const operands = body.split("&&");
      return operands.map((operand, at) => operands.slice(0, at).filter((other) => other === operand).length);
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

/** Finds repeated parts of a text with a search from its start for each. */
function repeated(text: string, separator: string): readonly string[] {
  const parts = text.split(separator);
  return parts.filter((part, index) => parts.indexOf(part) !== index);
}

/** The transport with the planted work. */
export function planted(transport: Transport, { work }: Plant): Transport {
  return {
    ...transport,
    async request(request) {
      await work(textOf(request), request, transport);
      return transport.request(request);
    },
  };
}

function textOf({ body }: TransportRequest): string {
  return typeof body === "string" ? body : Buffer.from(body ?? new Uint8Array()).toString();
}
