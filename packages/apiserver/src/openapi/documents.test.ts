// The documents equal those of kube-apiserver but for descriptions: tests/real/openapi.test.ts compares them. These tests need no such server.
import { expect, test } from "vitest";
import { startCluster } from "../kinds/testdata/cluster.ts";

type Entries = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface SecondVersion {
  readonly paths: Entries;
  readonly definitions: Entries;
  readonly parameters: Entries;
}

interface ThirdVersion {
  readonly paths: Entries;
  readonly components: { readonly schemas: Entries };
}

const widgets = {
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object" } } } },
      },
    ],
  },
};

test("the document of v2 has as many paths, operations and definitions as that of kube-apiserver 1.36.3", async () => {
  const { sendOk } = startCluster();

  const { paths, definitions } = await sendOk<SecondVersion>("GET", "/openapi/v2");

  const methods = Object.values(paths).flatMap((item) => Object.keys(item).filter((key) => key !== "parameters"));
  expect({
    paths: Object.keys(paths).length,
    operations: methods.length,
    definitions: Object.keys(definitions).length,
  }).toEqual({ paths: 408, operations: 814, definitions: 584 });
});

test("operations refer to shared parameters by their names and a hash", async () => {
  const { sendOk } = startCluster();

  const { paths, parameters } = await sendOk<SecondVersion>("GET", "/openapi/v2");

  const shared = (name: string): object => ({
    $ref: expect.stringMatching(`^#/parameters/${name}-[\\w-]{8}$`) as string,
  });
  expect(paths["/apis/rbac.authorization.k8s.io/v1/clusterroles/{name}"]).toMatchObject({
    parameters: [{ name: "name", description: "The name of the ClusterRole." }, shared("pretty")],
    patch: {
      operationId: "patchRbacAuthorizationV1ClusterRole",
      tags: ["rbacAuthorization_v1"],
      parameters: [
        shared("body"),
        { name: "dryRun" },
        shared("fieldManager"),
        { name: "fieldValidation" },
        shared("force"),
      ],
    },
  });
  expect(paths["/api/v1/nodes/{name}/proxy/{path}"]?.["options"]).toMatchObject({
    operationId: "connectCoreV1OptionsNodeProxyWithPath",
  });
  const named = Object.values(parameters).map(({ name, in: place }) => `${String(name)} ${String(place)}`);
  // An update and a patch have different texts for fieldManager, so it occurs twice. The bodies are delete options and patches.
  expect(named.toSorted()).toEqual([...new Set(named), "body body", "fieldManager query"].toSorted());
});

test("a custom resource has no deprecated watch paths, and the descriptions of its metadata", async () => {
  const { sendOk } = startCluster();
  await sendOk("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgets);

  const { paths, components } = await sendOk<ThirdVersion>("GET", "/openapi/v3/apis/example.com/v1");

  const root = "/apis/example.com/v1/namespaces/{namespace}/widgets";
  expect(Object.keys(paths)).toEqual([root, `${root}/{name}`, `${root}/{name}/status`, "/apis/example.com/v1/widgets"]);
  const { ObjectMeta, OwnerReference } = Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => [name.slice(name.lastIndexOf(".") + 1), schema]),
  );
  expect(ObjectMeta?.["description"]).toMatch(/^The metadata of an object/u);
  expect(OwnerReference?.["description"]).toMatch(/^An owner of an object/u);
});

test("documents of v3 contain the schemas that their paths refer to, and no others", async () => {
  const { sendOk } = startCluster();

  const { components } = await sendOk<ThirdVersion>("GET", "/openapi/v3/version");

  expect(Object.keys(components.schemas)).toEqual(["io.k8s.apimachinery.pkg.version.Info"]);
});
