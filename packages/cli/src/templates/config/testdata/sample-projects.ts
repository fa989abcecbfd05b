/** Sample projects for all variants of `config/`, by their special feature. */
import type { Project, Resource } from "../../../project/project.ts";

const widget: Resource = {
  group: "shop",
  domain: "example.com",
  version: "v1",
  kind: "Widget",
  api: { crdVersion: "v1", namespaced: true },
  controller: true,
};

const zone: Resource = {
  group: "fleet",
  domain: "example.com",
  version: "v1alpha1",
  kind: "Zone",
  api: { crdVersion: "v1" },
  controller: true,
};

const pod: Resource = { version: "v1", kind: "Pod", core: true, path: "@kubewright/api/core/v1", controller: true };

const withWebhooks: Resource = {
  ...widget,
  webhooks: { webhookVersion: "v1", defaulting: true, validation: true },
};

const converted: Resource = {
  ...widget,
  version: "v2",
  webhooks: { webhookVersion: "v1", conversion: true, spoke: ["v1"] },
};

function projectOf(projectName: string, resources: readonly Resource[], more: Partial<Project> = {}): Project {
  return {
    version: "3",
    layout: ["kubewright.dev/v1"],
    projectName,
    domain: "example.com",
    resources,
    ...more,
  };
}

export const sampleProjects: Readonly<Record<string, Project>> = {
  "nothing yet": projectOf("empty", []),
  "one kind": projectOf("one-kind", [widget]),
  "kinds of two groups, one of them cluster-wide": projectOf("several", [widget, zone], { multigroup: true }),
  "one namespace": projectOf("inside", [widget, zone], { namespaced: true }),
  webhooks: projectOf("webhooks", [withWebhooks]),
  "webhooks in one namespace": projectOf("both", [withWebhooks], { namespaced: true }),
  conversion: projectOf("converted", [widget, converted]),
  "all of it in two groups": projectOf("all", [withWebhooks, converted, zone], { multigroup: true }),
  "a group without a domain": {
    ...projectOf("no-domain", [
      { group: "shop.test", version: "v1", kind: "Widget", api: { crdVersion: "v1", namespaced: true } },
    ]),
  },
  "a kind of Kubernetes": projectOf("pods", [{ ...pod, webhooks: { webhookVersion: "v1", validation: true } }]),
  "names that YAML reads as something else": projectOf("1e3", [
    { ...widget, group: "on", version: "v1", kind: "Null", plural: "yes", domain: "true" },
  ]),
};
