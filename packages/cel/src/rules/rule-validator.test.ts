// What differential tests cannot show: options of the validator, and names that JavaScript's prototypes have.
import assert from "node:assert/strict";
import { decodeJson, fieldPath, formatFieldError } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";
import { test } from "vitest";
import { createRuleValidator } from "./rule-validator.ts";

function validatorOf(schema: JsonSchema): NonNullable<ReturnType<typeof createRuleValidator>> {
  const validator = createRuleValidator(schema);
  assert.ok(validator !== undefined);
  return validator;
}

function parse(text: string): JsonValue {
  return decodeJson(text).value;
}

const positive = { type: "integer", "x-kubernetes-validations": [{ rule: "self > 0" }] } as const;

test("A schema without rules has no validator", () => {
  assert.equal(createRuleValidator({ type: "object", properties: { a: { type: "string" } } }), undefined);
});

test("Rules of fields and entries named like members of Object apply to own keys alone", () => {
  const schema = parse(`{"type":"object","properties":{
    "constructor":{"type":"integer","x-kubernetes-validations":[{"rule":"self > 0"}]},
    "__proto__":{"type":"integer","x-kubernetes-validations":[{"rule":"self > 0"}]}}}`) as JsonSchema;
  const validator = validatorOf(schema);

  assert.deepEqual(validator.validate({}).errors, []);
  assert.deepEqual(validator.validate(parse('{"__proto__":0,"constructor":0}')).errors.map(formatFieldError), [
    "__proto__: Invalid value: 0: failed rule: self > 0",
    "constructor: Invalid value: 0: failed rule: self > 0",
  ]);
  const entries = validatorOf({ type: "object", additionalProperties: positive });
  assert.equal(entries.validate(parse('{"toString":0}')).errors.length, 1);
});

test("An old value of the same key is compared, and not one that an old object inherits", () => {
  const rule = { rule: "self == oldSelf" };
  const validator = validatorOf({
    type: "object",
    additionalProperties: { type: "string", "x-kubernetes-validations": [rule] },
  });

  assert.deepEqual(validator.validate({ toString: "a" }, { old: {} }).errors, []);
  assert.equal(validator.validate({ toString: "a" }, { old: { toString: "b" } }).errors.length, 1);
});

test("A budget that is used up ends the validation with one error", () => {
  const validator = validatorOf({ type: "array", items: positive });

  const { errors, budget } = validator.validate([1, 1, 1, 1], { budget: 4, path: fieldPath("list") });

  assert.deepEqual(errors.map(formatFieldError), [
    'list[2]: Invalid value: "integer": validation failed due to running out of cost budget, no further validation rules will be run',
  ]);
  assert.equal(budget, -1);
});

test("Errors of a value that an update leaves unchanged are warnings, and those of transition rules stay errors", () => {
  const validator = validatorOf({
    type: "object",
    properties: {
      a: positive,
      b: { type: "integer", "x-kubernetes-validations": [{ rule: "self > oldSelf" }] },
    },
  });
  const object = { a: 0, b: 1 };

  const update = validator.validate(object, { old: object, ratchets: true });
  const compared = validator.validate(object, { old: object });

  assert.deepEqual(update.warnings, ["a: Invalid value: 0: failed rule: self > 0"]);
  assert.deepEqual(
    update.errors.map(({ field }) => field),
    ["b"],
  );
  assert.deepEqual(
    compared.errors.map(({ field }) => field),
    ["a", "b"],
  );
});

test("The items of an unchanged list without keys are compared with the stored list once", () => {
  const validator = validatorOf({ type: "array", items: positive });
  let reads = 0;
  const list: JsonValue[] = Array.from({ length: 100 }, () => 0);
  const stored = new Proxy(list, {
    get: (target, name, receiver): unknown => {
      if (name === "0") reads++;
      return Reflect.get(target, name, receiver);
    },
  });

  const { errors, warnings } = validator.validate([...list], { old: stored, ratchets: true });

  assert.deepEqual(errors, []);
  assert.equal(warnings.length, 100);
  assert.equal(reads, 1);
});

test("A checkpoint that throws ends an evaluation within 100 iterations", () => {
  const rule = { rule: "self.all(x, self.all(y, x != y + 1))" };
  const validator = validatorOf({
    type: "array",
    items: { type: "integer" },
    "x-kubernetes-validations": [rule],
  });
  const deadline = new Error("deadline exceeded");
  let calls = 0;
  const checkpoint = (): void => {
    calls += 1;
    if (calls === 3) throw deadline;
  };

  assert.throws(
    () =>
      validator.validate(
        Array.from({ length: 200 }, () => 1),
        { checkpoint },
      ),
    deadline,
  );
  assert.equal(calls, 3);
});

test("A validation in steps yields after each rule, and has the result of the validation as a whole", () => {
  const validator = validatorOf({ type: "array", items: positive });
  const value = [1, 0, 1];
  const steps = validator.validateInSteps(value);

  const yielded = [steps.next(), steps.next(), steps.next()];
  const last = steps.next();

  assert.deepEqual(
    yielded.map(({ done }) => done),
    [false, false, false],
  );
  assert.deepEqual(last, { done: true, value: validator.validate(value) });
});
