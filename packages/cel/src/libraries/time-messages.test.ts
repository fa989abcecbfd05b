// The expected results and messages are those of kube-apiserver's own environment.
import assert from "node:assert/strict";
import { test } from "vitest";
import { compileExpression, kubernetesEnvironment } from "../index.ts";
import { CelError } from "../values/value.ts";

const stamp = "google.protobuf.Timestamp";
const span = "google.protobuf.Duration";

function compile(text: string): ReturnType<typeof compileExpression> {
  return compileExpression(text, kubernetesEnvironment());
}

test.for<[text: string, expected: unknown]>([
  [`${stamp}{seconds: 1, nanos: 5} == timestamp(1)`, false],
  [`${stamp}{} == timestamp(0)`, true],
  [`string(${stamp}{seconds: 1, nanos: 500000000})`, "1970-01-01T00:00:01.5Z"],
  [`string(${stamp}{seconds: 1, nanos: 2000000000})`, "1970-01-01T00:00:03Z"],
  [`string(${stamp}{nanos: -1})`, "1969-12-31T23:59:59.999999999Z"],
  [`string(${stamp}{seconds: 300000000000})`, "11476-08-15T05:20:00Z"],
  [`${stamp}{seconds: 9223372036854775807} > timestamp(0)`, false],
  [`${stamp}{?seconds: optional.of(3)} == timestamp(3)`, true],
  [`${stamp}{?seconds: optional.none()} == timestamp(0)`, true],
  [`${stamp}{nanos: dyn(optional.of(1))} > timestamp(0)`, true],
  [`${stamp}{seconds: 1, seconds: 2} == timestamp(2)`, true],
  [`${stamp}{seconds: 1}.getSeconds()`, 1],
  [`${stamp}{seconds: 1} + duration("1s") == timestamp(2)`, true],
  [`string(${span}{seconds: 1, nanos: 5})`, "1.000000005s"],
  [`string(${span}{seconds: 1, nanos: -5})`, "0.999999995s"],
  [`string(${span}{seconds: 9223372036854775807})`, "9223372036.854776s"],
  [`string(${span}{seconds: -9223372036854775807})`, "-9223372036.854776s"],
  [`string(${span}{seconds: 9223372036, nanos: 900000000})`, "9223372036.854776s"],
])("%s is %s", ([text, expected]) => {
  const compiled = compile(text);
  assert.ok(compiled.kind === "compiled", JSON.stringify(compiled));

  assert.deepEqual(compiled.program.evaluate({}).value, expected);
});

test.for<[value: string, problem: string]>([
  ["3000000000", "integer overflow"],
  ['dyn("a")', "unsupported native conversion from string to 'int32'"],
  ["dyn(true)", "type conversion error from bool to 'int32'"],
  ["dyn(1.5)", "type conversion error from Double to 'int32'"],
  ["dyn(1u)", "unsupported type conversion from 'uint' to int32"],
  ['dyn(b"a")', "type conversion error from Bytes to 'int32'"],
  ["dyn(null)", "type conversion error from 'null_type' to 'int32'"],
  ["dyn([1])", "type conversion error from list to 'int32'"],
  ['dyn({"a": 1})', "type conversion error from map to 'int32'"],
  ['dyn(duration("1s"))', "type conversion error from 'Duration' to 'int32'"],
  ["dyn(timestamp(1))", "type conversion error from 'Timestamp' to 'int32'"],
  ["dyn(type(1))", "type conversion not supported for 'type'"],
])("nanos of %s are an error", ([value, problem]) => {
  const compiled = compile(`${stamp}{nanos: ${value}}`);
  assert.ok(compiled.kind === "compiled", JSON.stringify(compiled));

  const result = compiled.program.evaluate({}).value;
  assert.ok(result instanceof CelError);
  assert.equal(result.message, `field type conversion error for ${stamp}.nanos value type: ${problem}`);
});

test.for<[text: string, problem: string]>([
  [`${stamp}{x: 1}`, "undefined field 'x'"],
  [`${stamp}{seconds: "a"}`, "expected type of field 'seconds' is 'int' but provided type is 'string'"],
  [`${stamp}{seconds: 1}.seconds == 1`, "type 'timestamp' does not support field selection"],
  ["int{a: 1}", "'int' is not a message type"],
])("%s does not compile", ([text, problem]) => {
  const compiled = compile(text);

  assert.equal(compiled.kind, "failed");
  assert.ok("message" in compiled && compiled.message.includes(problem), JSON.stringify(compiled));
});
