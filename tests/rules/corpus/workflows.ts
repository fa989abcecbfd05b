/** Rules of workflows. */
import type { RuledDefinition } from "./schema.ts";
import { flag, formatted, int, intOrString, keyed, list, map, object, text, rejected } from "./schema.ts";

export const workflowsDefinition: RuledDefinition = {
  name: "workflows",
  spec: object(
    {
      entrypoint: text(30),
      templates: keyed(
        ["name"],
        object(
          {
            "name!": text(30),
            container: object({
              "image!": text(60, "!self.endsWith(':latest')", "self.contains(':') || self.contains('@sha256:')"),
            }),
            script: text(60),
            steps: list(list(text(30), 4), 4, "self.all(group, group.size() > 0)"),
            retries: intOrString("type(self) == int ? self >= 0 : self == 'unlimited'"),
          },
          {
            rule: "[has(self.container), has(self.script), has(self.steps)].exists_one(b, b)",
            message: "a template has one type",
          },
          "!has(self.retries) || !has(self.steps)",
        ),
        8,
        "self.all(t, !has(t.steps) || t.steps.flatten().all(s, self.exists(o, o.name == s)))",
        "self.all(t, !has(t.steps) || !t.steps.flatten().exists(s, s == t.name))",
      ),
      arguments: map(text(40), 6, "self.all(k, k.matches('^[a-zA-Z_][a-zA-Z0-9_-]*$'))"),
      parallelism: int("self > 0", "self <= 100"),
      deadline: formatted("duration", "self.getSeconds() >= 10"),
      ttl: object(
        { success: int("self >= 0"), failure: int("self >= 0") },
        "!(has(self.success) && has(self.failure)) || self.success <= self.failure",
      ),
      suspend: flag({ rule: "!self || !oldSelf", message: "is suspended already" }),
      priority: int("self >= -10", "self <= 10", {
        ...rejected("self - oldSelf <= 5 && oldSelf - self <= 5"),
        messageExpression: "'changes by ' + string(self > oldSelf ? self - oldSelf : oldSelf - self)",
      }),
    },
    {
      rule: "!has(self.entrypoint) || (has(self.templates) && self.templates.exists(t, t.name == self.entrypoint))",
      messageExpression: "'no template ' + strings.quote(self.entrypoint)",
      fieldPath: ".entrypoint",
    },
    "!has(self.templates) || has(self.entrypoint)",
    "!has(self.parallelism) || !has(self.templates) || self.parallelism <= self.templates.size() * 10",
  ),
  creates: [
    {
      entrypoint: "a",
      templates: [
        { name: "a", steps: [["b"]] },
        { name: "b", container: { image: "x:1" } },
      ],
      arguments: { x: "1" },
      parallelism: 5,
      deadline: "1m",
      ttl: { success: 1, failure: 2 },
    },
    {
      entrypoint: "z",
      templates: [
        { name: "a", steps: [["a", "q"], []], retries: "many" },
        { name: "b", container: { image: "x:latest" }, script: "y" },
        { name: "c", container: { image: "x" }, retries: -1 },
      ],
    },
    { arguments: { "1a": "" }, parallelism: 101, deadline: "5s", ttl: { success: 3, failure: 2 }, priority: 11 },
    { templates: [{ name: "a", script: "x" }], parallelism: 0, ttl: { success: -1, failure: -1 }, priority: -11 },
    { templates: [], entrypoint: "", parallelism: 1 },
    { entrypoint: "a", templates: [{ name: "a", script: "b", retries: "unlimited" }] },
  ],
  updates: [
    {
      from: { suspend: true, priority: 0 },
      to: [{ suspend: false }, { priority: 9 }, { priority: 5, suspend: false }],
    },
  ],
};
