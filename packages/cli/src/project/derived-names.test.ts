import { expect, test } from "vitest";
import {
  apiFolderOf,
  camelCase,
  controllerFolderOf,
  crdNameOf,
  crdPathOf,
  groupOf,
  kebabCase,
  moduleOf,
  pascalCase,
  relativeModule,
  resourcePathOf,
  samplePathOf,
  webhookFolderOf,
  withArticle,
} from "./derived-names.ts";
import type { Project } from "./project.ts";

const project: Project = { version: "3", layout: ["kubewright.dev/v1"], projectName: "shop", resources: [] };
const multigroup: Project = { ...project, multigroup: true };
const policy = { group: "shop", domain: "example.com", version: "v1", kind: "RefundPolicy" };
const pod = { version: "v1", kind: "Pod", core: true, path: "@kubewright/api/core/v1" };

test.each([
  ["MyJob", "my-job", "myJob"],
  ["Mydemo", "mydemo", "mydemo"],
  ["HTTPRoute", "http-route", "httpRoute"],
  ["CronJobV2", "cron-job-v2", "cronJobV2"],
  ["ETCD", "etcd", "etcd"],
])("%s is %s in files and %s in values", (kind, file, value) => {
  expect([kebabCase(kind), camelCase(kind)]).toEqual([file, value]);
});

test.each(["a Widget", "an Order", "an Event", "an HTTPRoute", "a URLMap", "a User", "a Unit", "an Upgrade"])(
  "a kind has the article of its sound: %s",
  (text) => {
    expect(withArticle(text.split(" ")[1] ?? "")).toBe(text);
  },
);

test("the names of files and objects are derived from the names of the kind", () => {
  expect(groupOf(policy)).toBe("shop.example.com");
  expect(crdNameOf(policy)).toBe("refundpolicies.shop.example.com");
  expect(crdPathOf(policy)).toBe("config/crd/bases/shop.example.com_refundpolicies.yaml");
  expect(resourcePathOf(policy)).toBe("/apis/shop.example.com/v1/refundpolicies");
  expect(resourcePathOf(pod)).toBe("/api/v1/pods");
  expect(samplePathOf(policy)).toBe("config/samples/shop_v1_refundpolicy.yaml");
  expect(samplePathOf({ ...policy, group: "" })).toBe("config/samples/v1_refundpolicy.yaml");
  expect(pascalCase("widget-backup")).toBe("WidgetBackup");
});

test("folders have a level for the group in projects with several groups", () => {
  const folders = [apiFolderOf, controllerFolderOf, webhookFolderOf];

  expect(folders.map((folder) => folder(project, policy))).toEqual([
    "api/v1",
    "internal/controller",
    "internal/webhook/v1",
  ]);
  expect(folders.map((folder) => folder(multigroup, policy))).toEqual([
    "api/shop/v1",
    "internal/controller/shop",
    "internal/webhook/shop/v1",
  ]);
  expect(apiFolderOf(multigroup, { ...policy, group: "" })).toBe("api/v1");
});

test("a file imports a kind from this project, from a file in it, or from a package", () => {
  const from = "internal/controller";

  expect(moduleOf(project, policy, from)).toBe("../../api/v1/zz_generated.refund-policy.ts");
  expect(moduleOf(project, { ...policy, path: "./vendor/policy.ts" }, from)).toBe("../../vendor/policy.ts");
  expect(moduleOf(project, pod, from)).toBe("@kubewright/api/core/v1");
  expect(relativeModule("internal", "internal/controller/a.ts")).toBe("./controller/a.ts");
});
