/** Shortens the message of a Status for people: a server may quote a whole object before it says what is wrong with it. */

const quotedMax = 120;
const quotedShown = 60;
const messageMax = 1_000;
const messageShown = 480;

/** Cuts long quoted values, and the middle of a message that is still longer than `messageMax`, so that the reason stays visible. */
export function shortMessage(message: string): string {
  if (message.length <= quotedMax) return message;
  const text = message.replaceAll(/"(?:[^"\\]|\\.)*"/gsu, (quoted) =>
    quoted.length <= quotedMax ? quoted : `${quoted.slice(0, quotedShown)}…"`,
  );
  return text.length <= messageMax ? text : `${text.slice(0, messageShown)} … ${text.slice(-messageShown)}`;
}
