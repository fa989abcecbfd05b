import assert from "node:assert/strict";
import { test } from "vitest";
import { parseServer } from "./address.ts";

test("parseServer() adds the default port of the scheme and removes the trailing slash of the prefix", () => {
  assert.deepEqual(parseServer("https://rancher.example.com/k8s/clusters/c1/"), {
    secure: true,
    host: "rancher.example.com",
    port: 443,
    authority: "rancher.example.com:443",
    origin: "https://rancher.example.com:443",
    prefix: "/k8s/clusters/c1",
  });
  assert.deepEqual(parseServer("http://[::1]:8080"), {
    secure: false,
    host: "::1",
    port: 8080,
    authority: "[::1]:8080",
    origin: "http://[::1]:8080",
    prefix: "",
  });
});

test("parseServer() rejects strings that are not server URLs, with the expected form", () => {
  for (const server of ["", "10.0.0.1:6443", "kubernetes", "ftp://10.0.0.1"]) {
    assert.throws(() => parseServer(server), /must be a URL such as https:\/\/10\.0\.0\.1:6443/);
  }
  assert.throws(() => parseServer("https://10.0.0.1?a=b"), /it has a query or a fragment, must have neither/);
});

test("parseServer() rejects credentials in the address, and its error does not contain them", () => {
  assert.throws(
    () => parseServer("https://admin:canary@10.0.0.1"),
    (error: Error) => {
      assert.match(error.message, /^Cannot use server "https:\/\/10\.0\.0\.1": it has a user name or password/);
      assert.doesNotMatch(error.message, /canary/);
      return true;
    },
  );
});
