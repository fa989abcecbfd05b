import { expect, test } from "vitest";
import { masked } from "./mask.ts";

function maskedBodies(...bodies: readonly unknown[]): readonly unknown[] {
  return masked(bodies.map((body) => ({ status: 200, headers: {}, body }))).map(({ body }) => body);
}

const [one, two] = ["0f9d2c1e-8a52-4c1f-9f63-1f0c2d3e4a5b", "1f9d2c1e-8a52-4c1f-9f63-1f0c2d3e4a5b"];

test("equal values stay equal over all responses of a case, and different values stay different", () => {
  const bodies = maskedBodies(
    { metadata: { uid: one, resourceVersion: "7" } },
    { metadata: { uid: two, resourceVersion: "8" } },
    { metadata: { uid: one, resourceVersion: "8" } },
  );

  expect(bodies).toEqual([
    { metadata: { uid: "<uid 1>", resourceVersion: "<version 1>" } },
    { metadata: { uid: "<uid 2>", resourceVersion: "<version 2>" } },
    { metadata: { uid: "<uid 1>", resourceVersion: "<version 2>" } },
  ]);
});

test("uids, times and versions are masked in messages, too, and nothing else is", () => {
  const message = `the UID (${one}) of "a-7" at 2026-01-02T03:04:05Z does not match (278), see {"resourceVersion":"278"}`;

  expect(maskedBodies({ message })).toEqual([
    {
      message:
        'the UID (<uid 1>) of "a-7" at <time> does not match (<version 1>), see {"resourceVersion":"<version 1>"}',
    },
  ]);
});

test("the version of a list is masked separately from those of its items", () => {
  expect(maskedBodies({ metadata: { resourceVersion: "9" }, items: [{ metadata: { resourceVersion: "7" } }] })).toEqual(
    [{ metadata: { resourceVersion: "<list version>" }, items: [{ metadata: { resourceVersion: "<version 1>" } }] }],
  );
});

test("ages are masked in the cells of a table, by the name of their column", () => {
  const table = {
    kind: "Table",
    metadata: {},
    columnDefinitions: [{ name: "Name" }, { name: "Age" }],
    rows: [{ cells: ["3s", "3s"] }],
  };

  expect(maskedBodies(table)).toMatchObject([{ rows: [{ cells: ["3s", "<age>"] }] }]);
});

test("the absence of a masked field is still detected", () => {
  expect(maskedBodies({ metadata: {} })).toEqual([{ metadata: {} }]);
});

test("digests and dates are masked in headers, and warnings are not", () => {
  const digest = "0A".repeat(64);
  const headers = { etag: [`"${digest}"`], expires: ["Sat, 21 Nov 2026 08:45:50 GMT"], warning: [`299 - "${digest}"`] };

  expect(masked([{ status: 200, headers, body: "" }])).toEqual([
    { status: 200, headers: { ...headers, etag: ['"<hash>"'], expires: ["<time>"] }, body: "" },
  ]);
});

test("a string of more than 4,096 characters is recorded as its length and hash", () => {
  const response = { status: 200, headers: {}, body: { data: { short: "a".repeat(4096), long: "a".repeat(4097) } } };

  const [record] = masked([response]);

  expect(record?.body).toEqual({
    data: {
      short: "a".repeat(4096),
      long: "<4097 characters, sha256 4e369b5618643c3abddd027b650bfa54810be3b418028a7c9d82299a59d008e8>",
    },
  });
});
