import { decodeProtobuf, encodeProtobuf } from "@kubewright/apiserver";
import { createSeededRandom } from "@kubewright/async";
import { expect, test } from "vitest";
import { protobufKinds, randomObject } from "./kinds.ts";

const objectsOfAKind = 5;

test.for(protobufKinds().map((kind) => [kind.kind, kind] as const))(
  "random objects of the kind %s are unchanged after a round trip through protobuf",
  ([, kind]) => {
    for (let number = 1; number <= objectsOfAKind; number += 1) {
      const random = createSeededRandom(`${kind.apiVersion} ${kind.kind} ${number}`);
      const object = randomObject(kind, random);

      expect(decodeProtobuf(encodeProtobuf(object))).toEqual(object);
    }
  },
);
