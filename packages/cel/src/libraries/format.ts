// The named formats of Kubernetes: `!format.dns1123Label().validate(self.name).hasValue()`.

import {
  isDate,
  isLabelValue,
  isQualifiedName,
  nameIsDns1035Label,
  nameIsDnsLabel,
  nameIsDnsSubdomain,
} from "@kubewright/apimachinery";
import { formatCheckOf } from "@kubewright/schema";
import { declare, member, overload } from "../checking/declarations.ts";
import type { CelType } from "../types/type.ts";
import { listOf, optionalOf, stringType, structType } from "../types/type.ts";
import { ArrayList } from "../values/containers.ts";
import type { Value } from "../values/value.ts";
import type { CelError } from "../values/value.ts";
import { none, noSuchOverload, OpaqueValue, Optional } from "../values/value.ts";
import type { Library } from "./library.ts";
import { requestUriProblem } from "./url.ts";

const formatType = structType("kubernetes.NamedFormat");

class FormatValue extends OpaqueValue {
  override readonly goType = "cel.Format";
  override readonly type: CelType = formatType;
  readonly name: string;
  readonly #patternSize: number;
  readonly problems: (text: string) => readonly string[];

  constructor(name: string, patternSize: number, problems: (text: string) => readonly string[]) {
    super();
    this.name = name;
    this.#patternSize = patternSize;
    this.problems = problems;
  }

  override get patternSize(): number {
    return this.#patternSize;
  }

  override equals(other: Value): boolean | CelError {
    return other instanceof FormatValue ? this.name === other.name : noSuchOverload();
  }
}

function named(format: string, problem: string): (text: string) => readonly string[] {
  return (text) => (formatCheckOf(format)?.(text) === true ? [] : [problem]);
}

const dateTimePatternSize = 71;

const formats: ReadonlyMap<string, FormatValue> = new Map([
  ["dns1123Label", new FormatValue("DNS1123Label", 30, (text) => nameIsDnsLabel(text, false))],
  ["dns1123Subdomain", new FormatValue("DNS1123Subdomain", 60, (text) => nameIsDnsSubdomain(text, false))],
  ["dns1035Label", new FormatValue("DNS1035Label", 30, (text) => nameIsDns1035Label(text, false))],
  ["qualifiedName", new FormatValue("QualifiedName", 60, isQualifiedName)],
  ["dns1123LabelPrefix", new FormatValue("DNS1123LabelPrefix", 30, (text) => nameIsDnsLabel(text, true))],
  ["dns1123SubdomainPrefix", new FormatValue("DNS1123SubdomainPrefix", 60, (text) => nameIsDnsSubdomain(text, true))],
  ["dns1035LabelPrefix", new FormatValue("DNS1035LabelPrefix", 30, (text) => nameIsDns1035Label(text, true))],
  ["labelValue", new FormatValue("LabelValue", 40, isLabelValue)],
  ["uri", new FormatValue("URI", 1103, uriProblems)],
  ["uuid", new FormatValue("uuid", 70, named("uuid", "does not match the UUID format"))],
  ["byte", new FormatValue("byte", 84, named("byte", "invalid base64"))],
  ["date", new FormatValue("date", dateTimePatternSize, (text) => (isDate(text) ? [] : ["invalid date"]))],
  ["datetime", new FormatValue("datetime", dateTimePatternSize, named("datetime", "invalid datetime"))],
]);

function uriProblems(text: string): readonly string[] {
  const problem = requestUriProblem(text);
  return problem === undefined ? [] : [problem];
}

/** `format.named("uuid")`, `format.uuid()` and their `validate`. */
export const formatLibrary: Library = {
  name: "kubernetes format",
  functions: [
    declare(
      "validate",
      member(
        "format-validate",
        [formatType, stringType],
        optionalOf(listOf(stringType)),
        (format: Value, text: Value) => {
          if (!(format instanceof FormatValue) || typeof text !== "string") return noSuchOverload();
          const problems = format.problems(text);
          return problems.length === 0 ? none : new Optional(new ArrayList([...problems]));
        },
      ),
    ),
    declare(
      "format.named",
      overload("format-named", [stringType], optionalOf(formatType), (name: Value) => {
        const found = typeof name === "string" ? formats.get(name) : undefined;
        return found === undefined ? none : new Optional(found);
      }),
    ),
    ...Array.from(formats, ([name, format]) =>
      declare(
        `format.${name}`,
        overload(`format.${name}`, [], formatType, () => format),
      ),
    ),
  ],
};
