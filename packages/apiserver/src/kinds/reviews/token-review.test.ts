// The result of a TokenReview for static tokens of a listener.
import assert from "node:assert/strict";
import { test } from "vitest";
import type { UserInfo } from "../../authentication/user-info.ts";
import type { TestResponse } from "../../testdata/test-server.ts";
import { startTestServer } from "../../testdata/test-server.ts";

const ann: UserInfo = { name: "ann", groups: ["readers"] };

test("a static token is valid only for the audiences of the API server", async () => {
  const { server, send } = startTestServer();
  server.issuedTokens.add(new Map([["secret", ann]]));
  const review = (token: string, audiences?: readonly string[]): Promise<TestResponse> =>
    send("POST", "/apis/authentication.k8s.io/v1/tokenreviews", { spec: { token, audiences } });

  const known = await review("secret");
  const unknown = await review("guess");
  const elsewhere = await review("secret", ["x"]);

  assert.deepEqual(known.json.status, {
    authenticated: true,
    audiences: ["https://kubernetes.default.svc"],
    user: { username: "ann", groups: ["readers", "system:authenticated"] },
  });
  assert.deepEqual(unknown.json.status, { user: {}, error: "invalid bearer token" });
  assert.deepEqual(elsewhere.json.status, { user: {}, error: "invalid bearer token" });
});
