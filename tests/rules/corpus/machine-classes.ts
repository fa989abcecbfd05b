/** Rules of machine classes. */
import type { RuledDefinition } from "./schema.ts";
import { flag, formatted, int, list, map, object, oneOf, text, rejected } from "./schema.ts";

export const machineClassesDefinition: RuledDefinition = {
  name: "machine-classes",
  spec: object({
    architecture: oneOf(["amd64", "arm64"], "self == oldSelf"),
    devices: list(
      object({
        name: text(20),
        volume: object(
          {
            size: text(
              12,
              "isQuantity(self)",
              "!isQuantity(self) || quantity(self).compareTo(quantity('1Gi')) >= 0",
              rejected("!isQuantity(self) || quantity(self).sub(quantity('64Ti')).sign() <= 0"),
            ),
            type: oneOf(["io1", "gp3"]),
            iops: int(),
            throughput: int("self >= 125"),
          },
          "has(self.iops) ? self.type == 'io1' || self.iops <= 16000 : true",
          "!has(self.throughput) || self.type == 'gp3'",
        ),
        root: flag(),
      }),
      5,
      { rule: "self.filter(d, has(d.root) ? d.root : false).size() <= 1", message: "one device may be the root" },
      "self.all(d, has(d.volume) || has(d.name))",
      "self.map(d, has(d.name), d.name).all(n, self.exists_one(d, has(d.name) && d.name == n))",
    ),
    images: list(
      object(
        {
          id: text(30),
          alias: text(
            30,
            { rule: "self.matches('^[a-z0-9]+@.+$')", message: "alias is family@version" },
            "self.find('^[^@]+') in ['al2023', 'bottle', 'windows2022']",
            "self.find('^[^@]+') != 'windows2022' || self.find('[^@]+$') == 'latest'",
          ),
          tags: map(text(20), 4, "self.all(k, k != '')", "self.all(k, self[k] != '' || k == '*')"),
        },
        {
          rule: "has(self.id) || has(self.alias) || has(self.tags)",
          message: "expected one of id, alias, tags",
          reason: "FieldValueRequired",
        },
        "!has(self.id) || !has(self.tags)",
      ),
      4,
      "!self.exists(i, has(i.alias)) || self.size() == 1",
    ),
    kubelet: object(
      {
        maxPods: int("self >= 0"),
        reserved: map(
          text(10, "isQuantity(self)", "!isQuantity(self) || !quantity(self).isLessThan(quantity('0'))"),
          4,
          "self.all(x, x in ['cpu', 'memory', 'pid'])",
        ),
        soft: map(text(10), 3),
        grace: map(formatted("duration"), 3),
        high: int("self >= 0 && self <= 100"),
        low: int(),
      },
      "has(self.high) && has(self.low) ? self.high > self.low : true",
      "has(self.soft) ? has(self.grace) && self.soft.all(e, e in self.grace) : true",
      "has(self.grace) ? has(self.soft) && self.grace.all(e, e in self.soft) : true",
    ),
    version: text(
      20,
      "isSemver(self)",
      "!isSemver(self) || semver(self).major() >= 1",
      "!isSemver(self) || !isSemver(oldSelf) || semver(self).compareTo(semver(oldSelf)) >= 0",
    ),
  }),
  creates: [
    {
      architecture: "amd64",
      devices: [{ name: "a", volume: { size: "20Gi", type: "gp3", throughput: 125 }, root: true }],
      images: [{ alias: "al2023@latest" }],
      kubelet: { high: 80, low: 20 },
      version: "1.2.3",
    },
    {
      devices: [
        { root: true },
        { root: true, name: "a", volume: { size: "1Mi", type: "gp3", iops: 20000 } },
        { name: "a", volume: { size: "x", type: "io1", throughput: 1 } },
      ],
    },
    { images: [{ alias: "windows2022@v1" }, {}, { id: "x", tags: { "": "a", "*": "", b: "" } }], version: "0.1.0" },
    {
      images: [{ alias: "x" }],
      kubelet: {
        maxPods: -1,
        reserved: { disk: "1", cpu: "-1", pid: "?" },
        soft: { a: "1" },
        grace: { b: "1s" },
        high: 20,
        low: 20,
      },
      version: "v1",
    },
    { devices: [{ volume: { size: "65Ti" } }] },
    { images: [{ tags: { a: "b" } }], kubelet: { maxPods: 10, reserved: { cpu: "1" }, high: 101 } },
  ],
  updates: [
    {
      from: { architecture: "amd64", version: "1.10.0" },
      to: [
        { architecture: "arm64" },
        { version: "1.9.9" },
        { version: "1.10.0-rc.1" },
        { version: "2.0.0", architecture: null },
      ],
    },
  ],
};
