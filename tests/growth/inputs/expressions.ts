/** CEL expressions: their parser, checker, cost estimation and evaluation. */
import type { GrowingInput } from "../input.ts";
import { json, list } from "../input.ts";
import { definition, gadget, withSpec } from "./gadgets.ts";

const policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";

function policy(expression: string, more: object = {}): ReturnType<typeof json> {
  return json("POST", policies, {
    metadata: { name: "p" },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"], operations: ["CREATE"] }],
      },
      validations: [{ expression }],
      ...more,
    },
  });
}

function expression(name: string, text: (n: number) => string, partsMax = 20_000): GrowingInput {
  return { name: `expression ${name}`, partsMax, request: (n) => policy(text(n)) };
}

/** Less than the 250 levels of recursion that the parser accepts, as that of kube-apiserver. */
const nestingMax = 240;

function nestedComprehensions(levels: number, inner: string): string {
  return `${"[1].all(x, ".repeat(levels)}${inner}${")".repeat(levels)}`;
}

const rules = (rule: string): object => ({
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        list: { type: "array", maxItems: 100_000, items: { type: "string", maxLength: 10 } },
        text: { type: "string", maxLength: 2_000_000 },
      },
      "x-kubernetes-validations": [{ rule }],
    },
  },
});

function evaluated(name: string, rule: string, spec: (n: number) => object, partsMax?: number): GrowingInput {
  return {
    name: `rule ${name}`,
    before: () => [definition(rules(rule))],
    request: (n) => gadget({ spec: spec(n) }),
    ...(partsMax === undefined ? {} : { partsMax }),
  };
}

const items = (n: number): object => ({ list: list(n, (index) => `s${index % 100}`) });

export const expressionInputs: readonly GrowingInput[] = [
  expression("sum", (n) => `${list(n, () => "1").join("+")} > 0`),
  expression("and", (n) => list(n, () => "true").join(" && ")),
  expression("or", (n) => list(n, (index) => `object.metadata.name == "${index}"`).join(" || ")),
  expression("list", (n) => `[${list(n, () => "1").join(",")}].size() > 0`),
  expression("map", (n) => `{${list(n, (index) => `"k${index}": 1`).join(",")}}.size() > 0`),
  expression("membership", (n) => `object.metadata.name in [${list(n, (index) => `"n${index}"`).join(",")}]`),
  expression("parentheses", (n) => `${"(".repeat(n)}true${")".repeat(n)}`),
  expression("open parentheses", (n) => "(".repeat(n)),
  expression("not", (n) => `${"!".repeat(n)}true`),
  expression("minus", (n) => `${"-".repeat(n)}1 > 0`),
  expression("ternaries", (n) => `${"true ? ".repeat(n)}true${" : true".repeat(n)}`),
  expression("selects", (n) => `object${".a".repeat(n)} == 1`),
  expression("indexes", (n) => `object${"[0]".repeat(n)} == 1`),
  expression("calls", (n) => `"a"${".lowerAscii()".repeat(n)} == "a"`),
  expression("string", (n) => `"${"a".repeat(n)}" == "a"`, 500_000),
  expression("escapes", (n) => `"${String.raw`\n`.repeat(n)}" == "a"`, 500_000),
  expression("quotes", (n) => '"'.repeat(n), 500_000),
  expression("digits", (n) => `${"1".repeat(n)} > 1`, 500_000),
  expression("spaces", (n) => `true${" ".repeat(n)}`, 500_000),
  expression("comments", (n) => `${"// a\n".repeat(n)}true`, 200_000),
  expression("long name", (n) => `${"a".repeat(n)} == 1`, 500_000),
  expression("wrong characters", (n) => "#".repeat(n), 100_000),
  expression("wrong names", (n) => list(n, (index) => `x${index}`).join(" && ")),
  expression("wrong types", (n) => list(n, () => '1 == "a"').join(" && ")),
  expression("unfinished operators", (n) => "1 + ".repeat(n)),
  expression("comprehensions", (n) => list(n, () => "[1].all(x, x > 0)").join(" && "), 5000),
  // Deeper ones are rejected by the parser: their costs do not compare with those of accepted ones.
  expression("nested comprehensions", (n) => nestedComprehensions(n, "true"), nestingMax),
  expression(
    "nested comprehensions with variables",
    (n) => nestedComprehensions(n, "x == 1 && object != null"),
    nestingMax,
  ),
  expression(
    "names in nested comprehensions",
    (n) => nestedComprehensions(nestingMax, list(n, () => "object != null").join(" && ")),
    2000,
  ),
  expression("comprehensions nested too deeply", (n) => nestedComprehensions(nestingMax + 20 + n, "true")),
  expression("concatenations", (n) => `${list(n, () => '"a"').join(" + ")} == "a"`),
  expression("optional chain", (n) => `object${".?a".repeat(n)}.hasValue()`),
  expression("commas", (n) => `[${",".repeat(n)}]`, 100_000),
  {
    name: "policy validations",
    partsMax: 5000,
    request: (n) =>
      policy("true", { validations: list(n, (index) => ({ expression: `object.metadata.name != "${index}"` })) }),
  },
  {
    name: "policy variables",
    request: (n) =>
      policy("true", {
        variables: list(n, (index) => ({
          name: `v${index}`,
          expression: index === 0 ? "1" : `variables.v${index - 1} + 1`,
        })),
      }),
  },
  {
    name: "policy equal variables",
    partsMax: 5000,
    request: (n) => policy("true", { variables: list(n, () => ({ name: "v", expression: "1" })) }),
  },
  {
    name: "policy match conditions",
    partsMax: 2000,
    request: (n) =>
      policy("true", { matchConditions: list(n, (index) => ({ name: `m${index}`, expression: "true" })) }),
  },
  {
    name: "policy audit annotations",
    partsMax: 2000,
    request: (n) =>
      policy("true", { auditAnnotations: list(n, (index) => ({ key: `m${index}`, valueExpression: "'a'" })) }),
  },
  evaluated("all", "self.list.all(x, x != 'y')", items),
  evaluated("map", "self.list.map(x, x + 'a').size() >= 0", items),
  evaluated("filter", "self.list.filter(x, x == 'a').size() >= 0", items),
  evaluated("exists_one", "!self.list.exists_one(x, x == 'zz')", items),
  evaluated("join", "self.list.join(',').size() >= 0", items),

  evaluated("isSorted", "self.list.isSorted() || true", items),
  evaluated("concatenation of lists", "(self.list + self.list).size() >= 0", items),
  evaluated("equality of lists", "self.list + self.list == self.list || true", items),
  evaluated("membership", "!('zz' in self.list)", items),
  evaluated("indexOf", "self.list.indexOf('zz') == -1", items),
  evaluated("reverse", "self.list.reverse().size() >= 0", items),
  evaluated("split", "self.text.split('a').size() >= 0", (n) => ({ text: "ab".repeat(n) })),
  evaluated("replace", "self.text.replace('a', 'b').size() >= 0", (n) => ({ text: "ab".repeat(n) })),
  evaluated("matches", "!self.text.matches('(a+)+c')", (n) => ({ text: "ab".repeat(n) })),
  evaluated("matches with many starts", "!self.text.matches('a*c')", (n) => ({ text: "a".repeat(n) })),
  evaluated("find all", "self.text.findAll('a').size() >= 0", (n) => ({ text: "ab".repeat(n) })),
  evaluated("size of a text", "self.text.size() >= 0", (n) => ({ text: "ä".repeat(n) })),
  evaluated("substring", "self.text.substring(0, 1) != 'x'", (n) => ({ text: "ä".repeat(n) })),
  evaluated("contains", "!self.text.contains('aaaab')", (n) => ({ text: "a".repeat(n) })),
  evaluated("lastIndexOf", "self.text.lastIndexOf('b') == -1", (n) => ({ text: "a".repeat(n) })),
  evaluated("trim", "self.text.trim() != 'x'", (n) => ({ text: " ".repeat(n) })),
  evaluated("quantity", "!isQuantity(self.text)", (n) => ({ text: "1".repeat(n) })),
  evaluated("semver", "!isSemver(self.text)", (n) => ({ text: "1.".repeat(n) })),
  evaluated("url", "!isURL(self.text)", (n) => ({ text: "a/".repeat(n) })),
  evaluated("ip", "!isIP(self.text)", (n) => ({ text: "1:".repeat(n) })),
  evaluated("int of a text", "self.text == '' || true || int(self.text) > 0", (n) => ({ text: "1".repeat(n) })),
  evaluated("duration of a text", "type(self.text) == string || duration(self.text) > duration('1s')", (n) => ({
    text: "1s".repeat(n),
  })),

  {
    name: "rules over many objects",
    before: () => [
      definition(
        withSpec({
          list: {
            type: "array",
            maxItems: 20_000,
            items: {
              type: "object",
              properties: { a: { type: "string", maxLength: 10 } },
              "x-kubernetes-validations": [{ rule: "self.a != 'x'" }],
            },
          },
        }),
      ),
    ],
    partsMax: 20_000,
    request: (n) => gadget({ spec: { list: list(n, (index) => ({ a: `s${index}` })) } }),
  },
];
