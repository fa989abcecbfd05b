/** The CRDs of tests/rules/corpus: which objects their rules accept, and the errors of the others. */
import type { JsonSchema } from "@kubewright/schema";
import { ruledDefinitions } from "../../rules/corpus/definitions.ts";
import type { RuledDefinition } from "../../rules/corpus/schema.ts";
import { withoutRejectedRules, withRejectedRules } from "../../rules/corpus/schema.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { get, inAnyOrder, patch, post, until } from "../case.ts";
import type { CaseGroups } from "../record.ts";
import { definition, definitions, versionOf } from "./crd-good.ts";
import { widget, widgets } from "./custom-resource.ts";

/** The response to an accepted write is its metadata, which is sufficient to see that it was accepted. */
const metadataOnly = { accept: "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1" };

const corpusCases = ruledDefinitions.map((each): DifferentialCase => ({
  name: `rule-corpus-${each.name}`,
  requests: requestsOf(each),
}));

/** In three groups, because a real server takes some seconds to serve each definition. */
export const ruleCorpusGroups: CaseGroups = {
  "rule-corpus-1": corpusCases.slice(0, 10),
  "rule-corpus-2": corpusCases.slice(10, 20),
  "rule-corpus-3": corpusCases.slice(20),
};

function requestsOf({ spec, creates, updates = [] }: RuledDefinition): readonly DifferentialRequest[] {
  const defined = (schema: JsonSchema): object =>
    definition({ versions: [versionOf("v1", { type: "object", properties: { spec: schema } })] });
  return [
    inAnyOrder(post(`${definitions}?dryRun=All`, defined(withRejectedRules(spec)), metadataOnly)),
    post(definitions, defined(withoutRejectedRules(spec)), metadataOnly),
    until(200, get(widgets)),
    ...creates.map((created) => inAnyOrder(post(`${widgets}?dryRun=All`, widget(created), metadataOnly))),
    ...updates.flatMap(({ from, to }, index) => {
      const name = `w${index}`;
      const changed = (changes: unknown): DifferentialRequest => {
        const request = patch("merge", `${widgets}/${name}?dryRun=All`, { spec: changes });
        return inAnyOrder({ ...request, headers: { ...request.headers, ...metadataOnly } });
      };
      return [post(widgets, widget(from, { metadata: { name } }), metadataOnly), ...to.map(changed)];
    }),
  ];
}
