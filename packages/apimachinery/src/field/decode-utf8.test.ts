import { expect, test } from "vitest";
import { decodeUtf8 } from "./decode-utf8.ts";
import { quoteGoString } from "../go/go-format.ts";

// The quoted texts are those of Go.
test.for<[string, string]>([
  ["plain", '"plain"'],
  ["zo\xc3\xab", '"zoë"'],
  ["\xf0\x9f\x98\x80", '"😀"'],
  ["\xef\xbb\xbfa", '"\\ufeffa"'],
  ["\xef\xbf\xbd", '"\ufffd"'],
  ["\xff", '"\\xff"'],
  ["a\x80\xc3", '"a\\x80\\xc3"'],
  ["\xc0\xaf", '"\\xc0\\xaf"'],
  ["\xed\xa0\x80", '"\\xed\\xa0\\x80"'],
  ["\xf4\x90\x80\x80", '"\\xf4\\x90\\x80\\x80"'],
  ["\xe2\x82", '"\\xe2\\x82"'],
])("the bytes %j are printed as %s", ([bytes, quoted]) => {
  expect(quoteGoString(decodeUtf8(bytes))).toBe(quoted);
});

test("bytes that are not UTF-8 differ from the replacement character, and are encoded as it", () => {
  const decoded = decodeUtf8("\xff");

  expect(decoded).not.toBe("\ufffd");
  expect(new TextDecoder().decode(new TextEncoder().encode(decoded))).toBe("\ufffd");
});
