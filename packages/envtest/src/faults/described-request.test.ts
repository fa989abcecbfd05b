import { expect, test } from "vitest";
import { describeRequest } from "./described-request.ts";

test.each([
  { method: "GET", path: "/api/v1/pods?limit=500", expected: "list pods" },
  { method: "GET", path: "/api/v1/namespaces/a/pods?watch=true&resourceVersion=7", expected: "watch pods in a" },
  { method: "GET", path: "/api/v1/namespaces/a/pods/p", expected: "get pods in a named p" },
  { method: "GET", path: "/api/v1/namespaces/a/pods/p/log?follow=true", expected: "get pods/log in a named p" },
  { method: "POST", path: "/apis/apps/v1/namespaces/a/deployments", expected: "create deployments.apps in a" },
  {
    method: "PATCH",
    path: "/apis/apps/v1/namespaces/a/deployments/d/status",
    expected: "patch deployments.apps/status in a named d",
  },
  { method: "PUT", path: "/api/v1/namespaces/a", expected: "update namespaces named a" },
  { method: "PUT", path: "/api/v1/namespaces/a/finalize", expected: "update namespaces/finalize named a" },
  {
    method: "DELETE",
    path: "/api/v1/namespaces/a/configmaps?labelSelector=x",
    expected: "deletecollection configmaps in a",
  },
  { method: "DELETE", path: "/apis/example.dev/v1/widgets/a%20b", expected: "delete widgets.example.dev named a b" },
  { method: "GET", path: "/readyz", expected: "get " },
  { method: "GET", path: "/apis/apps/v1", expected: "get " },
  { method: "GET", path: "/api/v1/pods/%", expected: "get pods named %" },
])("$method $path is: $expected", ({ method, path, expected }) => {
  const { verb, group, resource, subresource, namespace, name } = describeRequest({ method, path });

  const what = `${resource}${group && `.${group}`}${subresource && `/${subresource}`}`;
  expect(`${verb} ${what}${namespace && ` in ${namespace}`}${name && ` named ${name}`}`).toBe(expected);
});
