/**
 * PodSecurity: enforces the Pod Security Standards that the labels of a namespace select, and warns about objects that violate them.
 * https://kubernetes.io/docs/concepts/security/pod-security-admission/
 */
import type { Work } from "@kubewright/apimachinery";
import type { BuiltinKind } from "../../kinds/generic/builtin-kind.ts";
import type { PodSecurityMetrics } from "../../metrics/pod-security-metrics.ts";
import type { AdmissionAttributes, AdmissionContext, AdmissionPlugin } from "../../registry/admission-plugin.ts";
import { runInSteps } from "../../turns/time-slices.ts";
import type { PodSecurityOptions } from "./configuration.ts";
import { podSecurityConfiguration } from "./configuration.ts";
import { templateReaders } from "./pod-like.ts";
import { labelPrefix } from "./policy.ts";
import { reviewNamespace } from "./review-namespace.ts";
import type { PodSecurityResponse } from "./review.ts";
import { allowed, reviewPod, reviewTemplate } from "./review.ts";

/**
 * Creates the plugin. The records of the kinds define which objects have Pod templates.
 *
 * @throws {PodSecurityOptionError} for bad values in the options.
 */
export function createPodSecurity(
  options: PodSecurityOptions,
  kinds: readonly BuiltinKind[],
  metrics: PodSecurityMetrics,
): AdmissionPlugin {
  const configuration = podSecurityConfiguration(options);
  const readerOf = templateReaders(kinds);

  return {
    name: "PodSecurity",
    validate(attributes, context) {
      if (attributes.operation !== "CREATE" && attributes.operation !== "UPDATE") return;
      const response = runInSteps(() => review(attributes, context), context);
      return response instanceof Promise
        ? response.then((each) => conclude(each, context))
        : conclude(response, context);
    },
  };

  function review(attributes: AdmissionAttributes, context: AdmissionContext): Work<PodSecurityResponse> {
    const { group, resource } = attributes.resource;
    const { read, clock, deadline } = context;
    if (group === "" && resource === "pods") return reviewPod(attributes, { configuration, read, metrics });
    if (group === "" && resource === "namespaces") {
      const ofPods = { configuration, read, clock, deadline };
      return reviewNamespace(attributes, ofPods);
    }
    const templateOf = readerOf(attributes.resource);
    return templateOf === undefined
      ? allowed
      : reviewTemplate(attributes, templateOf, { configuration, read, metrics });
  }
}

function conclude(response: PodSecurityResponse, { warn, annotate }: AdmissionContext): void {
  const { rejection, warnings = [], auditAnnotations = {} } = response;
  for (const text of warnings) warn(text);
  for (const [key, value] of Object.entries(auditAnnotations)) annotate(`${labelPrefix}${key}`, value);
  if (rejection !== undefined) throw rejection;
}
