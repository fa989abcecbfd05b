// What plain technical English does without: words that mark a sentence as translated, with the words to write instead, and long sentences.
import type { Passage } from "./passages.ts";

/** A rule of prose. */
export interface ProseRule {
  readonly name: string;
  readonly pattern: RegExp;
  /** What to write instead. */
  readonly advice: string;
}

/** A passage that breaks a rule. */
export interface ProseFinding {
  readonly line: number;
  /** The name of the rule. */
  readonly rule: string;
  /** The words, or the beginning of a long sentence. */
  readonly words: string;
  readonly advice: string;
}

/** More words than this are two sentences. */
export const sentenceWordsMax = 25;

/** Builds a pattern of words. In pieces, so that this file does not have what it refuses. */
function words(...alternatives: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${alternatives.join("|")})\\b`, "giu");
}

export const rules: readonly ProseRule[] = [
  {
    name: "code-does-not-talk",
    pattern: words(
      "to" + "ld",
      "tel" + "ls?(?! apart)",
      "hea" + "rs?",
      "hea" + "rd",
      "as" + "ks? (?:it|them|whether|again)",
      "as" + "ked (?:of|about|for|to|whether|again)",
      "who" + " asks",
      "lis" + "tens to",
    ),
    advice: "a callback is called, a handler receives, a server returns or rejects, a client requests",
  },
  {
    name: "code-does-not-think",
    pattern: words(
      "wan" + "ts?",
      "kno" + "ws",
      "min" + "ds",
      "lik" + "es",
      "believ" + "es?",
      "for" + "gets? about",
      "noti" + "ces",
      "car" + "es about",
      "hee" + "ds?",
      "heed" + "ed",
    ),
    advice: "name the operation: requires, has, detects, obeys",
  },
  {
    name: "nobody",
    pattern: words(
      "who" + "ever",
      "no" + "body",
      "some" + "body",
      "any" + "body",
      "(?:by|from|for|to|with) who" + "m",
      "who (?:tak|mak|hav|ask|want|need|writ|read)" + "es?",
      "who has",
      "those " + "who",
      "he " + "who",
    ),
    advice: "name the actor: the client, the user, the controller, the other writer",
  },
  {
    name: "none",
    pattern: words(
      "(?:is|are|has|have|had|was|were|be) no" + "ne",
      "as it i" + "s",
      "as they ar" + "e",
      "of (?:one's|its|their|our|his) ow" + "n(?! \\w)",
      "of ou" + "rs",
      "of other" + "s",
      "of theirs",
      "such a one",
      // "that one call waits" is plain English.
      "that on" + "e(?! (?!(?:and|are|for|from|has|in|is|of|on|or|to|was|with)\\b)\\w)",
    ),
    advice: "say what is missing or whose it is: has no owner, unchanged, its own queue",
  },
  {
    name: "metaphor",
    pattern: words(
      "at the doo" + "r",
      "doo" + "rs?",
      "men" + "d(?:s|ed|ing|able)?",
      "la(?:ys?|id) ou" + "t",
      "put(?:s|ting)? righ" + "t",
      "heal(?:s|ed)?",
      "smuggl" + "e[sd]?",
      "riddle",
      "comes? (?:back|home|of|in (?:from|through))",
      "goes? (?:on|away|astray|wrong|through)",
      "stand(?:s|ing)? (?:still|in|for|beside|there|alone)",
      "bring(?:s|ing)? about",
      "in (?:one's )?sight",
      "born",
      "dies",
      // "a live object" is the term of Kubernetes; only the verb is a metaphor.
      "lives|(?<!to )live(?= (?:as|at|beside|for|here|in|inside|longer|on|outside|there|under|until|with)\\b|[,.;:)]|$)",
      "wakes?",
      // `sleep()` may be a function.
      "(?<!not )sleeps?(?!\\()",
      "speaks?(?: to| of)?",
      "spoken",
      "says?(?! (?:what|why|which|so))",
    ),
    advice: "write the literal operation: rejects, returns, continues, repairs, ends, states",
  },
  {
    name: "archaic",
    pattern: words(
      "an" + "ew",
      "thereb" + "y",
      "thereo" + "f",
      "whereb" + "y",
      "wherei" + "n",
      "hence",
      "lest",
      // "neither … nor" of one sentence is plain English.
      "(?<!\\bneither\\b[^.;:]*)nor",
      "amidst",
      "whils" + "t",
      "hith" + "erto",
      "up" + "on",
      "the like",
      // "and all objects" is plain English, "with its status and all" is not.
      "and all(?=[,.;:)]|$)",
      "at all events",
      "for the time being",
      "what" + "ever",
      "how" + "ever often",
      "by and by",
      "in " + "vain",
      "all the same",
      "the former(?! \\w)",
      "the latter",
      "be it",
      "may well",
    ),
    advice: "use the everyday word: again, so, where, or, on",
  },
  {
    name: "riddle",
    pattern: words(
      // "there is no Pod" is plain English, "what is no Pod" is not.
      "(?<!\\bthere )(?:is|are|was|were) no (?!longer|more|other|such|different)(?=[a-z])",
      "(?<=^|[.:;] )there (?:once|when|if)",
      "le(?:ft|aves?) alon" + "e",
      "gives? (?:back|the (?:number|text|value|name)s?)",
      "is sai" + "d to",
      "can be sai" + "d",
      "ha(?:s|ve) come to",
      "what (?:it|they|that|this) (?:is|are) (?:made|like)",
      "that of (?:what|which)",
      "(?:the|a) text of (?:a|an) (?:argument|string|object)",
    ),
    advice: "name the thing: is not a Pod, returns the number, is unchanged",
  },
  {
    name: "coined",
    pattern: words(
      "hind" + "rances?",
      "worl" + "ds?",
      "bringabou" + "t",
      "piec" + "es?",
      "sor" + "ts? of",
      "anothe" + "r's",
      "make[sd]? (?:of|from)",
      "mad" + "e (?:of|anew|again)",
      "the othe" + "r side",
      "on the sid" + "e of",
    ),
    advice: "use the field's noun: error, environment, chunk, kind, peer",
  },
];

/** All findings in a passage. */
export function findingsIn({ line, text }: Passage): readonly ProseFinding[] {
  const found = rules.flatMap(({ name, pattern, advice }) =>
    Array.from(text.matchAll(pattern), (match) => ({ line, rule: name, words: match[0], advice })),
  );
  return [...found, ...longSentences(text).map((sentence) => ({ ...sentence, line }))];
}

function longSentences(text: string): readonly Omit<ProseFinding, "line">[] {
  return sentencesOf(text).flatMap((sentence) => {
    const count = sentence.split(/\s+/u).filter((word) => /\w/u.test(word)).length;
    if (count <= sentenceWordsMax) return [];
    const advice = `has ${count} words, must have at most ${sentenceWordsMax}: make two sentences of it`;
    return [{ rule: "long-sentence", words: `${sentence.slice(0, 50).trim()}…`, advice }];
  });
}

/** A full stop, a question mark, or a semicolon or colon ends a sentence: what follows can be read alone. */
function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.?!;:])\s+/u);
}
