/**
 * PodNodeSelector: Pods get the node selector that an annotation of their namespace has. The selectors of a configuration file are not supported.
 * https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#podnodeselector
 */
import { getOwn, isLabelValue, isQualifiedName, unclassifiedError } from "@kubewright/apimachinery";
import type { Pod } from "@kubewright/api/core/v1";
import { draftOf } from "../../kinds/typed.ts";
import type { AdmissionAttributes, AdmissionPlugin } from "../../registry/admission-plugin.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import { forbid, isAbout } from "./forbid.ts";

const namespaces = { group: "", resource: "namespaces" } as const;
const annotation = "scheduler.alpha.kubernetes.io/node-selector";

type Labels = Readonly<Record<string, string>>;

export const podNodeSelector: AdmissionPlugin = {
  name: "PodNodeSelector",
  mutate: (attributes, context) => {
    const { object } = attributes;
    if (object === undefined || !isNewPod(attributes)) return;
    const spec = (draftOf<Pod>(object).spec ??= {});
    const own = spec.nodeSelector ?? {};
    const selector = { ...withoutConflict(attributes, own, context), ...own };
    if (Object.keys(selector).length > 0) spec.nodeSelector = selector;
  },
  validate: (attributes, context) => {
    const { object } = attributes;
    if (object === undefined || !isNewPod(attributes)) return;
    withoutConflict(attributes, draftOf<Pod>(object).spec?.nodeSelector ?? {}, context);
  },
};

function isNewPod(attributes: AdmissionAttributes): boolean {
  return attributes.operation === "CREATE" && isAbout(attributes, "", "pods");
}

/** The selector of the namespace. Rejects a Pod with another value for one of its labels. */
function withoutConflict(attributes: AdmissionAttributes, own: Labels, { read }: RequestContext): Labels {
  const namespace = read.get(namespaces, { name: attributes.namespace });
  const selector = parseSelector(namespace?.metadata.annotations?.[annotation] ?? "");
  for (const [key, value] of Object.entries(selector)) {
    if ((getOwn(own, key) ?? value) === value) continue;
    throw forbid(attributes, "pod node label selector conflicts with its namespace node label selector");
  }
  return selector;
}

/** Parses `a=b,c=d`. */
function parseSelector(text: string): Labels {
  if (text === "") return {};
  const labels = text.split(",").map((label): readonly [string, string] => {
    const parts = label.split("=");
    const [key = "", value = ""] = parts.map((part) => part.trim());
    const isValid = parts.length === 2 && isQualifiedName(key).length === 0 && isLabelValue(value).length === 0;
    if (!isValid) throw unclassifiedError(`invalid selector: [${parts.join(" ")}]`);
    return [key, value];
  });
  return Object.fromEntries(labels);
}
