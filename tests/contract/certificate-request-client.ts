/** Creates and patches CertificateSigningRequests, and the files in their specs. */
import { readFileSync } from "node:fs";
import type { CertificateSigningRequest } from "@kubewright/api/certificates.k8s.io/v1";
import { sendRequest } from "../http.ts";
import type { TestResponse } from "../http.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

export const requestsPath = "/apis/certificates.k8s.io/v1/certificatesigningrequests";

type Headers = Readonly<Record<string, string>>;

/** One request, which exists once `create` has been called. */
export interface RequestClient {
  readonly name: string;
  create(spec: object, headers?: Headers, status?: object): Promise<TestResponse>;
  /** Sends a merge patch. `subresource` is `""`, `"/status"` or `"/approval"`. */
  patch(subresource: string, body: object, headers?: Headers): Promise<TestResponse>;
}

/** A client of a request that no other test uses. */
export function createRequestClient(server: ServerUnderTest): RequestClient {
  const name = server.uniqueName("request-");
  return {
    name,
    create(spec, headers = {}, status) {
      const body = { metadata: { name }, spec, ...(status === undefined ? {} : { status }) };
      return sendRequest(server.transport, { method: "POST", path: requestsPath, body, headers });
    },
    patch(subresource, body, headers = {}) {
      const mergePatch = { "content-type": "application/merge-patch+json" };
      const path = `${requestsPath}/${name}${subresource}`;
      return sendRequest(server.transport, { method: "PATCH", path, body, headers: { ...mergePatch, ...headers } });
    },
  };
}

/** A file that openssl has written. */
export function readPem(file: string): string {
  return readFileSync(new URL(`../../packages/certificates/src/testdata/${file}`, import.meta.url), "utf8");
}

export function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** A valid spec with some fields replaced. */
export function specOf(spec: object = {}): object {
  const request = base64(readPem("ann.csr"));
  return { request, signerName: "example.com/signer", usages: ["client auth"], ...spec };
}

export const approved = { type: "Approved", status: "True", reason: "Tested", message: "by a test" };

export function requestIn({ body }: TestResponse): CertificateSigningRequest {
  return body as CertificateSigningRequest;
}

/** The message of a Status. */
export function messageOf({ body }: TestResponse): string {
  return (body as { readonly message?: string }).message ?? "";
}
