import { expect, test } from "vitest";
import { withImplicitAudiences } from "./token-result.ts";

const ann = { name: "ann", groups: [] };
const authenticate = withImplicitAudiences(["api", "cluster"], (token) => (token === "secret" ? ann : undefined));

test.each([
  [["api"], ["api"]],
  [
    ["x", "cluster", "api"],
    ["cluster", "api"],
  ],
])(
  "a token without audiences is authenticated for %j with the audiences %j of the API server",
  (requested, audiences) => {
    expect(authenticate("secret", requested)).toEqual({ type: "authenticated", user: ann, audiences });
  },
);

test.each([[["x"]], [[]]])("a token without audiences is unknown for the audiences %j", (requested) => {
  expect(authenticate("secret", requested)).toEqual({ type: "unknown" });
});

test("an unknown token is unknown for the API server, too", () => {
  expect(authenticate("other", ["api"])).toEqual({ type: "unknown" });
});
