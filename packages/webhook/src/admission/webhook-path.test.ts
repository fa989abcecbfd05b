import { expect, test } from "vitest";
import { mutatePath, validatePath } from "./webhook-path.ts";

test("paths contain group, version and kind, as in kubebuilder", () => {
  const application = { group: "core.crd.lixueduan.com", version: "v1", kind: "Application" };

  expect(mutatePath(application)).toBe("/mutate-core-crd-lixueduan-com-v1-application");
  expect(validatePath(application)).toBe("/validate-core-crd-lixueduan-com-v1-application");
  expect(validatePath({ group: "", version: "v1", kind: "ConfigMap" })).toBe("/validate--v1-configmap");
});
