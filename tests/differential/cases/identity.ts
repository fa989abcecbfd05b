/** Token reviews, and requests for certificates with the fields that a server writes. */
import { readFileSync } from "node:fs";
import { cases, get, patch, post, put, remove } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const reviews = "/apis/authentication.k8s.io/v1/tokenreviews";

function review(spec: object): DifferentialRequest {
  return post(reviews, { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec });
}

export const tokenReviewCases: readonly DifferentialCase[] = cases("token-review", {
  unknown: [
    review({ token: "not-a-token" }),
    review({ token: "not-a-token", audiences: ["x"] }),
    review({ token: "not-a-token", audiences: [] }),
    review({ token: "a.b.c", audiences: ["https://kubernetes.default.svc"] }),
  ],
  incomplete: [review({}), review({ token: "" }), review({ audiences: ["x"] })],
  types: [review({ token: 1 }), review({ token: "x", audiences: "x" }), review({ token: "x", audiences: [1] })],
});

const requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
const request = `${requests}/{{namespace}}`;

function read(file: string): string {
  const url = new URL(`../../../packages/certificates/src/testdata/${file}`, import.meta.url);
  return readFileSync(url).toString("base64");
}

const spec = {
  request: read("ann.csr"),
  signerName: "example.com/signer",
  usages: ["client auth"],
  expirationSeconds: 3600,
};
const body = {
  apiVersion: "certificates.k8s.io/v1",
  kind: "CertificateSigningRequest",
  metadata: { name: "{{namespace}}" },
  spec,
};
const asAnn = { "impersonate-user": "ann", "impersonate-group": "system:masters" };
const create = post(requests, body, asAnn);
const approved = { type: "Approved", status: "True", reason: "Tested", message: "by a case" };
const table = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };

export const certificateRequestCases: readonly DifferentialCase[] = cases("certificate-request", {
  issued: [
    create,
    patch("merge", `${request}/approval`, { status: { conditions: [approved] } }),
    get(request, table),
    patch("merge", `${request}/status`, { status: { certificate: read("ann.crt") } }),
    get(request, table),
    get(request),
    remove(request),
  ],
  denied: [
    create,
    patch("merge", `${request}/approval`, { status: { conditions: [{ ...approved, type: "Denied" }] } }),
    get(request, table),
    patch("merge", `${request}/approval`, { status: { conditions: [approved] } }),
    patch("merge", `${request}/status`, { status: { conditions: [{ type: "Failed", status: "True" }] } }),
  ],
  forged: [
    post(
      requests,
      { ...body, spec: { ...spec, username: "eve", uid: "1", groups: ["g"], extra: { a: ["b"] } } },
      asAnn,
    ),
    put(request, { ...body, spec: { ...spec, username: "eve", signerName: "example.com/other" } }),
    patch("merge", `${request}/status`, { spec: { username: "eve" }, metadata: { labels: { a: "b" } } }),
    patch("json", request, [{ op: "remove", path: "/spec/username" }]),
  ],
  several: [
    post(requests, { ...body, spec: { request: "aGk=", signerName: "x", usages: ["x", "x"], expirationSeconds: 1 } }),
    post(requests, { ...body, spec: {} }),
    post(requests, { ...body, metadata: { name: "a/b" } }),
    post(requests, { ...body, metadata: { name: "A_B.{{namespace}}" } }, asAnn),
    post(requests, { ...body, spec: { ...spec, request: "no base64!" } }),
  ],
});
