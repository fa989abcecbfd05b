// Descriptions as comments that editors show.

const columnsMax = 120;

/** The comment with this indent and its line break: one line if it fits, wrapped otherwise. Empty without a description. */
export function docComment(description: string | undefined, indent: string): string {
  if (description === undefined) return "";
  const line = `${indent}/** ${description} */`;
  if (line.length <= columnsMax) return `${line}\n`;
  const lines: string[] = [];
  for (const word of description.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columnsMax) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${indent} * ${word}`);
  }
  return `${indent}/**\n${lines.join("\n")}\n${indent} */\n`;
}
