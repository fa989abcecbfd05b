import { expect, test } from "vitest";
import { limitServerTimeout } from "./server-timeout.ts";

test.each([
  ["/api/v1/pods/a", "/api/v1/pods/a?timeout=9000ms"],
  ["/api/v1/pods?", "/api/v1/pods?timeout=9000ms"],
  ["/api/v1/pods?dryRun=All", "/api/v1/pods?dryRun=All&timeout=9000ms"],
  ["/api/v1/pods?fieldManager=a?b&timeout=60s", "/api/v1/pods?fieldManager=a?b&timeout=9000ms"],
  ["/api/v1/pods?timeout=60s&fieldManager=a%20b", "/api/v1/pods?fieldManager=a%20b&timeout=9000ms"],
  ["/api/v1/pods?%74imeout=60s", "/api/v1/pods?timeout=9000ms"],
  ["/api/v1/pods?timeout=60s&timeout=1s", "/api/v1/pods?timeout=9000ms"],
  ["/api/v1/pods?timeout=1m", "/api/v1/pods?timeout=9000ms"],
  ["/api/v1/pods?timeout=1s8.1s", "/api/v1/pods?timeout=9000ms"],
  ["/api/v1/pods?timeout=0", "/api/v1/pods?timeout=9000ms"],
  ["/api/v1/pods?timeout=-1s", "/api/v1/pods?timeout=9000ms"],
  ["/api/v1/pods?timeout=", "/api/v1/pods?timeout=9000ms"],
])("%s becomes %s", (path, limited) => {
  expect(limitServerTimeout(path, 9000)).toBe(limited);
});

test.each([
  "/api/v1/pods/a?timeout=1s",
  "/api/v1/pods/a?timeout=9s",
  "/api/v1/pods/a?timeout=500us",
  "/api/v1/pods/a?timeout=1s&timeout=60s",
])("%s has a short enough timeout", (path) => {
  expect(limitServerTimeout(path, 9000)).toBe(path);
});

test.each([
  "/api/v1/namespaces/n/services/s/proxy",
  "/api/v1/namespaces/n/services/s/proxy/pay?amount=1",
  "/api/v1/nodes/a/proxy/metrics?timeout=60s",
])("%s is proxied, so its query belongs to another server", (path) => {
  expect(limitServerTimeout(path, 9000)).toBe(path);
});

test.each([
  "/api/v1/namespaces/proxy/configmaps/a",
  "/api/v1/namespaces/n/configmaps/proxy",
  "/apis/apps/v1/namespaces/proxy",
  "/apis/proxy/v1/namespaces/n/widgets/a",
  "/api/v1/namespaces/n/services/proxy/status",
])("%s is not proxied", (path) => {
  expect(limitServerTimeout(path, 9000)).toBe(`${path}?timeout=9000ms`);
});

test.each(["soon", "1", "s", "1 s", "1d", "1s;x", "%zz"])("a timeout of %j is rejected", (timeout) => {
  expect(() => limitServerTimeout(`/api/v1/pods?timeout=${timeout}`, 9000)).toThrow(
    `timeout is "${timeout}", must be a duration such as "1m30s"`,
  );
});
