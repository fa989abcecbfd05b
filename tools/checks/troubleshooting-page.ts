// The topics of docs/troubleshooting.md, from which the modules of the logger and of `kubewright troubleshoot` are generated.

export interface Topic {
  /** As in `<a id="kind-not-installed"></a>`. */
  readonly id: string;
  /** The heading of the section. */
  readonly section: string;
  /** "…" is a value. */
  readonly message: string;
  /** The cause and the remedy, as Markdown. */
  readonly text: string;
}

/** All topics. A message without an id has the id "". */
export function topicsOf(page: string): readonly Topic[] {
  return page
    .split(/^## /mu)
    .slice(1)
    .flatMap((section) => {
      const [heading = ""] = section.split("\n", 1);
      return Array.from(
        section.matchAll(/(?:^<a id="([a-z-]*)"><\/a>\n\n)?^### `(.+)`\n\n([^]*?)(?=^<a id=|^### |(?![^]))/gmu),
        ([, id = "", message = "", text = ""]) => ({ id, section: heading, message, text: text.trim() }),
      );
    });
}

/** The module of the logger: the message of each topic. */
export function messagesModule(topics: readonly Topic[]): string {
  const messages = Object.fromEntries(topics.map(({ id, message }) => [id, message.replace(/…$/u, "")]));
  return `${generated}export const troubleshootingMessages: { readonly [topic: string]: string } = ${print(messages)};\n`;
}

/** The module of the command: the topics as text for a terminal. */
export function topicsModule(topics: readonly Topic[]): string {
  const printed = topics.map(({ id, section, message, text }) => ({ id, section, message, text: plain(text) }));
  return `${generated}export const troubleshootingTopics: readonly {
  readonly id: string;
  readonly section: string;
  readonly message: string;
  readonly text: string;
}[] = ${print(printed)};\n`;
}

const generated =
  "// Generated from docs/troubleshooting.md by `vitest run tools/checks/troubleshooting.test.ts -u`; do not edit.\n";

function print(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

/** Markdown without links and bold words. The addresses of other pages follow their names. */
function plain(text: string): string {
  return text
    .replaceAll(/\[([^\]]+)\]\(([^)]+)\)/gu, (_link, label: string, address: string) => `${label} (docs/${address})`)
    .replaceAll(/\*\*(Cause|What to do)\.\*\*/gu, "$1:")
    .replaceAll(/(?<!\n)\n(?!\n)/gu, " ");
}
