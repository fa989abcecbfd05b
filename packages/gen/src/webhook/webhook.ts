/**
 * Converts a `@kubebuilder:webhook` marker to a webhook of a configuration. Markers that an API server would reject are reported at their
 * place.
 */
import { isDns1123Subdomain, isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";

import type { Marker } from "../markers/marker.ts";
import { textOf, textsOf } from "../markers/apply-effects.ts";
import type { ProblemLog } from "../problem.ts";
import { applyWebhookPatch, WebhookPatchError } from "./patch.ts";

export const defaultServiceName = "webhook-service";
export const defaultServiceNamespace = "system";

/** The webhook; undefined when the marker is invalid, which is reported. */
export function webhookOf(marker: Marker, log: ProblemLog): JsonObject | undefined {
  const faults: string[] = [];
  const webhook = {
    name: nameOf(marker, faults),
    admissionReviewVersions: reviewVersionsOf(marker, faults),
    clientConfig: clientConfigOf(marker, faults),
    ...choice(marker, "failurePolicy", ["Fail", "Ignore"], faults),
    ...choice(marker, "matchPolicy", ["Exact", "Equivalent"], faults),
    ...(marker.named.get("mutating") === true
      ? choice(marker, "reinvocationPolicy", ["Never", "IfNeeded"], faults)
      : checkReinvocation(marker, faults)),
    rules: [ruleOf(marker, faults)],
    ...sideEffectsOf(marker, faults),
    ...timeoutOf(marker, faults),
  };
  for (const version of textsOf(marker, "webhookVersions")) {
    if (version !== "v1") faults.push(`has webhookVersions "${version}": expected v1`);
  }
  const patched = faults.length === 0 ? patch(webhook, marker, faults) : webhook;
  for (const fault of faults) log.report(marker.position, `the marker "@kubebuilder:webhook" ${fault}`);
  return faults.length === 0 ? patched : undefined;
}

function nameOf(marker: Marker, faults: string[]): string {
  const name = textOf(marker, "name") ?? "";
  const [fault] = isDns1123Subdomain(name);
  if (fault !== undefined) faults.push(`has the name "${name}": ${fault}`);
  else if (name.split(".").length < 3)
    faults.push(`has the name "${name}": expected at least three parts separated by dots`);
  return name;
}

function reviewVersionsOf(marker: Marker, faults: string[]): readonly string[] {
  const versions = textsOf(marker, "admissionReviewVersions");
  if (!versions.some((version) => version === "v1" || version === "v1beta1")) {
    faults.push(`has admissionReviewVersions "${versions.join(";")}": expected v1 or v1beta1`);
  }
  return versions;
}

function clientConfigOf(marker: Marker, faults: string[]): JsonObject {
  const [path, url] = [textOf(marker, "path"), textOf(marker, "url")];
  if ((path === undefined) === (url === undefined)) faults.push('takes one of "path=" and "url="');
  if (url !== undefined) {
    if (!url.startsWith("https://")) faults.push(`has the url "${url}": it must begin with https://`);
    return { url };
  }
  if (path !== undefined && !path.startsWith("/")) faults.push(`has the path "${path}": it must begin with /`);
  const port = marker.named.get("servicePort");
  if (typeof port === "number" && (port < 1 || port > 65_535))
    faults.push(`has servicePort ${port}: expected 1 to 65535`);
  return {
    service: {
      name: textOf(marker, "serviceName") ?? defaultServiceName,
      namespace: textOf(marker, "serviceNamespace") ?? defaultServiceNamespace,
      path: path ?? "",
      ...(port === undefined ? {} : { port }),
    },
  };
}

/** An argument with fixed values, in any case, converted to the case of the API. */
function choice(marker: Marker, argument: string, words: readonly string[], faults: string[]): JsonObject {
  const given = textOf(marker, argument);
  if (given === undefined) return {};
  const word = words.find((each) => each.toLowerCase() === given.toLowerCase());
  if (word === undefined) faults.push(`has ${argument} "${given}": expected ${words.join(" or ")}`);
  return { [argument]: word ?? given };
}

function checkReinvocation(marker: Marker, faults: string[]): JsonObject {
  if (marker.named.has("reinvocationPolicy"))
    faults.push("has a reinvocationPolicy, which only a mutating webhook can have");
  return {};
}

function sideEffectsOf(marker: Marker, faults: string[]): JsonObject {
  const chosen = choice(marker, "sideEffects", ["None", "NoneOnDryRun"], faults);
  if (!marker.named.has("sideEffects")) faults.push('needs "sideEffects=": None, or NoneOnDryRun');
  return chosen;
}

function timeoutOf(marker: Marker, faults: string[]): JsonObject {
  const timeoutSeconds = marker.named.get("timeoutSeconds");
  if (timeoutSeconds === undefined) return {};
  if (typeof timeoutSeconds === "number" && (timeoutSeconds < 1 || timeoutSeconds > 30)) {
    faults.push(`has timeoutSeconds ${timeoutSeconds}: expected 1 to 30`);
  }
  return { timeoutSeconds };
}

function ruleOf(marker: Marker, faults: string[]): JsonObject {
  const operations = textsOf(marker, "verbs").map((verb) => verb.toUpperCase());
  for (const operation of operations) {
    if (!knownOperations.has(operation)) {
      faults.push(`has the verb "${operation.toLowerCase()}": expected create, update, delete, connect or *`);
    }
  }
  const rule = {
    // "core" is a common name for the group whose name is empty.
    apiGroups: textsOf(marker, "groups").map((group) => (group === "core" ? "" : group)),
    apiVersions: textsOf(marker, "versions"),
    operations,
    resources: textsOf(marker, "resources"),
  };
  const lists = { groups: rule.apiGroups, versions: rule.apiVersions, verbs: operations, resources: rule.resources };
  for (const [argument, list] of Object.entries(lists)) {
    if (list.length === 0) faults.push(`has no ${argument}: the webhook would never be called`);
  }
  return rule;
}

const knownOperations: ReadonlySet<string> = new Set(["CREATE", "UPDATE", "DELETE", "CONNECT", "*"]);

function patch(webhook: JsonObject, marker: Marker, faults: string[]): JsonObject {
  const text = textOf(marker, "patch");
  if (text === undefined) return webhook;
  try {
    const patched: JsonValue = applyWebhookPatch(webhook, text, marker.named.get("mutating") === true);
    if (isJsonObject(patched)) return patched;
  } catch (error) {
    if (!(error instanceof WebhookPatchError)) throw error;
    faults.push(`has a patch that ${error.message}`);
  }
  return webhook;
}
