import assert from "node:assert/strict";
import { test } from "vitest";
import { startTestServer } from "../testdata/test-server.ts";

// The messages of Go's decoders: `v`, `rv` and `start` are the fields of a token.
test.for<[token: string, problem: string]>([
  ["zzz", "invalid character 'Ï' looking for beginning of value"],
  ["abc", "invalid character 'i' looking for beginning of value"],
  ["none", String.raw`invalid character '\u009e' looking for beginning of value`],
  ["a", "illegal base64 data at input byte 0"],
  ["abcde", "illegal base64 data at input byte 4"],
  ["abcde%0A", "illegal base64 data at input byte 5"],
  ["ab=", "illegal base64 data at input byte 2"],
  ["a%2Bb", "illegal base64 data at input byte 1"],
  ["bm9uZQ", "invalid character 'o' in literal null (expecting 'u')"],
  ["ew", "unexpected end of JSON input"],
  ["bnVsbA", "server does not recognize this encoded version "],
  ["W10", "json: cannot unmarshal array into Go value of type storage.continueToken"],
  ["eyJ2IjoxfQ", "json: cannot unmarshal number into Go struct field continueToken.v of type string"],
  [
    "eyJzdGFydCI6W10sInYiOnRydWV9",
    "json: cannot unmarshal array into Go struct field continueToken.start of type string",
  ],
  ["eyJWIjoieCJ9", "server does not recognize this encoded version x"],
  ["eyJydiI6MS4wfQ", "json: cannot unmarshal number 1.0 into Go struct field continueToken.rv of type int64"],
  ["eyJydiI6IjEifQ", "json: cannot unmarshal string into Go struct field continueToken.rv of type int64"],
  [
    "eyJydiI6OTIyMzM3MjAzNjg1NDc3NTgwOH0",
    "json: cannot unmarshal number 9223372036854775808 into Go struct field continueToken.rv of type int64",
  ],
  [
    "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MCwic3RhcnQiOiIvYSJ9",
    "incorrect encoded start resourceVersion (version meta.k8s.io/v1)",
  ],
  ["eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MX0", "encoded start key empty (version meta.k8s.io/v1)"],
])("a list with the continue token %s is rejected", async ([token, problem]) => {
  const { send } = startTestServer();

  const { status, json: result } = await send("GET", `/api/v1/configmaps?continue=${token}`);

  assert.equal(status, 400);
  assert.equal(result.message, `invalid continue token: continue key is not valid: ${problem}`);
});
