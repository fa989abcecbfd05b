import { expect, test } from "vitest";
import { apiServiceKind } from "./api-service.ts";

const metadata = { name: "v1.example.com" };
const service = { namespace: "shop", name: "api" };

test.each([
  [{}, { Service: "Local", Available: "Unknown" }],
  [
    { spec: { service }, status: { conditions: [{ type: "Available", status: "False", reason: "MissingEndpoints" }] } },
    { Service: "shop/api", Available: "False (MissingEndpoints)" },
  ],
  [
    { spec: { service }, status: { conditions: [{ type: "Available", status: "True", reason: "Passed" }] } },
    { Service: "shop/api", Available: "True" },
  ],
  [{ status: { conditions: [{ type: "Available", status: "False" }] } }, { Service: "Local", Available: "False" }],
])("the row of an APIService shows its service and its condition", (fields, cells) => {
  const object = { apiVersion: "apiregistration.k8s.io/v1", kind: "APIService", metadata, ...fields };

  expect(apiServiceKind.cells?.(object, new Date(0))).toEqual(cells);
});
