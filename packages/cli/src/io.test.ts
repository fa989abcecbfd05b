import { expect, test } from "vitest";
import { CommandError, userErrorText } from "./io.ts";

test("userErrorText() returns the message of errors that the user can correct, and nothing for defects", () => {
  expect(userErrorText(new CommandError("Cannot read x"))).toBe("Cannot read x");
  expect(userErrorText(new TypeError("x is not a function"))).toBeUndefined();
});

test("userErrorText() names the installation for a compiler that is missing, and no other missing module", () => {
  const missing = (name: string): Error =>
    Object.assign(new Error(`Cannot find package '${name}' imported from /a/b.js`), { code: "ERR_MODULE_NOT_FOUND" });

  expect(userErrorText(missing("typescript"))).toMatch(
    /^Cannot read types: the package typescript is not installed. Run `npm install` in the project/u,
  );
  expect(userErrorText(missing("other"))).toBeUndefined();
});
