/** Rules of releases. */
import type { RuledDefinition } from "./schema.ts";
import { flag, formatted, free, int, list, object, oneOf, text, rejected } from "./schema.ts";

export const releasesDefinition: RuledDefinition = {
  name: "releases",
  spec: object(
    {
      chart: object(
        {
          "name!": text(40, "self.matches('^[a-z0-9-/]+$')"),
          version: text(20, "self == 'latest' || isSemver(self, true)", {
            rule: "self == 'latest' || !isSemver(self, true) || semver(self, true).isGreaterThan(semver('0.1.0'))",
            message: "is too old",
          }),
          repo: text(
            60,
            "self.startsWith('oci://') || (isURL(self) && url(self).getScheme().startsWith('http'))",
            "!isURL(self) || !self.contains('@')",
            "!isURL(self) || url(self).getEscapedPath() == '' || url(self).getEscapedPath().startsWith('/')",
          ),
        },
        "!has(self.repo) || !self.repo.startsWith('oci://') || has(self.version)",
      ),
      values: free(),
      source: free(
        rejected("!has(self.kind) || self.kind in ['Git', 'Bucket']"),
        rejected("has(self.name) || has(self.kind)"),
      ),
      interval: formatted("duration", "self >= duration('10s')", {
        ...rejected("self.getMinutes() < 60 * 24"),
        messageExpression: "string(self) + ' is more than a day'",
      }),
      target: object(
        { namespace: text(63, "!self.startsWith('kube-')", "self == oldSelf"), name: text(53, "self.size() > 0") },
        {
          rule: "!has(oldSelf.namespace) || has(self.namespace)",
          reason: "FieldValueForbidden",
          message: "namespace cannot be removed",
        },
      ),
      dependsOn: list(
        object({ "name!": text(40), ready: text(60) }),
        6,
        "self.map(d, d.name).distinct().size() == self.size()",
        "self.all(d, !has(d.ready) || d.ready != '')",
      ),
      install: object({ retries: int("self >= -1"), crds: oneOf(["Skip", "Create", "CreateReplace"]) }),
      upgrade: object(
        { retries: int(), crds: oneOf(["Skip", "Create", "CreateReplace"]), force: flag() },
        "!has(self.force) || !self.force || (has(self.crds) && self.crds != 'Create')",
      ),
      history: int("self == 0 || self >= 2"),
    },
    { rule: "has(self.chart) != has(self.source)", message: "set either chart or source" },
    "!(has(self.install) && has(self.upgrade)) || self.install.?retries.orValue(0) <= self.upgrade.?retries.orValue(0)",
    "self.?install.?crds.orValue('Skip') == 'Skip' || self.?upgrade.?crds.hasValue()",
    {
      rule: "self.?chart.?version.orValue('x') != 'latest' || !has(self.interval)",
      fieldPath: ".interval",
      reason: "FieldValueForbidden",
    },
    { ...rejected("self.?chart.?name == oldSelf.?chart.?name"), message: "the chart is immutable" },
  ),
  creates: [
    {
      chart: { name: "a/b", version: "v1.2", repo: "https://x/charts" },
      interval: "1m",
      target: { namespace: "a", name: "b" },
      dependsOn: [{ name: "c" }],
      install: { retries: 1, crds: "Create" },
      upgrade: { retries: 1, crds: "Skip" },
      values: { a: { b: [1] } },
    },
    {
      chart: { name: "A", version: "x", repo: "git@x" },
      source: { kind: "Svn" },
      interval: "48h",
      target: { namespace: "kube-a", name: "" },
      history: 1,
    },
    {
      source: {},
      interval: "1s",
      dependsOn: [{ name: "a", ready: "" }, { name: "a" }],
      install: { retries: 5, crds: "Create" },
      upgrade: { force: true },
    },
    { chart: { name: "a", version: "0.0.1", repo: "http://u:p@h/" }, install: { retries: -2 } },
    { chart: { name: "a", version: "latest", repo: "oci://x" }, interval: "10s", install: { crds: "Create" } },
    { chart: { name: "a", repo: "oci://x" } },
    { chart: { name: "a", repo: "*" }, history: 2 },
  ],
  updates: [
    {
      from: { chart: { name: "a" }, target: { namespace: "x" } },
      to: [
        { chart: { name: "b" } },
        { target: { namespace: "y" } },
        { target: { namespace: null } },
        { chart: null, source: { name: "z" } },
      ],
    },
  ],
};
