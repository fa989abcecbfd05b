/** Rules of image policies. */
import type { RuledDefinition } from "./schema.ts";
import { formatted, list, object, oneOf, set, text } from "./schema.ts";

export const imagePoliciesDefinition: RuledDefinition = {
  name: "image-policies",
  spec: object(
    {
      registries: set(
        text(40),
        5,
        "self.all(r, !r.contains('://'))",
        "self.all(r, r.split('/')[0].contains('.') || r.startsWith('localhost'))",
      ),
      keys: list(
        object(
          { name: text(20), data: formatted("byte"), url: text(60) },
          "has(self.data) != has(self.url)",
          "!has(self.url) || isURL(self.url)",
          "!has(self.data) || size(self.data) >= 8",
        ),
        4,
        "self.all(k, has(k.name))",
      ),
      mode: oneOf(["Enforce", "Warn"], {
        rule: "!(oldSelf == 'Enforce' && self == 'Warn')",
        message: "cannot be weakened",
      }),
      digest: text(
        80,
        "self.matches('^sha256:[a-f0-9]{4}')",
        "self.substring(0, 7) == 'sha256:'",
        "self.size() < 20 || self.substring(7, 11) != '0000'",
      ),
      match: text(40, "self.replace('*', '').size() > 0", "self.split('*', 3).size() <= 2"),
      excluded: list(
        text(30),
        4,
        "self.all(e, !e.matches('\\\\s'))",
        "self.join('|').size() < 60",
        "self.indexOf('kube-system') == 0 || !('kube-system' in self)",
        "self.lastIndexOf('a') == self.indexOf('a')",
      ),
    },
    "!has(self.mode) || self.mode != 'Enforce' || has(self.keys)",
  ),
  creates: [
    {
      registries: ["ghcr.io/a"],
      keys: [{ name: "k", data: "YWFhYWFhYWE=" }],
      mode: "Enforce",
      digest: "sha256:abcd",
      match: "a*",
      excluded: ["kube-system", "a"],
    },
    {
      registries: ["https://x", "docker/a"],
      keys: [
        { data: "YQ==", url: "x" },
        { name: "a", url: ":" },
      ],
      digest: "sha512:",
      match: "*",
    },
    {
      mode: "Enforce",
      digest: "sha256:0000aaaaaaaaaaaaaaaaa",
      match: "a*b*c*d",
      excluded: ["a", "kube-system", "b c", "a"],
    },
    { excluded: ["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"] },
  ],
  updates: [{ from: { mode: "Enforce", keys: [] }, to: [{ mode: "Warn" }, { keys: null }] }],
};
