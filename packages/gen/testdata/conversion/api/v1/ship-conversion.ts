import { createShipSpoke } from "./zz_generated.conversion.ship.ts";

/** Annotations for what the other version has no field for. */
const onlyInV1 = "sea.example.com/only-in-v1";
const onlyInV2 = "sea.example.com/only-in-v2";
const evil = 'it"s; evil(); */';

export const shipSpoke = createShipSpoke({
  toHub: {
    annotations: ({ spec }) => ({
      [onlyInV1]: textOf({ motto: spec.motto, b: spec[evil]?.b }),
      [onlyInV2]: undefined,
    }),
    spec: ({ width, length }, { metadata }) => ({
      size: { width, length },
      ...(keptIn(metadata, onlyInV2)["speed"] === "racing" && { speed: "racing" }),
    }),
    "spec.masts[]": ({ sails }) => ({ sails: sails === undefined ? undefined : String(sails) }),
    "spec.holds{}": ({ grain }) => ({ grain: grain === undefined ? undefined : grain ? "yes" : "no" }),
    'spec.it"s; evil(); */': (_from, { metadata }) => ({ c: keptIn(metadata, onlyInV2)["c"] }),
  },
  fromHub: {
    annotations: ({ spec }) => ({
      [onlyInV1]: undefined,
      [onlyInV2]: textOf({ c: spec[evil]?.c, ...(spec.speed === "racing" && { speed: "racing" }) }),
    }),
    spec: ({ size, speed }, { metadata }) => {
      const { motto } = keptIn(metadata, onlyInV1);
      return {
        ...size,
        speed: speed === "racing" ? "fast" : speed,
        motto,
      };
    },
    "spec.masts[]": ({ sails }) => ({ sails: sails === undefined ? undefined : Number(sails) }),
    "spec.holds{}": ({ grain }) => ({ grain: grain === undefined ? undefined : grain === "yes" }),
    'spec.it"s; evil(); */': (_from, { metadata }) => ({ b: keptIn(metadata, onlyInV1)["b"] }),
  },
});

type Texts = Readonly<Record<string, string | undefined>>;

function textOf(values: Texts): string | undefined {
  const text = JSON.stringify(values);
  return text === "{}" ? undefined : text;
}

function keptIn(metadata: { readonly annotations?: Texts } | undefined, name: string): Texts {
  return JSON.parse(metadata?.annotations?.[name] ?? "{}") as Texts;
}
