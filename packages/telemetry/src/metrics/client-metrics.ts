/** `rest_client_*`: requests to the API server. */
import type { ClientObserver } from "@kubewright/client";
import { Counter, Histogram } from "prom-client";
import type { Registry } from "prom-client";

/** The `code` label of a request without a response, as in client-go. */
const noAnswer = "<error>";

/** controller-runtime's buckets: 64 bytes to 16 MiB. */
const sizeBuckets = [64, 256, 512, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216];

/** client-go's buckets, in seconds. */
const latencyBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

export function createClientObserver(registers: Registry[]): ClientObserver {
  const requests = new Counter({
    name: "rest_client_requests_total",
    help: "Number of HTTP requests, by status code, method and host",
    labelNames: ["code", "method", "host"],
    registers,
  });
  const latency = new Histogram({
    name: "rest_client_request_duration_seconds",
    help: "Request latency in seconds up to the first byte of the response, by verb and host",
    labelNames: ["verb", "host"],
    buckets: latencyBuckets,
    registers,
  });
  const size = (name: string, help: string): Histogram =>
    new Histogram({ name, help, labelNames: ["verb", "host"], buckets: sizeBuckets, registers });
  const requestSize = size("rest_client_request_size_bytes", "Size of the body of requests, by verb and host");
  const responseSize = size("rest_client_response_size_bytes", "Size of the body of responses, by verb and host");
  const retries = new Counter({
    name: "rest_client_request_retries_total",
    help: "Number of request retries, by status code, verb and host",
    labelNames: ["code", "verb", "host"],
    registers,
  });
  const delays = new Histogram({
    name: "rest_client_rate_limiter_duration_seconds",
    help: "Client-side rate limiter latency in seconds, by verb and host",
    labelNames: ["verb", "host"],
    buckets: latencyBuckets,
    registers,
  });
  return {
    requestEnded: ({ code, method, host, verb, requestBytes, latencyMs }) => {
      requestSize.observe({ verb, host }, requestBytes);
      requests.inc({ code: code ?? noAnswer, method, host });
      latency.observe({ verb, host }, latencyMs / 1000);
    },
    responseRead: ({ verb, host, bytes }) => responseSize.observe({ verb, host }, bytes),
    requestRetried: ({ code, verb, host }) => retries.inc({ code: code ?? noAnswer, verb, host }),
    requestDelayed: ({ verb, host, waitedMs }) => delays.observe({ verb, host }, waitedMs / 1000),
  };
}
