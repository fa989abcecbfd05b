// testdata/oracle.json has the results of kube-apiserver for valid messages. The messages here are printed by the reference with random spaces.
import assert from "node:assert/strict";
import { test } from "vitest";
import { compileExpression, kubernetesEnvironment } from "../index.ts";
import { CelError } from "../values/value.ts";

const prefix = "type.googleapis.com/google.protobuf";

test.for<[string, string]>([
  [`{}`, ""],
  [`{type_url: "${prefix}.Unknown"}`, `type_url:"${prefix}.Unknown"`],
  [`{type_url: "${prefix}.Int32Value", value: b"\\x08"}`, `type_url:"${prefix}.Int32Value" value:"\\x08"`],
  [`{type_url: "${prefix}.Int32Value", value: b"\\x00\\x01"}`, `type_url:"${prefix}.Int32Value" value:"\\x00\\x01"`],
  [`{type_url: "${prefix}.Int32Value", value: b"\\x0b"}`, `type_url:"${prefix}.Int32Value" value:"\\x0b"`],
  [
    `{type_url: "${prefix}.StringValue", value: b"\\x0a\\x01\\xff"}`,
    `type_url:"${prefix}.StringValue" value:"\\n\\x01\\xff"`,
  ],
  [`{type_url: "${prefix}.StringValue", value: b"\\x0a\\x05a"}`, `type_url:"${prefix}.StringValue" value:"\\n\\x05a"`],
])("google.protobuf.Any%s fails, because its bytes are not such a message", ([fields, shown]) => {
  const compiled = compileExpression(`google.protobuf.Any${fields} == 1`, kubernetesEnvironment());

  assert.equal(compiled.kind, "compiled");
  const value = compiled.kind === "compiled" ? compiled.program.evaluate({}).value : null;

  assert.ok(value instanceof CelError);
  assert.equal(value.message, `unsupported conversion to ref.Val: (*dynamicpb.Message)${shown}`);
});

test("a message of many nested lists is decoded, or fails without an end of the process", () => {
  let bytes: Buffer = Buffer.alloc(0);
  for (let depth = 0; depth < 3000; depth++) bytes = inField(6, inField(1, bytes));
  const shown = Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
  const text = `google.protobuf.Any{type_url: "${prefix}.Value", value: b"${shown}"} == [1.0]`;
  const compiled = compileExpression(text, kubernetesEnvironment());

  assert.equal(compiled.kind, "compiled");
  const value = compiled.kind === "compiled" ? compiled.program.evaluate({}).value : null;

  assert.ok(value === false || value instanceof CelError);
});

/** A field with a length. */
function inField(number: number, bytes: Buffer): Buffer {
  const length: number[] = [];
  for (let rest = bytes.length; ; rest >>= 7) {
    if (rest < 0x80) return Buffer.concat([Buffer.from([number * 8 + 2, ...length, rest]), bytes]);
    length.push((rest & 0x7f) | 0x80);
  }
}
