import assert from "node:assert/strict";
import { test } from "vitest";
import { isDns1035Label, isDns1123Label, isDns1123Subdomain, isWildcardDns1123Subdomain } from "./dns.ts";
import { generateName } from "./generate-name.ts";
import { isLabelValue, isQualifiedName } from "./label.ts";
import { nameIsDnsLabel, nameIsDnsSubdomain, nameIsPathSegment } from "./name-rule.ts";
import {
  isConfigMapKey,
  isEnvVarName,
  isPathSegmentName,
  isPercent,
  isPortName,
  isRelaxedEnvVarName,
} from "./other-names.ts";

const long = (length: number): string => "a".repeat(length);

test("The error of a malformed subdomain has the form, an example and the pattern", () => {
  assert.deepEqual(isDns1123Subdomain("A_b"), [
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
  ]);
  assert.deepEqual(isDns1123Subdomain(long(254)), ["must be no more than 253 characters"]);
});

test("The error of a label names dots, or the form with two examples", () => {
  assert.deepEqual(isDns1123Label("a.b"), ["must not contain dots"]);
  assert.deepEqual(isDns1123Label("-a"), [
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
  ]);
  assert.deepEqual(isDns1123Label(long(64)), ["must be no more than 63 characters"]);
});

test("DNS names accept and refuse what upstream does", () => {
  for (const name of ["a", "a-b", "0", "a.b-c.d", long(63)]) assert.deepEqual(isDns1123Subdomain(name), []);
  for (const name of ["", "-", "a-", ".a", "a..b", "a_b", "A", "a b", "é"])
    assert.equal(isDns1123Subdomain(name).length, 1);
  assert.deepEqual(isDns1035Label("a1"), []);
  assert.equal(isDns1035Label("1a").length, 1);
  assert.deepEqual(isWildcardDns1123Subdomain("*.a.b"), []);
  assert.equal(isWildcardDns1123Subdomain("*.").length, 1);
});

test("A qualified name is judged part by part, its lengths in bytes", () => {
  const form =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
  assert.deepEqual(isQualifiedName("example.com/My_Name.1"), []);
  assert.deepEqual(isQualifiedName("-a"), [`name part ${form}`]);
  assert.deepEqual(isQualifiedName(""), ["name part must be non-empty", `name part ${form}`]);
  assert.deepEqual(isQualifiedName("/a"), ["prefix part must be non-empty"]);
  assert.deepEqual(isQualifiedName(long(64)), ["name part must be no more than 63 bytes"]);
  assert.deepEqual(isQualifiedName(`${long(254)}/a`), ["prefix part must be no more than 253 bytes"]);
  assert.deepEqual(isQualifiedName("a/b/c"), [
    `a valid label key ${form} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
  ]);
});

test("A label's value may be empty, and is at most 63 bytes", () => {
  assert.deepEqual(isLabelValue(""), []);
  assert.deepEqual(isLabelValue("a.B_c-1"), []);
  assert.deepEqual(isLabelValue(long(64)), ["must be no more than 63 bytes"]);
  assert.deepEqual(isLabelValue("a b"), [
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
  ]);
});

test("Other names have their own rules", () => {
  assert.deepEqual(isConfigMapKey("a.b_C-1"), []);
  assert.deepEqual(isConfigMapKey(".."), ["must not be '..'"]);
  assert.deepEqual(isConfigMapKey("..a"), ["must not start with '..'"]);
  assert.equal(isConfigMapKey("a/b").length, 1);
  assert.equal(isEnvVarName("1a").length, 1);
  assert.deepEqual(isRelaxedEnvVarName("1 a"), []);
  assert.equal(isRelaxedEnvVarName("a=b").length, 1);
  assert.equal(isRelaxedEnvVarName("é").length, 1);
  assert.deepEqual(isPortName("http-1"), []);
  assert.deepEqual(isPortName("1--"), [
    "must contain at least one letter (a-z)",
    "must not contain consecutive hyphens",
    "must not begin or end with a hyphen",
  ]);
  assert.deepEqual(isPercent("10%"), []);
  assert.equal(isPercent("10").length, 1);
  assert.deepEqual(isPathSegmentName(".."), ["may not be '..'"]);
  assert.deepEqual(isPathSegmentName("a/b%c"), ["may not contain '/'", "may not contain '%'"]);
});

test("A prefix for generated names may end in a dash", () => {
  assert.deepEqual(nameIsDnsSubdomain("job-", true), []);
  assert.equal(nameIsDnsSubdomain("job-", false).length, 1);
  assert.equal(nameIsDnsLabel("-", true).length, 1);
  assert.deepEqual(nameIsPathSegment(".", true), []);
});

test("generateName() appends five characters to at most 58 of the prefix", () => {
  assert.equal(
    generateName("pi-", () => 0),
    "pi-bbbbb",
  );
  assert.equal(
    generateName(long(100), (max) => max - 1),
    `${long(58)}99999`,
  );
});

test("Checking a hostile name takes no time that grows with its square", () => {
  const hostile = `${long(3_000_000)}!`;

  for (const check of [
    isDns1123Subdomain,
    isDns1123Label,
    isDns1035Label,
    isQualifiedName,
    isLabelValue,
    isConfigMapKey,
  ]) {
    assert.equal(check(hostile).length, 2);
  }
});
