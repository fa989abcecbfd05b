/**
 * PodSecurity: enforces the Pod Security Standards that the labels of a namespace select, and warns about objects that violate them.
 * https://kubernetes.io/docs/concepts/security/pod-security-admission/
 */
import type { AdmissionAttributes, AdmissionPlugin } from "../../registry/admission-plugin.ts";
import type { RequestContext } from "../../registry/server-context.ts";
import type { PodSecurityOptions } from "./configuration.ts";
import { podSecurityConfiguration } from "./configuration.ts";
import { reviewNamespace } from "./review-namespace.ts";
import type { PodSecurityResponse } from "./review.ts";
import { reviewPod, reviewTemplate } from "./review.ts";

/** @throws {RangeError} for options with bad values. */
export function createPodSecurity(options: PodSecurityOptions): AdmissionPlugin {
  const configuration = podSecurityConfiguration(options);

  return {
    name: "PodSecurity",
    validate(attributes, context) {
      if (attributes.operation !== "CREATE" && attributes.operation !== "UPDATE") return;
      const { rejection, warnings = [] } = review(attributes, context);
      for (const text of warnings) context.warn(text);
      if (rejection !== undefined) throw rejection;
    },
  };

  function review(attributes: AdmissionAttributes, context: RequestContext): PodSecurityResponse {
    const { group, resource } = attributes.resource;
    const { read, clock, deadline } = context;
    if (group === "" && resource === "pods") return reviewPod(attributes, { configuration, read });
    if (group === "" && resource === "namespaces") {
      return reviewNamespace(attributes, { configuration, read, clock, deadline });
    }
    return reviewTemplate(attributes, { configuration, read });
  }
}
