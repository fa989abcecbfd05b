import { servedKinds } from "@kubewright/api-facts";
import { expect, test } from "vitest";
import { composeServer } from "./compose.ts";
import { builtinKinds } from "./builtin-kinds.ts";
import { builtinKind } from "./kinds/generic/builtin-kind.ts";
import { builtinResources } from "./kinds/generic/builtin-resources.ts";
import { resourceName } from "./kinds/generic/served-resource.ts";
import { serviceAccountSettings } from "./service-accounts/service-account-options.ts";

test("a record is sufficient to serve a kind with its rules", () => {
  const record = builtinKind<{ readonly data?: { readonly [key: string]: string } }>({
    group: "",
    plural: "configmaps",
    deprecationWarning: "v1 ConfigMap is deprecated",
    tracksGeneration: true,
    resetFields: [["data", "reserved"]],
    deletion: { returnsObject: true },
    cells: ({ data }) => ({ Data: data?.["a"] }),
  });

  const [resource] = builtinResources([record]).filter(({ plural }) => plural === "configmaps");

  const table = resource?.versions[0]?.table?.();
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data: { a: "1" } };
  expect(resource?.versions[0]?.deprecationWarning).toBe("v1 ConfigMap is deprecated");
  expect(resource?.strategy).toMatchObject({
    tracksGeneration: true,
    resetFields: [["data", "reserved"]],
    deletion: { returnsObject: true },
  });
  expect(table?.cells(object, new Date(0))).toEqual(["c", "1", "<unknown>"]);
});

test("each record names a kind that is served and stored, and no kind has two records", () => {
  const stored = new Set(
    servedKinds()
      .filter(({ verbs }) => verbs.includes("watch"))
      .map(resourceName),
  );
  const names = builtinKinds.map(resourceName);

  expect(names.filter((name) => !stored.has(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test("the cells of a record have the names of its columns", () => {
  const wrong = builtinKinds.flatMap((record) => {
    const kind = servedKinds().find((served) => resourceName(served) === resourceName(record));
    const object = { apiVersion: "v1", kind: kind?.kind ?? "", metadata: { name: "a" } };
    const columns = new Set(kind?.columns.map(({ name }) => name));
    const cells = Object.keys(record.cells?.(object, new Date(0)) ?? {});
    return cells.filter((name) => !columns.has(name)).map((name) => `${record.plural}: ${name}`);
  });

  // kube-apiserver prints an age without a column.
  expect(wrong).toEqual(["ipaddresses: Age"]);
});

test("a server serves every built-in kind once", () => {
  const { resources } = composeServer({}, serviceAccountSettings({}));
  const names = resources.map(resourceName);

  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain("customresourcedefinitions.apiextensions.k8s.io");
  expect(names).toContain("bindings");
});
