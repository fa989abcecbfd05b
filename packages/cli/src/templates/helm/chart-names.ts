/**
 * Names in a chart: where kustomize has put the project's prefix, the release's goes, and its namespace. Only what the operator itself looks for by name
 * keeps its own: the webhook configurations, whose authority it renews, and the Service that it has certificates for.
 */
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import { isJsonArray, isJsonObject } from "@kubewright/apimachinery";

import type { ChartTemplate } from "./chart-template.ts";
import type { Manifests } from "./manifests.ts";
import { mapTexts, textAt } from "./manifests.ts";

/** What the names of a release begin with, as `_helpers.tpl` defines it. */
export function prefixOf(projectName: string): string {
  return `{{ include "${projectName}.prefix" . }}`;
}

/** A function that puts the release into every text that names an object of the chart, or its namespace. */
export function createRelease(
  { all, prefix, namespace }: Manifests,
  { template, projectName }: { readonly template: ChartTemplate; readonly projectName: string },
): (object: JsonObject) => JsonObject {
  const fixed = new Set(all.flatMap(({ object }) => servicesAskedBy(object)));
  const names = all
    .filter(({ kind, name }) => !/^CustomResourceDefinition$|WebhookConfiguration$/.test(kind) && !fixed.has(name))
    .flatMap(({ name }) => (prefix !== "" && name.startsWith(prefix) ? [name] : []));
  const known = new Set(names);
  const released = (name: string): string => `${template.text(prefixOf(projectName))}-${name.slice(prefix.length)}`;
  const change = (text: string, key: string): string => {
    if (key === "app.kubernetes.io/managed-by") return template.text("{{ .Release.Service }}");
    if (text === namespace) return template.text("{{ .Release.Namespace | quote }}");
    if (known.has(text)) return released(text);
    // Within a text, as in the address of a Service.
    return text.replaceAll(/[\w-]+/g, (word) => {
      if (word === namespace) return template.text("{{ .Release.Namespace }}");
      return known.has(word) ? released(word) : word;
    });
  };
  return (object) => mapTexts(object, change);
}

/** The names of the Services that the API server asks: every `clientConfig.service` in the value. */
export function servicesAskedBy(value: JsonValue): readonly string[] {
  if (isJsonArray(value)) return value.flatMap(servicesAskedBy);
  if (!isJsonObject(value)) return [];
  const here = textAt(value, "clientConfig", "service", "name");
  return [...(here === undefined ? [] : [here]), ...Object.values(value).flatMap(servicesAskedBy)];
}
