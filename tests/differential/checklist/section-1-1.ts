// Section 1.1, requirements of the server: transport and headers.
import type { ChecklistSection } from "./line.ts";

export const section: ChecklistSection = {
  number: "1.1",
  title: "Transport and headers",
  lines: [
    {
      id: "1.1/two-protocols",
      priority: "P0",
      text: "Clients select HTTP/2 or HTTP/1.1 in the TLS handshake, and both have the same responses",
      tests: [
        "tests/contract/connections.test.ts > clients negotiate the protocol in the TLS handshake, and both protocols return the same response",
        "packages/apiserver/src/listener/listener.test.ts > a client with the token of a kubeconfig writes, lists and watches over HTTP/2",
        "packages/apiserver/src/listener/listener.test.ts > a body over 3 MiB is rejected with 413, with and without Content-Length",
      ],
    },
    {
      id: "1.1/general-headers",
      priority: "P0",
      text: "Every response has a content type, forbids caching, and has the audit ID of its request",
      cases: ["http-general-headers"],
    },
    {
      id: "1.1/flow-control-headers",
      priority: "P2",
      text: "Responses have headers with the FlowSchema and the priority level of the request",
      tests: [
        "tests/contract/flow-headers.test.ts > %s",
        "tests/contract/flow-headers.test.ts > a request for the log of a Pod has no flow",
      ],
    },
    {
      id: "1.1/length",
      priority: "P1",
      text: "A short response has a Content-Length",
      tests: ["tests/contract/connections.test.ts > a short response over %s has its length and is not compressed"],
    },
    {
      id: "1.1/gzip",
      priority: "P1",
      text: "A response of more than 128 KiB is compressed if the client accepts gzip; watches and logs are never compressed",
      tests: [
        "tests/contract/connections.test.ts > an answer of more than 128 KiB over %s is compressed if the client accepts gzip",
        "tests/contract/connections.test.ts > the size of a response decides whether it is compressed, for every method",
        "tests/contract/connections.test.ts > with Accept %s, %s of 100 KB is not compressed and one of 200 KB is",
        "tests/contract/connections.test.ts > a watch is never compressed",
        "packages/apiserver/src/listener/listener.test.ts > a response over 128 KiB is compressed if the client accepts gzip; a shorter one and a watch are not",
      ],
    },
    {
      id: "1.1/pretty-readers",
      priority: "P1",
      text: "curl, wget and browsers receive indented JSON, including errors",
      cases: ["http-pretty-for-readers", "http-pretty-discovery"],
    },
    {
      id: "1.1/pretty-parameter",
      priority: "P1",
      text: "The parameter pretty enables or disables indentation",
      cases: ["http-pretty-requested"],
    },
    {
      id: "1.1/built-in-order",
      priority: "P1",
      text: "The order of keys in JSON responses",
      cases: ["http-item-kinds"],
      open: "keys of built-in objects may have another order",
    },
    {
      id: "1.1/list-items",
      priority: "P1",
      text: "Items of built-in lists have no kind; items of custom lists have their kind, and these lists always have a continue token",
      cases: ["http-item-kinds"],
    },
    {
      id: "1.1/warnings",
      priority: "P1",
      text: "Each warning is a separate escaped header, sent once, also in error responses",
      cases: ["http-warning-escapes"],
    },
    {
      id: "1.1/warnings-cut",
      priority: "P1",
      text: "Warnings are truncated only if their total length is too long",
      cases: ["http-warning-one-long", "http-warning-many-long"],
    },
    {
      id: "1.1/trailing-slash",
      priority: "P1",
      text: "A slash at the end of a path is accepted",
      cases: ["http-trailing-slash"],
    },
    {
      id: "1.1/double-slash",
      priority: "P1",
      text: "A path with two slashes at the beginning is not found",
      cases: ["http-double-slash"],
    },
    {
      id: "1.1/head-and-options",
      priority: "P1",
      text: "HEAD works on health checks; OPTIONS is not allowed on a resource",
      cases: ["http-head", "http-options"],
    },
    {
      id: "1.1/too-large",
      priority: "P2",
      text: "A body over 3 MiB is rejected with 413",
      cases: ["http-body-too-large"],
      tests: [
        "tests/contract/body-limit.test.ts > a body of 4 MiB over %s is rejected with 413",
        "tests/contract/body-limit.test.ts > a client over %s reads the 413 while it is still sending",
        "packages/apiserver/src/listener/listener.test.ts > a body over 3 MiB is rejected with 413, with and without Content-Length",
      ],
    },
    {
      id: "1.1/time-limit",
      priority: "P1",
      text: "timeout shortens the limit of 60 seconds for a request; an invalid duration is rejected",
      cases: ["http-time-limit"],
    },
    {
      id: "1.1/time-limit-reached",
      priority: "P1",
      text: "A request that exceeds its time limit ends with 504",
      tests: [
        "packages/apiserver/src/admission/webhooks/request-deadlines.test.ts > %s %s of %s with %j ends after 34 s",
        "packages/apiserver/src/admission/webhooks/request-deadlines.test.ts > %s %s with %j ends after %d s by the filter around the server",
        "tests/contract/request-timeouts.test.ts > a delete of a collection whose timeout passes while a webhook holds it deletes nothing",
      ],
    },
  ],
};
