/** `rest_client_*`: the requests an operator sends. */
import type { ClientObserver } from "@kubewright/client";
import { Counter, Histogram } from "prom-client";
import type { Registry } from "prom-client";

/** The label of a request that got no answer, as client-go has it. */
const noAnswer = "<error>";

export function createClientObserver(registers: Registry[]): ClientObserver {
  const requests = new Counter({
    name: "rest_client_requests_total",
    help: "Requests to the API server, by status code, method and host",
    labelNames: ["code", "method", "host"],
    registers,
  });
  const latency = new Histogram({
    name: "rest_client_request_duration_seconds",
    help: "Time to the first byte of the answer, by verb and host",
    labelNames: ["verb", "host"],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60],
    registers,
  });
  const retries = new Counter({
    name: "rest_client_request_retries_total",
    help: "Requests sent again, by status code, verb and host",
    labelNames: ["code", "verb", "host"],
    registers,
  });
  return {
    requestEnded: ({ code, method, host, verb, latencyMs }) => {
      requests.inc({ code: code ?? noAnswer, method, host });
      latency.observe({ verb, host }, latencyMs / 1000);
    },
    requestRetried: ({ code, verb, host }) => retries.inc({ code: code ?? noAnswer, verb, host }),
  };
}
