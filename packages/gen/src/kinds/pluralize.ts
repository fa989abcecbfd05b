/**
 * English plurals as formed by controller-gen, so that a resource keeps its name when its type moves from Go. The last word of the
 * kind decides, first by a list of words, then by its ending. `@kubebuilder:resource:path=…` sets another plural.
 */

/** The plural of a kind in lower case: `MyJob` gives `myjobs`, `Policy` gives `policies`. */
export function pluralize(kind: string): string {
  const last = /[A-Z]?[a-z]+$|[A-Z]+$|\d+$/.exec(kind)?.[0] ?? kind;
  const word = last.toLowerCase();
  return kind.slice(0, kind.length - last.length).toLowerCase() + pluralOf(word, last);
}

function pluralOf(word: string, written: string): string {
  const whole = wholeWords.get(word);
  if (whole !== undefined) return whole;
  for (const [singular, plural] of endings) {
    if (word.endsWith(plural)) return word; // Already a plural, or similar to one: "lambda", as if from "lambdum".
    if (word.endsWith(singular)) return word.slice(0, word.length - singular.length) + plural;
  }
  if (written.endsWith("S")) return `${word}es`; // An abbreviation, such as DNS.
  return word.endsWith("s") ? word : `${word}s`;
}

/** Words that only match as a whole: "box" does not end in "ox". */
const wholeWords: ReadonlyMap<string, string> = new Map([
  ...pairs("alias aliases|axis axes|die dice|louse lice|ox oxen|toe toes|use uses"),
  ...pairs("base bases|bureau bureaus|ellipsis ellipses|medium media|basis bases"),
]);

/** Endings and their plurals; the first match applies. Words precede endings that they contain: "datamen", "parentheses". */
const endings: readonly (readonly [singular: string, plural: string])[] = [
  ...words(
    "aircraft beef bison blues chassis data deer equipment fish graffiti information jeans media money moose news police rice salmon " +
      "series sheep shrimp species swine trout tuna",
    "",
  ),
  ...words(
    "agenda cause clause cookie curriculum database dwarf excuse formula hive hoof house human move movie pause quota shoe stadium vedalia",
    "s",
  ),
  ...pairs(
    "apex apices|appendix appendices|aquarium aquaria|bacillus bacilli|buffalo buffaloes|cactus cacti|child children|codex codices|" +
      "corpus corpora|crisis crises|criterion criteria|focus foci|foot feet|genesis geneses|genus genera|goose geese|helix helices|" +
      "index indices|larva larvae|lexicon lexica|locus loci|man men|mouse mice|nucleus nuclei|oasis oases|octopus octupuses|" +
      "person people|phenomenon phenomena|potato potatoes|radius radii|radix radices|syllabus syllabi|taxon taxa|testis testes|" +
      "thesis theses|thief thieves|tomato tomatoes|tooth teeth|topaz topazes|vertex vertices|vita vitae|vortex vortices|woman women",
  ),
  ...pairs(
    "tive tives|eaf eaves|oaf oaves|afe aves|arf arves|rfe rves|rf rves|lf lves|fe ves|ay ays|ey eys|oy oys|uy uys|y ies|eau eaux|" +
      "bula bulae|hedron hedra|ium ia|seum seums|eum ea|oum oa|dum da|olum ola|ulum ula|llum lla|imum ima|ernum erna|brum bra|crum cra|" +
      "terum tera|trum tra|antum anta|atum ata|entum enta|etum eta|itum ita|otum ota|utum uta|ctum cta|ovum ova|trix trices",
  ),
  ...pairs(
    "iasis iases|mesis meses|resis reses|gnosis gnoses|opsis opses|ysis yses|us uses|ch ches|io ios|sh shes|ss sses|ez ezzes|iz izzes|" +
      "tz tzes|zz zzes|ano anos|lo los|to tos|oo oos|o oes|x xes",
  ),
];

function words(text: string, ending: string): readonly (readonly [string, string])[] {
  return text.split(" ").map((word) => [word, word + ending] as const);
}

function pairs(text: string): readonly (readonly [string, string])[] {
  return text.split("|").map((pair) => {
    const [singular = "", plural = ""] = pair.split(" ");
    return [singular, plural] as const;
  });
}
