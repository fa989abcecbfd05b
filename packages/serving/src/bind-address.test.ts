import { expect, test } from "vitest";
import { isLoopback, parseBindAddress } from "./bind-address.ts";

test.each([
  [":8081", { port: 8081 }],
  ["127.0.0.1:0", { host: "127.0.0.1", port: 0 }],
  ["[::1]:8080", { host: "::1", port: 8080 }],
  ["0", undefined],
  ["", undefined],
])("parseBindAddress(%j) is %j", (value, expected) => {
  expect(parseBindAddress(value, "--metrics-bind-address")).toEqual(expected);
});

test.each(["8080", "host", ":99999", "::1:80", "a:b"])(
  "parseBindAddress(%j) says which flag is wrong and what it must be",
  (value) => {
    expect(() => parseBindAddress(value, "--metrics-bind-address")).toThrow(
      `Cannot read --metrics-bind-address: it is "${value}", must be "host:port", ":port", or "0" for off`,
    );
  },
);

test.each([
  [{ host: "127.0.0.1", port: 1 }, true],
  [{ host: "127.8.0.1", port: 1 }, true],
  [{ host: "::1", port: 1 }, true],
  [{ host: "localhost", port: 1 }, true],
  [{ port: 1 }, false],
  [{ host: "0.0.0.0", port: 1 }, false],
  [{ host: "127.example.com", port: 1 }, false],
])("isLoopback(%j) is %j", (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});
