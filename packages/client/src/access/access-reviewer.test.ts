import { expect, test } from "vitest";
import { createAccessReviewer } from "./access-reviewer.ts";

const { signal } = new AbortController();

test.each([
  [undefined, undefined],
  [{ authenticated: false, error: "[invalid bearer token]" }, undefined],
  [{ authenticated: false, user: { username: "a" } }, undefined],
  [{ authenticated: true, user: {} }, undefined],
  [
    { authenticated: true, user: { username: "a", uid: "1", groups: ["g"], extra: { k: ["v"] } } },
    { username: "a", uid: "1", groups: ["g"], extra: { k: ["v"] } },
  ],
])("authenticate() with the review status %j returns the user %j", async (status, user) => {
  const { client } = createAnswering({ status });

  expect(await createAccessReviewer(client).authenticate("t", { signal })).toEqual(user);
});

test.each([
  [undefined, false],
  [{ allowed: false }, false],
  [{ allowed: true }, true],
  [{ allowed: true, denied: true }, false],
])("authorize() with the review status %j returns %j", async (status, isAllowed) => {
  const { client, created } = createAnswering({ status });
  const user = { username: "a", groups: ["g"], extra: { k: ["v"] } };

  expect(await createAccessReviewer(client).authorize(user, { verb: "get", path: "/metrics" }, { signal })).toBe(
    isAllowed,
  );
  expect(created).toEqual([
    {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SubjectAccessReview",
      spec: {
        user: "a",
        groups: ["g"],
        extra: { k: ["v"] },
        nonResourceAttributes: { verb: "get", path: "/metrics" },
      },
    },
  ]);
});

interface Answering {
  readonly client: Parameters<typeof createAccessReviewer>[0];
  readonly created: unknown[];
}

function createAnswering(answer: { readonly status: object | undefined }): Answering {
  const created: unknown[] = [];
  return {
    created,
    client: {
      raw: {
        async create(_type, _key, body) {
          created.push(JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body)));
          return new TextEncoder().encode(JSON.stringify({ metadata: {}, ...answer }));
        },
      },
    },
  };
}
