// The names of fields in expressions. A field whose name is not an identifier is written in an escaped form: `__namespace__`,
// `a__dot__b`. https://kubernetes.io/docs/reference/using-api/cel/#escaping

const reserved: ReadonlySet<string> = new Set(
  ["true", "false", "null", "in", "as", "break", "const", "continue", "else", "for", "function", "if"].concat([
    "import",
    "let",
    "loop",
    "package",
    "namespace",
    "return",
    "var",
    "void",
    "while",
  ]),
);
const escapes: ReadonlyMap<string, string> = new Map([
  ["__", "__underscores__"],
  [".", "__dot__"],
  ["-", "__dash__"],
  ["/", "__slash__"],
]);
const unescapes: ReadonlyMap<string, string> = new Map(Array.from(escapes, ([text, escaped]) => [escaped, text]));

/** Whether the language uses the word itself. */
export function isReservedName(name: string): boolean {
  return reserved.has(name);
}

/** The escaped name of a field in expressions; `undefined` if the name cannot be escaped, so that expressions cannot read the field. */
export function escapeName(name: string): string | undefined {
  if (!/^[A-Za-z_./-][\w./-]*$/.test(name)) return undefined;
  if (name === "" || /^\d/.test(name)) return undefined;
  if (reserved.has(name)) return `__${name}__`;
  if (/^[A-Za-z0-9_]*$/.test(name) && !name.includes("__")) return name;
  if (/[^A-Za-z0-9_./-]/.test(name)) return undefined;
  return name.replaceAll(/__|[-./]/g, (part) => escapes.get(part) ?? part);
}

/** The field for a name in an expression; `undefined` if the name is not a valid escape. */
export function unescapeName(name: string): string | undefined {
  if (!name.includes("__")) return name;
  let isValid = true;
  const unescaped = name.replaceAll(/__[^_]+__/g, (part) => {
    const text = unescapes.get(part);
    if (text !== undefined) return text;
    const word = part.slice(2, -2);
    // A reserved word is escaped as a whole name only.
    if (!reserved.has(word) || part.length !== name.length) isValid = false;
    return word;
  });
  return isValid ? unescaped : undefined;
}
