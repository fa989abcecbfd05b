// Field selectors: `metadata.name=a,status.phase!=Running`. Values may contain `,`, `=` and `\` after a backslash. The
// server defines the selectable fields of a kind.
// https://kubernetes.io/docs/concepts/overview/working-with-objects/field-selectors/

import { SelectorSyntaxError } from "./errors.ts";

/** A condition on a field. `==` is parsed as `=`. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: "=" | "!=";
  readonly value: string;
}

/**
 * Parses a field selector. An empty string selects everything.
 *
 * @throws {SelectorSyntaxError} with the message of kube-apiserver.
 */
export function parseFieldSelector(text: string): readonly FieldRequirement[] {
  return splitTerms(text)
    .toSorted()
    .filter((term) => term !== "")
    .map((term) => parseTerm(term, text));
}

/** Whether all requirements hold. `read` returns the value of a field. As in kube-apiserver, an absent field is an empty string. */
export function matchesFields(
  requirements: readonly FieldRequirement[],
  read: (field: string) => string | undefined,
): boolean {
  return requirements.every(({ field, operator, value }) => ((read(field) ?? "") === value) === (operator === "="));
}

/** Formats a field selector with escaped values. */
export function formatFieldSelector(requirements: readonly FieldRequirement[]): string {
  return requirements
    .map(({ field, operator, value }) => `${field}${operator}${value.replace(/[\\,=]/g, String.raw`\$&`)}`)
    .join(",");
}

function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++; // The character after a backslash is part of the value.
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
        // kube-apiserver prints the number of the character here.
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
