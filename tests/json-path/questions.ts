// The paths and the object of the corpus: what published CRDs use, each quirk of the library, and random expressions.
import fc from "fast-check";

/** The object that all paths are followed in. */
export const object = {
  metadata: { name: "example", labels: { app: "web", "a.b": "dotted" } },
  spec: {
    color: "red",
    size: 3,
    ratio: 1.5,
    big: 9_007_199_254_740_993n,
    huge: 1e21,
    tiny: 0.000_001,
    ready: true,
    nothing: null,
    empty: [],
    none: {},
    blank: "",
    "a.b": "field with a dot",
    "x'": { ready: true },
    markup: { html: "<a & b>", 10: "ten", 2: "two", Z: 1, a: [true, null] },
    list: [
      { name: "x", n: 1, ready: true, tags: ["one", "two"] },
      { name: "y", n: 2, ready: false, tags: [] },
      { name: "z", n: 3, tags: ["three"] },
    ],
    numbers: [5, 6, 7, 8, 9],
    mixed: [1, "1", true, null, { n: 1 }],
    nested: [[1, 2], [3], []],
    parens: [{ name: "a)b" }, { name: "it's" }],
  },
  status: {
    conditions: [
      { type: "Synced", status: "False" },
      { type: "Ready", status: "True" },
    ],
  },
};

const written = [
  ".", ".spec.color", ".spec['color']", ".spec.a.b", String.raw`.spec.a\.b`, ".spec['a.b']", String.raw`.spec['a\.b']`, ".metadata.labels['app']",
  ".metadata.labels['a.b']", String.raw`.metadata.labels.a\.b`, '.spec["color"]', ".spec[color]", ".spec[]", ".spec['']", ".spec.", ".spec..",
  ".spec.absent", ".spec.absent.deeper", ".spec.color.deeper", ".spec.nothing", ".spec.nothing.deeper", ".spec.empty", ".spec.none", ".spec.blank",
  ".spec.big", ".spec.huge", ".spec.tiny", ".spec.ratio", ".spec.ready", ".spec.markup", ".spec.mixed", ".spec.size", ".__proto__", ".constructor",
  ".spec.list[0].name", ".spec.list[-1].name", ".spec.list[-1:].name", ".spec.list[5].name", ".spec.list[-5].name", ".spec.list[0:2].name",
  ".spec.list[:2].name", ".spec.list[1:].name", ".spec.list[:].name", ".spec.list[*].name", ".spec.list[0:-1].name", ".spec.list[2:1].name",
  ".spec.list[0:9].name", ".spec.list[1:1].name", ".spec.list[::2].name", ".spec.list[0:3:2].name", ".spec.list[::-1].name", ".spec.list[::0].name",
  ".spec.numbers[-3:-1]", ".spec.numbers[1:4:2]", ".spec.numbers[:-2]", ".spec.numbers[-2]", ".spec.numbers[0:0]", ".spec.numbers[:0]", ".spec.numbers[::]",
  ".spec.numbers[1:2:3:4]", ".spec.numbers[-]", ".spec.numbers[:-]", ".spec.numbers[99999999999999999999]", ".spec.numbers[+1]", ".spec.numbers[ 1]",
  ".spec.list[0,2].name", ".spec.list[0, 2].name", ".spec.list[0,9].name", ".spec['color','size']", ".spec['size', 'color']", ".spec.list[0,'name']",
  ".spec.list[0:1,2].name", ".spec.list[,].name", ".spec.list[*,0].name", ".spec.empty[0]", ".spec.empty[*]", ".spec.empty[0:0]", ".spec.empty[-1:]",
  ".spec.nested[*][0]", ".spec.nested[*][*]", ".spec.nested[0][1]", ".spec.color[0]", ".spec.nothing[0]", ".spec.none[0]", ".spec[0]",
  "..name", "..tags", "..tags[0]", ".spec..n", ".spec.list..n", "..status", ".spec..['name']", ".spec..*", ".spec...name", ".spec....name", "..", "..[0]",
  ".spec.list..", ".spec.color..", ".spec.blank..", ".spec.numbers..", "..spec..list..name", "..list[?(@.n==2)].name", ".spec.list.*.name", ".spec.color.*",
  ".spec.list.*", ".metadata.*", ".status.*.*", ".spec.numbers.*", ".spec.*.n", ".spec.none.*", ".spec.blank.*", ".spec.nothing.*",
  '.status.conditions[?(@.type=="Ready")].status', ".status.conditions[?(@.type=='Ready')].status", '.status.conditions[?(@.type == "Ready")].status',
  '.status.conditions[?( @.type=="Ready" )].status', '.status.conditions[?(@["type"]=="Ready")].status', ".status.conditions[?(@['type']=='Ready')].status",
  '.status.conditions[?(.type=="Ready")].status', '.status.conditions[?(@.type!="Ready")].status', '.status.conditions[?("Ready"==@.type)].status',
  '.status.conditions[?(@.type=="Absent")].status', ".status.conditions[?(@.type)].status", ".spec.list[?(@.ready)].name", ".spec.list[?(@.absent)].name",
  ".spec.list[?(@.ready==true)].name", ".spec.list[?(@.ready==false)].name", ".spec.list[?(@.ready!=true)].name", ".spec.list[?(@.n>1)].name",
  ".spec.list[?(@.n>=2)].name", ".spec.list[?(@.n<2)].name", ".spec.list[?(@.n<=2)].name", ".spec.list[?(@.n==2)].name", ".spec.list[?(@.n==2.0)].name",
  ".spec.list[?(@.n>1.5)].name", ".spec.list[?(@.n=='2')].name", ".spec.list[?(@.name>'x')].name", ".spec.list[?(@.name>=@.name)].name", ".spec.list[?(@.n==@.n)].name",
  ".spec.list[?(@.ready>false)].name", ".spec.list[?(@.tags=='one')].name", ".spec.list[?(@.tags[0]=='one')].name", ".spec.list[?(@.tags[*]=='three')].name",
  ".spec.list[?(@.tags[0])].name", ".spec.list[?(@.tags[5])].name", ".spec.list[?(@.tags[*])].name", ".spec.list[?(@)].name", ".spec.list[?()].name",
  ".spec.list[?(@.n===2)].name", ".spec.list[?(@.n=2)].name", ".spec.list[?(@.n!2)].name", ".spec.list[?(@.n=~'x')].name", ".spec.list[?(@.n==)].name",
  ".spec.list[?(==1)].name", ".spec.list[?(@.n==1].name", ".spec.list[?(@.n==1)", ".spec.list[?(@.n==1) ].name", ".spec.list[?(@.n==-1)].name",
  ".spec.list[?(@.n==+2)].name", ".spec.list[?(@.n==1 2)].name", ".spec.list[?(@.n==x)].name", ".spec.list[?(@.n==true)].name", ".spec.mixed[?(@==1)]",
  ".spec.mixed[?(@.n==1)]", ".spec.mixed[?(@)]", ".spec.mixed[?(@.n)].n", ".spec.numbers[?(@>6)]", ".spec.numbers[?(@ > 6)]", ".spec.numbers[?(@!=6)]",
  ".spec.parens[?(@.name=='a)b')].name", '.spec.parens[?(@.name=="a)b")].name', String.raw`.spec.parens[?(@.name=='it\'s')].name`,
  '.spec.parens[?(@.name=="it\'s")].name', ".spec[?(@.color=='red')]", ".spec.color[?(@.x)]", ".spec.nothing[?(@.x)]", ".spec.absent[?(@.x)]",
  ".spec.x'", ".spec.x'[?(@.ready)]''", ".spec.list[?(@.x'[?(@.a)]'')].name", ".spec.list[?(@.tags[?(@=='one')])].name",
  "$.spec.color", "@.spec.color", "$..name", "spec.color", "spec", "end", ".spec end", ".spec.color foo", ".spec true", ".spec 5",
  ".spec 5.5", ".spec 1.2.3", ".spec -", ".spec .color", ".spec  .color", ".spec 'x'", '.spec "x"', String.raw`.spec "a\nb\x41\101é\""`, String.raw`.spec 'it\'s'`,
  String.raw`.spec 'it\"s'`, String.raw`.spec "\q"`, String.raw`.spec "\x4"`, String.raw`.spec "\ud800"`, '.spec "', ".spec '", ".spec.color}", ".spec.color}{.spec.size",
  ".spec.color}text{.spec.numbers[9]", ".spec.color}{.absent", ".spec}{", ".spec{.color", ".spec{", "", " ", "}", ".spec\n.color", ".spec\t.color", ".spec\r",
  ".spec.list[", ".spec.list[0", ".spec.list[\n0]", ".spec.list]", ".spec,color", ".spec~", ".spec.é", ".spec.#", "#", "é", "٣", ".spec ٣", ".spec.list[٣]",
  String.raw`.spec.\color`, String.raw`.spec.color\ `, String.raw`.spec\.color`, ".spec.list[?(@.name=='x'&&@.n==1)].name", ".spec.list[?(@.name=='x' )].name",
] as const; // prettier-ignore

const fragments = fc.constantFrom(
  ".spec", ".list", ".numbers", ".nested", ".name", ".n", ".tags", ".color", ".*", "..", "..name", "..n", "[0]", "[-1]", "[*]", "[1:]", "[:2]", "[-2:]", "[::2]", "[0:3:2]", "[0,1]",
  "['name']", "['name','n']", "['list','numbers']", "[?(@.n>1)]", "[?(@.name=='y')]", "[?(@.ready)]", "[?(@.tags[0]=='one')]", "[?(@==6)]", "[?(@..n)]", "[?(@.n==@.n)]", "[?(@)]",
  "@", "$", " ", "'text'", "5", "-", "true", "x", "}", "{", ".", "[", "]", ")", "'", '"', "\\", ",", ":", "?",
); // prettier-ignore
const likely = fc.constantFrom(".spec.list", ".spec.numbers", ".spec.nested", ".spec", "..list", ".status.conditions");

/** Expressions of fragments of the language, most of which parse. */
export const anyPath: fc.Arbitrary<string> = fc
  .tuple(likely, fc.array(fragments, { minLength: 1, maxLength: 4 }))
  .map(([start, rest]) => start + rest.join(""));

/** The paths of the corpus. */
export function corpusPaths(): readonly string[] {
  return [...new Set([...written, ...fc.sample(anyPath, { numRuns: 700, seed: 1 })])];
}
