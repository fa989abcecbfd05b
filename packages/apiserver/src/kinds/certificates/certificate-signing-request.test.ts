import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { startCluster } from "../testdata/cluster.ts";

const request = readFileSync(new URL("../../../../certificates/src/testdata/ann.csr", import.meta.url));
const requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";

test("CertificateSigningRequests can be selected by their signer, and by no other field", async () => {
  const cluster = startCluster();
  const spec = { request: request.toString("base64"), signerName: "x.io/a", usages: ["client auth"] };
  await cluster.sendOk("POST", requests, { metadata: { name: "r" }, spec });
  const count = async (signer: string): Promise<number> =>
    (await cluster.table(`${requests}?fieldSelector=spec.signerName=${signer}`)).length;

  assert.deepEqual([await count("x.io/a"), await count("x.io/b")], [1, 0]);
  const { status, message } = await cluster.send("GET", `${requests}?fieldSelector=x=y`);
  assert.deepEqual([status, message], [400, "field label not supported: x"]);
});
