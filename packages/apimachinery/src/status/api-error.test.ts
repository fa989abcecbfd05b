import assert from "node:assert/strict";
import { test } from "vitest";
import { field } from "../field/field-error.ts";
import {
  ApiError,
  hasCause,
  isApplyConflict,
  isConflict,
  isExpired,
  isNotFound,
  isTooLargeResourceVersion,
  isTooManyRequests,
  retryAfterSecondsOf,
} from "./api-error.ts";
import * as make from "./api-errors.ts";

const pods = { group: "", resource: "pods" };
const deployments = { group: "apps", resource: "deployments" };

test("notFound() has the Status of a kube-apiserver, empty fields left out", () => {
  assert.deepEqual(make.notFound(pods, "x").status, {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: 'pods "x" not found',
    reason: "NotFound",
    details: { name: "x", kind: "pods" },
    code: 404,
  });
});

test("invalid() names the kind and has one cause for each error", () => {
  const errors = [field.required("spec.a", ""), field.invalid("spec.b", -1, "must be positive")];

  const { message, details, code } = make.invalid({ group: "apps", kind: "Deployment" }, "d", errors).status;

  assert.equal(code, 422);
  assert.equal(
    message,
    'Deployment.apps "d" is invalid: [spec.a: Required value, spec.b: Invalid value: -1: must be positive]',
  );
  assert.deepEqual(details, {
    name: "d",
    group: "apps",
    kind: "Deployment",
    causes: [
      { reason: "FieldValueRequired", message: "Required value", field: "spec.a" },
      { reason: "FieldValueInvalid", message: "Invalid value: -1: must be positive", field: "spec.b" },
    ],
  });
});

test("Each maker gives upstream's code, reason and message", () => {
  const table = [
    [make.alreadyExists(deployments, "x"), 409, "AlreadyExists", 'deployments.apps "x" already exists'],
    [
      make.conflict(pods, "x", make.modifiedMessage),
      409,
      "Conflict",
      'Operation cannot be fulfilled on pods "x": the object has been modified; please apply your changes to the latest version and try again',
    ],
    [make.forbidden(pods, "x", "why"), 403, "Forbidden", 'pods "x" is forbidden: why'],
    [make.forbidden(pods, "", "why"), 403, "Forbidden", "pods is forbidden: why"],
    [make.forbidden(undefined, "", "why"), 403, "Forbidden", "forbidden: why"],
    [make.badRequest("why"), 400, "BadRequest", "why"],
    [make.expired("too old"), 410, "Expired", "too old"],
    [
      make.requestEntityTooLarge("limit is 3145728"),
      413,
      "RequestEntityTooLarge",
      "Request entity too large: limit is 3145728",
    ],
    [
      make.methodNotAllowed(),
      405,
      "MethodNotAllowed",
      "the server does not allow this method on the requested resource",
    ],
    [make.internalError("boom"), 500, "InternalError", "Internal error occurred: boom"],
    [make.unclassifiedError("boom"), 500, undefined, "boom"],
    [make.tooLargeResourceVersion("9", "2", 1), 504, "Timeout", "Timeout: Too large resource version: 9, current: 2"],
  ] as const;
  for (const [{ status }, code, reason, message] of table) {
    assert.deepEqual([status.code, status.reason, status.message], [code, reason, message]);
  }
});

test("An ApiError says what was tried, why it failed and how", () => {
  const { status } = make.conflict(pods, "x", "why");

  assert.equal(
    new ApiError('update Pod "default/x"', status).message,
    'Cannot update Pod "default/x": Conflict: Operation cannot be fulfilled on pods "x": why',
  );
});

test("Predicates use the reason, and the code if the reason is unknown", () => {
  assert.equal(isNotFound(make.notFound(pods, "x")), true);
  assert.equal(isNotFound(new ApiError("get", { code: 404 })), true);
  assert.equal(isNotFound(new ApiError("get", { code: 404, reason: "Odd" })), true);
  assert.equal(isConflict(make.alreadyExists(pods, "x")), false);
  const taken = [{ reason: "FieldManagerConflict", message: 'conflict with "m"', field: ".data.a" }] as const;
  assert.equal(isApplyConflict(make.applyConflict("taken", taken)), true);
  assert.equal(isApplyConflict(make.conflict(pods, "x", "why")), false);
  assert.equal(isExpired(new ApiError("watch", { code: 410, reason: "Gone" })), true);
  assert.equal(isTooManyRequests(new ApiError("evict", { code: 429, reason: "Conflict" })), true);
  assert.equal(isTooLargeResourceVersion(make.tooLargeResourceVersion("9", "2", 1)), true);
  assert.equal(isTooLargeResourceVersion(make.timeout("slow", 0)), false);
  assert.equal(isNotFound(new Error("not found")), false);
});

test("Predicates know errors of another copy of this package", () => {
  const foreign = Object.assign(new Error("x"), { status: { code: 404, reason: "NotFound" } });
  Object.defineProperty(foreign, Symbol.for("@kubewright/apimachinery/ApiError"), { value: true });

  assert.equal(isNotFound(foreign), true);
});

test("retryAfterSecondsOf() gives what the server asks for, or nothing", () => {
  assert.equal(retryAfterSecondsOf(make.tooManyRequests("slow down", 10)), 10);
  assert.equal(retryAfterSecondsOf(make.serverTimeout(pods, "list", 0)), 0);
  assert.equal(retryAfterSecondsOf(make.notFound(pods, "x")), undefined);
  assert.equal(hasCause(make.tooLargeResourceVersion("9", "2", 1), "ResourceVersionTooLarge"), true);
});

test("the message of an error shows the reason, and not the object that the server quotes before it", () => {
  const object = JSON.stringify({ kind: "MyJob", metadata: { managedFields: "x".repeat(2_000) } });
  const reason = 'strict decoding error: unknown field "status.phase"';
  const message = `"" is invalid: patch: Invalid value: ${JSON.stringify(object)}: ${reason}`;
  const status = {
    kind: "Status",
    apiVersion: "v1",
    status: "Failure",
    reason: "Invalid",
    code: 422,
    message,
  } as const;

  const error = new ApiError('patch MyJob "default/pi"', status);

  assert.equal(
    error.message,
    `Cannot patch MyJob "default/pi": Invalid: "" is invalid: patch: Invalid value: "{\\"kind\\":\\"MyJob\\",\\"metadata\\":{\\"managedFields\\":\\"xxxxx…": ${reason}`,
  );
  assert.equal(error.status.message, message);
});

test("a message that is long without quoted values keeps its beginning and its end", () => {
  const message = `begin ${"0,".repeat(2_000)} end`;

  const error = new ApiError("get", { kind: "Status", apiVersion: "v1", status: "Failure", message });

  assert.ok(error.message.length < 1_000);
  assert.match(error.message, /^Cannot get: begin .* … .* end$/u);
});
