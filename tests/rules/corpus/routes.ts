/** Rules of routes. */
import type { RuledDefinition } from "./schema.ts";
import { formatted, int, list, object, oneOf, set, text, rejected } from "./schema.ts";

export const routesDefinition: RuledDefinition = {
  name: "routes",
  spec: object({
    rules: list(
      object(
        {
          paths: list(
            object(
              { type: oneOf(["Exact", "PathPrefix", "RegularExpression"]), value: text(80) },
              "self.type == 'RegularExpression' || self.value.startsWith('/')",
              "self.type == 'RegularExpression' || !self.value.contains('//')",
              "self.type == 'RegularExpression' || !['/./', '/../', '%2f', '#'].exists(part, self.value.contains(part))",
              "self.type == 'RegularExpression' || !self.value.endsWith('/..')",
            ),
            4,
          ),
          weights: list(int("self >= 0", "self <= 1000"), 4, "self.size() == 0 || self.sum() > 0"),
          timeout: formatted("duration", "self > duration('0s')", {
            ...rejected("self <= duration('1h')"),
            messageExpression: "'timeout of ' + string(self.getSeconds()) + ' seconds'",
          }),
          backendTimeout: formatted("duration"),
          filters: list(
            object(
              {
                "type!": oneOf(["Redirect", "Rewrite", "Mirror"]),
                redirect: object(
                  { scheme: text(10), port: int(), code: int("self in [301, 302, 307]") },
                  "!has(self.port) || has(self.scheme)",
                ),
                rewrite: object({ path: text(20) }),
                percent: int("self >= 0 && self <= 100"),
              },
              "!(has(self.redirect) && self.type != 'Redirect')",
              "!(!has(self.redirect) && self.type == 'Redirect')",
              "!(has(self.rewrite) && self.type != 'Rewrite')",
            ),
            4,
            "!(self.exists(f, f.type == 'Redirect') && self.exists(f, f.type == 'Rewrite'))",
            "self.filter(f, f.type == 'Redirect').size() <= 1",
          ),
        },
        "!(has(self.timeout) && has(self.backendTimeout)) || self.backendTimeout <= self.timeout",
        { rule: "has(self.paths) || has(self.filters)", reason: "FieldValueRequired" },
      ),
      4,
    ),
    hostnames: set(
      text(60),
      4,
      "self.all(h, h == '*' || !h.startsWith('*') || h.startsWith('*.'))",
      "!('*' in self) || self.size() == 1",
    ),
  }),
  creates: [
    {
      rules: [{ paths: [{ type: "Exact", value: "/a" }], timeout: "10s", backendTimeout: "5s", weights: [1, 2] }],
      hostnames: ["*.a", "b"],
    },
    {
      rules: [
        {
          paths: [
            { type: "Exact", value: "a" },
            { type: "PathPrefix", value: "//x" },
            { type: "PathPrefix", value: "/a/../b" },
            { type: "Exact", value: "/.." },
          ],
        },
      ],
    },
    {
      rules: [
        { weights: [0, 0], timeout: "0s" },
        { weights: [-1, 2000], paths: [], timeout: "2h", backendTimeout: "3h" },
      ],
    },
    {
      rules: [
        {
          filters: [
            { type: "Redirect", redirect: { port: 1, code: 303 } },
            { type: "Rewrite", redirect: { scheme: "a" } },
            { type: "Redirect" },
            { type: "Mirror", rewrite: {}, percent: 101 },
          ],
        },
      ],
    },
    { hostnames: ["*", "*x"] },
    {
      rules: [
        {
          filters: [
            { type: "Redirect", redirect: { scheme: "https", code: 301 } },
            { type: "Mirror", percent: 5 },
          ],
        },
      ],
    },
  ],
};
