import { expect, test } from "vitest";
import { printProject } from "./print-project.ts";
import { withResource } from "./project.ts";
import { readProject } from "./read-project.ts";

const text = `# Ours, by the shop team.
layout:
  - kubewright.dev/v1
projectName: shop
team: blue # who is called
resources:
  # The first one.
  - kind: Widget
    version: v1
    group: shop
    note: kept
    controller: true
version: "3"
`;

test("printProject() keeps comments, the order of fields and unknown fields", () => {
  const project = readProject(text);
  const resource = { ...project.resources[0], version: "v1", kind: "Widget", controller: false, plural: "widgetry" };

  const printed = printProject({ ...withResource(project, resource), domain: "example.com" }, text);

  expect(printed).toBe(`domain: example.com
# Ours, by the shop team.
layout:
  - kubewright.dev/v1
projectName: shop
team: blue # who is called
resources:
  # The first one.
  - kind: Widget
    plural: widgetry
    version: v1
    group: shop
    note: kept
version: "3"
`);
});

test("printProject() adds a resource at the end and removes another", () => {
  const project = readProject(text);
  const gadget = { group: "shop", version: "v1", kind: "Gadget", api: { crdVersion: "v1", namespaced: true } } as const;

  const printed = printProject({ ...project, resources: [gadget] }, text);

  expect(printed).toContain(`resources:
  # The first one.
  - api:
      crdVersion: v1
      namespaced: true
    group: shop
    kind: Gadget
    version: v1
version: "3"`);
  expect(readProject(printed).resources).toEqual([gadget]);
});
