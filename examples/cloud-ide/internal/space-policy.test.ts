import { expect, test } from "vitest";
import { checkImage } from "./space-policy.ts";

test.each([
  { allowed: "ide", image: "ide" },
  { allowed: "ide", image: "ide:v0.1" },
  { allowed: "registry.example.com:5000/team/ide", image: "registry.example.com:5000/team/ide:v1" },
  { allowed: "registry.example.com/team/*", image: "registry.example.com/team/sub/ide" },
  { allowed: "ide", image: `ide:v1@sha256:${"0".repeat(64)}` },
  { allowed: "*", image: "any/image:at-all" },
])("checkImage() accepts $image if $allowed is allowed", ({ allowed, image }) => {
  expect(() => checkImage({ namespace: "cloud-ide", allowedImages: [allowed] }, image)).not.toThrow();
});

test.each([
  { allowed: "ide", image: "ide2", message: "this service takes ide" },
  { allowed: "ide", image: "evil/ide", message: "this service takes ide" },
  { allowed: "registry.example.com/team/*", image: "registry.example.com/teams/ide", message: "this service takes" },
  {
    allowed: "registry.example.com/team/*",
    image: "registry.example.com/team/../evil/ide",
    message: "must be an image",
  },
  { allowed: "registry.example.com/team/*", image: "registry.example.com/team", message: "this service takes" },
  { allowed: "*", image: "ide:", message: "must be an image" },
  { allowed: "*", image: "ide v1", message: "must be an image" },
  { allowed: "*", image: "IDE", message: "must be an image" },
  { allowed: "*", image: "a".repeat(600), message: "must be an image" },
])("checkImage() rejects $image if $allowed is allowed", ({ allowed, image, message }) => {
  expect(() => checkImage({ namespace: "cloud-ide", allowedImages: [allowed] }, image)).toThrow(message);
});

test("checkImage() rejects all images if none is allowed", () => {
  expect(() => checkImage({ namespace: "cloud-ide", allowedImages: [] }, "ide")).toThrow("this service takes none");
});
