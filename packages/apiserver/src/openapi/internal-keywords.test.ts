// The linked schemas of built-in types have keywords for the server alone (`x-kubewright-go`). Published documents must not contain them.
import { schemaOfKind } from "@kubewright/api-facts";
import { expect, test } from "vitest";
import { startCluster } from "../kinds/testdata/cluster.ts";

const internal = "x-kubewright";

test("OpenAPI and discovery documents do not contain internal keywords", async () => {
  const { send, sendOk } = startCluster();
  const index = await sendOk<{ readonly paths: Record<string, { readonly serverRelativeURL: string }> }>(
    "GET",
    "/openapi/v3",
  );
  const groupVersions = Object.keys(index.paths).map((path) => `/${path}`);
  const urls = Object.values(index.paths).map(({ serverRelativeURL }) => serverRelativeURL);

  for (const path of ["/openapi/v2", ...urls, ...groupVersions.filter((each) => /^\/apis?\/.*v\d/.test(each))]) {
    const { status, body } = await send("GET", path);
    const text = JSON.stringify(body);

    expect(status, path).toBe(200);
    expect(text, path).not.toContain(internal);
  }
  expect(groupVersions).toContain("/apis/apps/v1");
  expect(JSON.stringify(schemaOfKind({ group: "apps", version: "v1", kind: "Deployment" }))).toContain(internal);
});
