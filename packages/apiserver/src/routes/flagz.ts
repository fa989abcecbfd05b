/** The page `/flagz`: the options of the server, under the names of kube-apiserver's flags. */
import type { Random } from "@kubewright/async";
import type { ZPage } from "./z-pages.ts";
import { randomSeparator } from "./z-pages.ts";

/** Values by the names of flags, without `--`. No value is a secret. */
export type Flags = Readonly<Record<string, string>>;

/** The page of a server. Its text does not change while the server runs. */
export function flagzPage(flags: Flags, random: Random): ZPage {
  const sorted = Object.entries(flags).sort(([one], [other]) => (one < other ? -1 : 1));
  let text: string | undefined;
  return {
    kind: "Flagz",
    text: () => (text ??= flagsText(sorted, randomSeparator(random))),
    fields: () => (sorted.length === 0 ? {} : { flags: Object.fromEntries(sorted) }),
  };
}

/** The value of a flag that is a list, as kube-apiserver prints it: CSV in brackets. */
export function listFlag(values: readonly string[]): string {
  return `[${values.map(quoted).join(",")}]`;
}

function flagsText(flags: readonly (readonly [string, string])[], separator: string): string {
  return flags.map(([name, value]) => `${name}${separator}${value}\n`).join("");
}

function quoted(value: string): string {
  return /^\s|[",\r\n]/u.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
