/** Rules of rollouts. */
import type { RuledDefinition } from "./schema.ts";
import { embedded, formatted, int, intOrString, keyed, list, number, object, oneOf, text, rejected } from "./schema.ts";

export const rolloutsDefinition: RuledDefinition = {
  name: "rollouts",
  spec: object(
    {
      replicas: int("self >= 0"),
      strategy: object(
        {
          canary: object(
            {
              steps: list(
                object(
                  { weight: int("self >= 0 && self <= 100"), pause: formatted("duration") },
                  "has(self.weight) != has(self.pause)",
                ),
                8,
                { rule: "self.map(s, has(s.weight), s.weight).isSorted()", message: "weights must rise" },
                "self.size() == 0 || !has(self[size(self) - 1].pause)",
              ),
              surge: intOrString("type(self) == int ? self >= 0 : self.matches('^[0-9]+%$')"),
              unavailable: intOrString(),
            },
            rejected(
              "!(has(self.surge) && has(self.unavailable)) || !(self.surge in [0, '0%'] && self.unavailable in [0, '0%'])",
            ),
            rejected("!has(self.surge) || !has(self.unavailable) || type(self.surge) == type(self.unavailable)"),
          ),
          blueGreen: object(
            { active: text(20), preview: text(20) },
            "!has(self.preview) || !has(self.active) || self.preview != self.active",
          ),
        },
        "has(self.canary) || has(self.blueGreen)",
        "!(has(self.canary) && has(self.blueGreen))",
      ),
      template: embedded(
        {
          spec: object(
            {
              containers: keyed(
                ["name"],
                object(
                  {
                    "name!": text(20),
                    image: text(40),
                    env: keyed(
                      ["name"],
                      object(
                        { "name!": text(30, "!self.startsWith('KUBERNETES_')"), value: text(40), from: text(40) },
                        "!(has(self.value) && has(self.from))",
                      ),
                      6,
                    ),
                    ports: keyed(
                      ["port", "protocol"],
                      object({ "port!": int("self > 0"), "protocol!": oneOf(["TCP", "UDP"]) }),
                      4,
                    ),
                  },
                  "!has(self.image) || self.image.split('/').size() <= 3",
                ),
                4,
                "self.size() >= 1",
                rejected("self.map(c, c.?ports.orValue([]).map(p, p.port)).flatten().all(p, p != 9999)"),
              ),
            },
            "has(self.containers)",
          ),
        },
        "has(self.spec)",
        "self.kind == 'PodTemplate'",
        "!self.metadata.name.contains('.')",
      ),
      analysis: list(
        object(
          { metric: text(20), min: number(), max: number() },
          "!(has(self.min) && has(self.max)) || self.min <= self.max",
          "has(self.min) || has(self.max)",
          "!has(self.min) || self.min >= 0.0 || self.metric == 'delta'",
        ),
        4,
      ),
      progressDeadline: int("self > 0"),
      minReady: int("self >= 0"),
    },
    {
      rule: "!(has(self.minReady) && has(self.progressDeadline)) || self.minReady < self.progressDeadline",
      fieldPath: ".minReady",
    },
    "!has(self.replicas) || self.replicas == 0 || has(self.template)",
  ),
  creates: [
    {
      replicas: 2,
      strategy: { canary: { steps: [{ weight: 10 }, { pause: "1m" }, { weight: 100 }], surge: 1, unavailable: 0 } },
      template: {
        apiVersion: "v1",
        kind: "PodTemplate",
        metadata: { name: "a" },
        spec: { containers: [{ name: "a", image: "x:1", ports: [{ port: 80, protocol: "TCP" }] }] },
      },
      analysis: [{ metric: "a", min: 0.5, max: 1 }],
    },
    {
      replicas: -1,
      strategy: {
        canary: {
          steps: [{ weight: 50, pause: "1s" }, { weight: 20 }, { pause: "1s" }],
          surge: "0%",
          unavailable: 0,
        },
        blueGreen: { active: "a", preview: "a" },
      },
    },
    {
      replicas: 1,
      strategy: {},
      analysis: [{ metric: "a", min: 2, max: 1 }, { metric: "b" }, { metric: "c", min: -1 }],
      progressDeadline: 0,
      minReady: 5,
    },
    { template: { apiVersion: "v1", kind: "Other", metadata: { name: "a.b" } } },
    {
      template: {
        apiVersion: "v1",
        kind: "PodTemplate",
        metadata: { name: "a" },
        spec: {
          containers: [
            {
              name: "a",
              image: "a/b/c/d",
              env: [{ name: "KUBERNETES_X", value: "a", from: "b" }],
              ports: [
                { port: 9999, protocol: "TCP" },
                { port: 0, protocol: "UDP" },
              ],
            },
          ],
        },
      },
    },
    {
      template: { apiVersion: "v1", kind: "PodTemplate", metadata: { name: "a" }, spec: {} },
      strategy: { canary: { surge: "x", unavailable: "1%" } },
      minReady: -1,
    },
    {
      strategy: { blueGreen: { active: "a", preview: "b" } },
      template: {
        apiVersion: "v1",
        kind: "PodTemplate",
        metadata: { name: "a" },
        spec: { containers: [{ name: "a", env: [{ name: "A", value: "b" }] }] },
      },
      progressDeadline: 60,
    },
    {
      strategy: { canary: { steps: [{ weight: 101 }, { pause: "1m" }] } },
      template: { apiVersion: "v1", kind: "PodTemplate", metadata: { name: "a" }, spec: { containers: [] } },
    },
  ],
};
