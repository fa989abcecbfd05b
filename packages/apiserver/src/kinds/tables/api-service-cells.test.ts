import { expect, test } from "vitest";
import { apiServiceCells } from "./api-service-cells.ts";

const now = new Date("2026-01-01T00:01:00Z");
const metadata = { name: "v1.example.com", creationTimestamp: "2026-01-01T00:00:00Z" };
const service = { namespace: "shop", name: "api" };

test.each([
  [{}, ["v1.example.com", "Local", "Unknown", "60s"]],
  [
    { spec: { service }, status: { conditions: [{ type: "Available", status: "False", reason: "MissingEndpoints" }] } },
    ["v1.example.com", "shop/api", "False (MissingEndpoints)", "60s"],
  ],
  [
    { spec: { service }, status: { conditions: [{ type: "Available", status: "True", reason: "Passed" }] } },
    ["v1.example.com", "shop/api", "True", "60s"],
  ],
  [{ status: { conditions: [{ type: "Available", status: "False" }] } }, ["v1.example.com", "Local", "False", "60s"]],
])("the row of an APIService shows its service and its condition", (fields, cells) => {
  const object = { apiVersion: "apiregistration.k8s.io/v1", kind: "APIService", metadata, ...fields };

  expect(apiServiceCells(object, now)).toEqual(cells);
});
