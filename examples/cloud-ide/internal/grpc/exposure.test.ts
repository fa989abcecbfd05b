import { expect, test } from "vitest";
import { checkExposure } from "./exposure.ts";

const tls = { certificate: "certificate", key: "key" };
const token = "a-token-of-the-test-0123456789";

test.each([
  { exposure: { bindAddress: "127.0.0.1:6387" } },
  { exposure: { bindAddress: "[::1]:6387" } },
  { exposure: { bindAddress: "localhost:6387", token } },
  { exposure: { bindAddress: ":6387", tls, token } },
  { exposure: { bindAddress: "0.0.0.0:6387", tls: { ...tls, clientCa: "ca" } } },
])("checkExposure() accepts $exposure.bindAddress", ({ exposure }) => {
  expect(checkExposure(exposure)).toMatchObject({ port: 6387 });
});

test.each([
  { exposure: { bindAddress: ":6387" }, message: "without TLS" },
  { exposure: { bindAddress: ":6387", token }, message: "without TLS" },
  { exposure: { bindAddress: "10.0.0.1:6387", tls }, message: "without authentication" },
  { exposure: { bindAddress: "127.0.0.1.example.com:6387" }, message: "without TLS" },
  {
    exposure: { bindAddress: "127.0.0.1:6387", token: "short" },
    message: "it has 5 characters, must have at least 16",
  },
  { exposure: { bindAddress: "0" }, message: "this program requires the service" },
  { exposure: { bindAddress: "6387" }, message: 'must be "host:port"' },
])("checkExposure() rejects $exposure: $message", ({ exposure, message }) => {
  expect(() => checkExposure(exposure)).toThrow(message);
});
