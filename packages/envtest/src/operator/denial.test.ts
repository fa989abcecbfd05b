import { expect, test } from "vitest";
import { markersFor, parseDenial } from "./denial.ts";

test.each([
  {
    message: 'pods is forbidden: User "a" cannot list resource "pods" in API group "" at the cluster scope',
    denial: { user: "a", verb: "list", resource: "pods", group: "" },
  },
  {
    message:
      'deployments.apps "x" is forbidden: User "system:serviceaccount:s:c" cannot patch resource "deployments/status" in API group "apps" in the namespace "n"',
    denial: { user: "system:serviceaccount:s:c", verb: "patch", resource: "deployments/status", group: "apps" },
  },
  { message: 'pods "x" is forbidden: exceeded quota: limits', denial: undefined },
  { message: 'pods "x" is forbidden: violates PodSecurity "restricted:latest"', denial: undefined },
  { message: "", denial: undefined },
])("parseDenial() reads $message", ({ message, denial }) => {
  expect(parseDenial(message)).toEqual(denial);
});

test("markersFor() creates one marker for each resource, with both list and watch", () => {
  const denial = { user: "a", group: "", resource: "pods" };

  const markers = markersFor([
    { ...denial, verb: "list" },
    { ...denial, verb: "create" },
    { ...denial, verb: "create" },
    { user: "a", group: "apps", resource: "deployments/status", verb: "patch" },
  ]);

  expect(markers).toEqual([
    '@kubebuilder:rbac:groups="",resources=pods,verbs=create;list;watch',
    "@kubebuilder:rbac:groups=apps,resources=deployments/status,verbs=patch",
  ]);
});
