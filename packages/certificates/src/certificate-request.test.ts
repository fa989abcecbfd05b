import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { parseCertificateRequest } from "./certificate-request.ts";
import { parsePem } from "./pem.ts";

const [annRequest, mastersRequest] = [read("ann.csr"), read("masters.csr")];

function read(file: string): string {
  return readFileSync(new URL(`./testdata/${file}`, import.meta.url), "utf8");
}

test("a request has the common name and all organizations of its subject", () => {
  assert.deepEqual(parseCertificateRequest(annRequest), {
    commonName: "ann",
    organizations: ["readers", "writers"],
  });
  assert.deepEqual(parseCertificateRequest(mastersRequest).organizations, ["system:masters"]);
});

test("a request whose subject was changed after it was signed is refused", () => {
  const [block] = parsePem(mastersRequest);
  const bytes = Buffer.from(block?.bytes ?? []);
  bytes.write("system:nodesss", bytes.indexOf("system:masters"));
  const changed = `-----BEGIN CERTIFICATE REQUEST-----\n${bytes.toString("base64")}\n-----END CERTIFICATE REQUEST-----\n`;

  assert.throws(() => parseCertificateRequest(changed), {
    name: "CertificateError",
    message: "x509: ECDSA verification failure",
  });
});

test("input that nests deeply or has many parts is refused at once", () => {
  for (const bytes of [
    Buffer.alloc(1_000_000, Buffer.from([0x30, 0x80])),
    Buffer.concat([Buffer.from([0x30, 0x83, 0x0c, 0x35, 0x00]), Buffer.alloc(800_000, Buffer.from([5, 0]))]),
  ]) {
    const pem = `-----BEGIN CERTIFICATE REQUEST-----\n${bytes.toString("base64")}\n-----END CERTIFICATE REQUEST-----\n`;
    assert.throws(() => parseCertificateRequest(pem), { name: "CertificateError" });
  }
});

const blocks = [
  { title: "two blocks", text: `${block("A", "AA==")}${block("B", "AQ==")}`, labels: ["A", "B"] },
  { title: "text around a block", text: `before\n${block("A", "AA==")}after`, labels: ["A"] },
  { title: "a block that ends with another label", text: "-----BEGIN A-----\nAA==\n-----END B-----\n", labels: [] },
  { title: "a block in the middle of a line", text: `x ${block("A", "AA==")}`, labels: [] },
  { title: "lines that end in CRLF", text: block("A", "AA==").replaceAll("\n", "\r\n"), labels: ["A"] },
  { title: "a block without an end", text: "-----BEGIN A-----\nAA==\n", labels: [] },
];

function block(label: string, content: string): string {
  return `-----BEGIN ${label}-----\n${content}\n-----END ${label}-----\n`;
}

test.for(blocks)("parsePem() finds in $title: $labels", ({ text, labels }) => {
  assert.deepEqual(
    parsePem(text).map(({ label }) => label),
    labels,
  );
});
