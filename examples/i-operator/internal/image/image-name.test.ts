import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { imageNameProblem } from "./image-name.ts";

interface Facts {
  readonly source: string;
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}

const facts = JSON.parse(readFileSync(new URL("testdata/facts.json", import.meta.url), "utf8")) as Facts;
const hex = "0123456789abcdef".repeat(4);

test("imageNameProblem() agrees with the reference's parser, name by name", () => {
  expect(facts.valid.filter((name) => imageNameProblem(name) !== undefined)).toEqual([]);
  expect(facts.invalid.filter((name) => imageNameProblem(name) === undefined)).toEqual([]);
});

test.each([
  { image: "", problem: '"": expected the name of an image, found nothing' },
  {
    image: "Nginx:1.22",
    problem: '"Nginx:1.22": expected a path of lowercase letters and digits at character 1, found "N"',
  },
  { image: "nginx:", problem: '"nginx:": expected a tag (a letter, a digit or _ first) at character 7, found the end' },
  {
    image: "nginx:1.22:2",
    problem: '"nginx:1.22:2": expected a tag of letters, digits and _ . - at character 11, found ":"',
  },
  { image: "a//b", problem: '"a//b": expected a lowercase letter or a digit at character 3, found "/"' },
  {
    image: "a b",
    problem: '"a b": expected a lowercase letter, a digit or one of . _ - / : @ at character 2, found " "',
  },
  { image: "a_", problem: '"a_": expected a lowercase letter or a digit at character 3, found the end' },
  { image: "a.b:x/c", problem: '"a.b:x/c": expected a port of digits only at character 5, found "x"' },
  { image: "a-.b/c", problem: '"a-.b/c": expected no dash at the end of a host\'s label at character 2, found "-"' },
  {
    image: ".com/a",
    problem: '".com/a": expected a letter or a digit of a registry\'s host at character 1, found "."',
  },
  {
    image: "[::g]/a",
    problem:
      '"[::g]/a": expected an IPv6 address of hexadecimal digits and colons that ends in ] at character 4, found "g"',
  },
  { image: "[::1]5/a", problem: '"[::1]5/a": expected a colon and a port, or a slash at character 6, found "5"' },
  {
    image: "a@md5:0",
    problem: '"a@md5:0": expected a digest that begins with sha256:, sha384: or sha512: at character 3, found "m"',
  },
  { image: "a@sha256:00", problem: '"a@sha256:00": the digest has 2 hexadecimal digits: expected 64 for sha256' },
  { image: "a@sha256:0G", problem: '"a@sha256:0G": expected a lowercase hexadecimal digit at character 11, found "G"' },
  {
    image: "a\n",
    problem: String.raw`"a\n": expected a lowercase letter, a digit or one of . _ - / : @ at character 2, found "\n"`,
  },
  { image: hex, problem: `"${hex}": 64 hexadecimal digits are the ID of an image: expected a name` },
])("imageNameProblem($image) says what is wrong where", ({ image, problem }) => {
  expect(imageNameProblem(image)).toBe(problem);
});

test("imageNameProblem() counts the tag and the path, and repeats no more than the beginning of a long name", () => {
  expect(imageNameProblem(`a:${"t".repeat(129)}`)).toBe(
    `"a:${"t".repeat(118)}"… (131 characters): the tag has 129 characters: expected 128 at most`,
  );
  expect(imageNameProblem(`a.b/${"c".repeat(256)}`)).toContain("the path has 256 characters: expected 255 at most");
  expect(imageNameProblem("a".repeat(248))).toContain(
    'the path has 256 characters with the "library/" that is put before it',
  );
});

test.each([
  "a-".repeat(500_000),
  "_".repeat(1_000_000),
  "a.".repeat(500_000) + "/",
  "a:".repeat(500_000),
  "[" + ":".repeat(1_000_000),
])("imageNameProblem() reads a million characters once (%#)", (image) => {
  expect(imageNameProblem(image)?.length).toBeLessThan(400);
});
