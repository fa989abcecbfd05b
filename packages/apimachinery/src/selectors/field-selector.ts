// Field selectors: `metadata.name=a,status.phase!=Running`. Values may hold `,`, `=` and `\` after a backslash. Which
// fields a kind offers is up to its server.
// https://kubernetes.io/docs/concepts/overview/working-with-objects/field-selectors/

import { SelectorSyntaxError } from "./errors.ts";

/** A condition on one field. `==` is read as `=`. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: "=" | "!=";
  readonly value: string;
}

/**
 * Parses a field selector; an empty text selects everything.
 *
 * @throws {SelectorSyntaxError} with a kube-apiserver's message.
 */
export function parseFieldSelector(text: string): readonly FieldRequirement[] {
  return splitTerms(text)
    .toSorted()
    .filter((term) => term !== "")
    .map((term) => parseTerm(term, text));
}

/** Whether all requirements hold. `read` gives a field's value; an absent field is an empty text, as upstream. */
export function matchesFields(
  requirements: readonly FieldRequirement[],
  read: (field: string) => string | undefined,
): boolean {
  return requirements.every(({ field, operator, value }) => ((read(field) ?? "") === value) === (operator === "="));
}

/** The text of a field selector, values escaped. */
export function formatFieldSelector(requirements: readonly FieldRequirement[]): string {
  return requirements
    .map(({ field, operator, value }) => `${field}${operator}${value.replace(/[\\,=]/g, String.raw`\$&`)}`)
    .join(",");
}

function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++; // Whatever comes after a backslash is part of the value.
    else if (text[at] === ",") {
      terms.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...terms, text.slice(start)];
}

function parseTerm(term: string, selector: string): FieldRequirement {
  const operator = /!=|==|=/.exec(term);
  if (operator === null) throw new SelectorSyntaxError(`invalid selector: '${selector}'; can't understand '${term}'`);
  return {
    field: term.slice(0, operator.index),
    operator: operator[0] === "!=" ? "!=" : "=",
    value: unescape(term.slice(operator.index + operator[0].length)),
  };
}

function unescape(value: string): string {
  let unescaped = "";
  const characters = value[Symbol.iterator]();
  for (const character of characters) {
    if (character === "," || character === "=") {
      throw new SelectorSyntaxError(
        // Upstream prints the character's number here.
        `invalid field selector: unescaped character in value: ${character.charCodeAt(0)}`,
      );
    }
    if (character !== "\\") {
      unescaped += character;
      continue;
    }
    const escaped: string = characters.next().value ?? "";
    if (escaped === "" || !"\\,=".includes(escaped)) {
      throw new SelectorSyntaxError(`invalid field selector: invalid escape sequence: \\${escaped}`);
    }
    unescaped += escaped;
  }
  return unescaped;
}
