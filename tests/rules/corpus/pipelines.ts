/** Rules of pipelines. */
import type { RuledDefinition } from "./schema.ts";
import { also, formatted, free, int, keyed, list, map, object, oneOf, set, text, rejected } from "./schema.ts";

export const pipelinesDefinition: RuledDefinition = {
  name: "pipelines",
  spec: object(
    {
      params: keyed(
        ["name"],
        object(
          {
            "name!": text(20, "self.matches('^[a-z]+$')"),
            type: oneOf(["string", "array", "object"]),
            default: also(free(), {}),
            enum: set(text(20), 4),
          },
          "!has(self.enum) || self.type == 'string'",
          "!has(self.enum) || self.enum.size() > 0",
        ),
        5,
      ),
      tasks: keyed(
        ["name"],
        object(
          {
            "name!": text(20),
            ref: text(20),
            spec: free(),
            after: set(text(20), 4),
            when: list(
              object(
                { input: text(30), operator: oneOf(["in", "notin"]), values: set(text(20), 4), cel: text(40) },
                "has(self.cel) != has(self.input)",
                "!has(self.input) || has(self.operator) && has(self.values)",
              ),
              3,
            ),
            timeout: formatted("duration"),
            retries: int("self >= 0"),
          },
          "has(self.ref) != has(self.spec)",
          "!has(self.after) || !(self.name in self.after)",
          "!has(self.retries) || self.retries <= 5",
        ),
        6,
        "self.all(t, !has(t.after) || t.after.all(a, self.exists(o, o.name == a)))",
        { rule: "self.exists(t, !has(t.after) || t.after.size() == 0)", message: "one task must come first" },
      ),
      results: map(text(40, "self.matches('^[$][(]tasks[.]')"), 4),
      timeouts: object(
        { pipeline: formatted("duration"), tasks: formatted("duration"), finally: formatted("duration") },
        "!has(self.tasks) || !has(self.pipeline) || self.tasks <= self.pipeline",
        {
          ...rejected(
            "!(has(self.tasks) && has(self.finally) && has(self.pipeline)) || self.tasks + self.finally <= self.pipeline",
          ),
          messageExpression: "string(self.tasks + self.finally) + ' are more than ' + string(self.pipeline)",
        },
      ),
    },
    "!has(self.results) || has(self.tasks)",
    "!has(self.tasks) || !has(self.timeouts) || !has(self.timeouts.tasks) || self.tasks.all(t, !has(t.timeout) || t.timeout <= self.timeouts.tasks)",
  ),
  creates: [
    {
      params: [{ name: "a", type: "string", enum: ["x"] }],
      tasks: [
        { name: "a", ref: "b" },
        { name: "b", spec: {}, after: ["a"], when: [{ input: "x", operator: "in", values: ["a"] }], timeout: "1m" },
      ],
      results: { a: "$(tasks.a)" },
      timeouts: { pipeline: "1h", tasks: "30m", finally: "30m" },
    },
    {
      params: [{ name: "A", type: "array", enum: [] }],
      tasks: [{ name: "a", after: ["a", "z"], retries: 6, when: [{}, { input: "x" }] }],
      timeouts: { pipeline: "1h", tasks: "50m", finally: "20m" },
    },
    { results: { a: "x" }, timeouts: { pipeline: "1m", tasks: "2m" } },
    { tasks: [{ name: "a", ref: "b", spec: {}, retries: -1, timeout: "1h" }], timeouts: { tasks: "1m" } },
  ],
};
