/** Rules of compositions. */
import type { RuledDefinition } from "./schema.ts";
import { atomic, embedded, free, int, keyed, list, map, object, oneOf, text, rejected } from "./schema.ts";

export const compositionsDefinition: RuledDefinition = {
  name: "compositions",
  spec: object(
    {
      mode: oneOf(["Resources", "Pipeline"], "self == oldSelf"),
      pipeline: keyed(
        ["step"],
        object(
          {
            "step!": text(30),
            function: object({ "name!": text(30) }),
            input: embedded({}, "self.kind.endsWith('Input')"),
            credentials: keyed(
              ["name"],
              object(
                { "name!": text(20), source: oneOf(["None", "Secret"]), secret: text(20) },
                "self.source == 'Secret' ? has(self.secret) : !has(self.secret)",
              ),
              3,
            ),
          },
          { rule: "has(self.function)", reason: "FieldValueRequired" },
        ),
        6,
        "self.size() <= 4",
      ),
      resources: atomic(
        object({
          name: text(20),
          base: free(rejected("has(self.kind) && has(self.apiVersion)")),
          patches: list(
            object(
              {
                type: oneOf(["FromField", "ToField", "Combine"]),
                from: text(40, "!self.startsWith('.')"),
                to: text(40),
                policy: oneOf(["Optional", "Required"]),
                transforms: list(
                  object(
                    {
                      type: oneOf(["map", "math", "string", "match"]),
                      map: map(text(20), 4),
                      multiply: int(),
                      format: text(20, "self.contains('%')"),
                    },
                    "self.type != 'map' || has(self.map)",
                    "self.type != 'math' || has(self.multiply)",
                    "self.type != 'string' || has(self.format)",
                  ),
                  3,
                ),
              },
              "self.type != 'FromField' || has(self.from)",
              "self.type != 'ToField' || has(self.to)",
              "self.type != 'Combine' || (has(self.to) && !has(self.from))",
            ),
            6,
          ),
        }),
        4,
        "self.all(r, has(r.name)) || self.all(r, !has(r.name))",
        "self.filter(r, has(r.name)).all(r, self.exists_one(o, has(o.name) && o.name == r.name))",
      ),
      type: object(
        {
          apiVersion: text(40, "self.contains('/')"),
          kind: text(30, rejected("self.charAt(0).upperAscii() == self.charAt(0)")),
        },
        { rule: "self == oldSelf", message: "the type is immutable" },
      ),
      revision: int({
        rule: "oldSelf.hasValue() ? self == oldSelf.value() + 1 || self == oldSelf.value() : self == 1",
        optionalOldSelf: true,
        message: "must be the next one",
      }),
    },
    "!has(self.mode) || self.mode != 'Pipeline' || (has(self.pipeline) && self.pipeline.size() > 0)",
    "!has(self.mode) || self.mode != 'Resources' || !has(self.pipeline)",
    { rule: "!has(self.pipeline) || !has(self.resources)", message: "are exclusive" },
  ),
  creates: [
    {
      mode: "Pipeline",
      pipeline: [
        { step: "a", function: { name: "f" }, input: { apiVersion: "v1", kind: "MyInput", metadata: { name: "x" } } },
      ],
      type: { apiVersion: "a/v1", kind: "B" },
      revision: 1,
    },
    { mode: "Pipeline", pipeline: [], resources: [{ name: "a" }, { base: {} }, { name: "a" }], revision: 2 },
    {
      mode: "Resources",
      pipeline: [
        {
          step: "a",
          input: { apiVersion: "v1", kind: "Other", metadata: { name: "x" } },
          credentials: [
            { name: "a", source: "Secret" },
            { name: "b", source: "None", secret: "x" },
          ],
        },
      ],
    },
    {
      resources: [
        {
          patches: [
            { type: "FromField" },
            { type: "ToField", from: ".x" },
            { type: "Combine", from: "a", transforms: [{ type: "map" }, { type: "math" }, { type: "string" }] },
            { type: "Combine", to: "b", transforms: [{ type: "string", format: "x" }] },
          ],
        },
      ],
      type: { apiVersion: "v1", kind: "b" },
    },
    {
      pipeline: [
        { step: "a", function: { name: "a" } },
        { step: "b", function: { name: "a" } },
        { step: "c", function: { name: "a" } },
        { step: "d", function: { name: "a" } },
        { step: "e", function: { name: "a" } },
      ],
    },
    {
      pipeline: [{ step: "a", function: { name: "f" }, credentials: [{ name: "a", source: "Secret", secret: "x" }] }],
      resources: [{ patches: [{ type: "FromField", from: "a", transforms: [{ type: "string", format: "%s" }] }] }],
    },
  ],
  updates: [
    {
      from: { mode: "Resources", type: { apiVersion: "a/b", kind: "C" }, revision: 1 },
      to: [{ mode: "Pipeline" }, { type: { kind: "D" } }, { revision: 3 }, { revision: 2 }, { type: null }],
    },
  ],
};
