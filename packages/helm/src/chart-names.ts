/**
 * Names in a chart: the prefix of kustomize is replaced with that of the release, and the namespace with that of the release. Objects that
 * the operator looks up keep their names: the webhook configurations, whose CA bundle it renews, and the Service of its certificates.
 */
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import { isJsonArray, isJsonObject } from "@kubewright/apimachinery";

import type { ChartTemplate } from "./chart-template.ts";
import type { Manifests } from "./manifests.ts";
import { mapTexts, textAt } from "./manifests.ts";

/** The prefix of the names in a release, as defined in `_helpers.tpl`. */
export function prefixOf(projectName: string): string {
  return `{{ include "${projectName}.prefix" . }}`;
}

/** Returns a function that replaces names of objects in the chart, and their namespace, in all strings. */
export function createRelease(
  { all, prefix, namespace }: Manifests,
  { template, projectName }: { readonly template: ChartTemplate; readonly projectName: string },
): (object: JsonObject) => JsonObject {
  const fixed = new Set(all.flatMap(({ object }) => calledServices(object)));
  const names = all
    .filter(({ kind, name }) => !/^CustomResourceDefinition$|WebhookConfiguration$/.test(kind) && !fixed.has(name))
    .flatMap(({ name }) => (prefix !== "" && name.startsWith(prefix) ? [name] : []));
  const known = new Set(names);
  const released = (name: string): string => `${template.text(prefixOf(projectName))}-${name.slice(prefix.length)}`;
  const change = (text: string, key: string): string => {
    if (key === "app.kubernetes.io/managed-by") return template.text("{{ .Release.Service }}");
    if (text === namespace) return template.text("{{ .Release.Namespace | quote }}");
    if (known.has(text)) return released(text);
    // Inside a string, as in the address of a Service.
    return text.replaceAll(/[\w-]+/g, (word) => {
      if (word === namespace) return template.text("{{ .Release.Namespace }}");
      return known.has(word) ? released(word) : word;
    });
  };
  return (object) => mapTexts(object, change);
}

/** The names of the Services of webhooks: every `clientConfig.service` in the value. */
export function calledServices(value: JsonValue): readonly string[] {
  if (isJsonArray(value)) return value.flatMap(calledServices);
  if (!isJsonObject(value)) return [];
  const here = textAt(value, "clientConfig", "service", "name");
  return [...(here === undefined ? [] : [here]), ...Object.values(value).flatMap(calledServices)];
}
