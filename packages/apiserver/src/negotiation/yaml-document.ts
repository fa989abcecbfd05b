// Composes the first document of a YAML text in steps. The parser composes a whole document at once, so the tokens of long collections are split before:
//
//   a:                  a:            a chunk:       a chunk:
//     k1: 1      ──▶      k5: 1         k1: 1          k3: 1
//     …                                 k2: 1          k4: 1
//     k5: 1
//
// The document keeps the last items. The other items are composed in chunks and put before them. A document with an error is composed again, as a whole, so
// that its errors and their order are those of the parser.
import { itemsPerStep, jsonDepthMax, shouldYield } from "@kubewright/apimachinery";
import type { Steps } from "@kubewright/apimachinery";
import type * as YamlModule from "yaml";

type Document = YamlModule.Document.Parsed;
type CollectionToken = YamlModule.CST.BlockMap | YamlModule.CST.BlockSequence | YamlModule.CST.FlowCollection;
type ItemToken = CollectionToken["items"][number];

/** The items of a chunk, with those in it. */
const chunkItemsMax = 4096;

/** The documents of texts with fewer characters for each item of a chunk are composed as a whole. */
const lengthPerItemMin = 16;

/** A collection whose token has kept its last items. */
interface Split {
  /** The offset of the whole collection. */
  readonly offset: number;
  /** Collections of the items before. */
  readonly chunks: readonly CollectionToken[];
}

interface Splits {
  readonly byToken: Map<unknown, Split>;
  readonly itemsMax: number;
}

/** The first document; `undefined` for a text without documents. The rest of the text is not read. */
export function* composeFirst(
  yaml: typeof YamlModule,
  text: string,
  lineCounter: YamlModule.LineCounter,
  itemsMax: number = chunkItemsMax,
): Steps<Document | undefined> {
  lineCounter.addNewLine(0);
  const onNewLine = lineCounter.addNewLine;
  if (text.length < lengthPerItemMin * itemsMax) return yield* compose(yaml, text, onNewLine);
  const splits: Splits = { byToken: new Map(), itemsMax };
  const document = yield* compose(yaml, text, onNewLine, splits);
  const isValid = document === undefined || (document.errors.length === 0 && (yield* join(yaml, document, splits)));
  return isValid ? document : yield* compose(yaml, text);
}

/** Composes the first document. Splits its long collections if there are `splits`. */
function* compose(
  yaml: typeof YamlModule,
  text: string,
  onNewLine?: (offset: number) => void,
  splits?: Splits,
): Steps<Document | undefined> {
  const parser = new yaml.Parser(onNewLine);
  const composer = createComposer(yaml, splits !== undefined);
  let hasDirectives = false;
  const read = function* (token: YamlModule.CST.Token): Steps<Document | undefined> {
    if (token.type === "directive") hasDirectives = true; // It holds for the whole document, not for its chunks.
    if (token.type === "document" && splits !== undefined && !hasDirectives) yield* splitDocument(token, splits);
    for (const document of composer.next(token)) return document;
    return undefined;
  };
  let count = 0;
  for (const lexeme of new yaml.Lexer().lex(text)) {
    if (++count % itemsPerStep === 0) yield;
    for (const token of parser.next(lexeme)) {
      const document = yield* read(token);
      if (document !== undefined) return document;
    }
  }
  if (shouldYield()) yield;
  for (const token of parser.end()) {
    const document = yield* read(token);
    if (document !== undefined) return document;
  }
  for (const document of composer.end()) return document;
  return undefined;
}

function createComposer({ Composer }: typeof YamlModule, keepSourceTokens: boolean): YamlModule.Composer {
  // The line of an error is computed later, for the first one only: the parser would format the lines around each of a million errors.
  return new Composer({
    schema: "failsafe",
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "error",
    keepSourceTokens,
  });
}

/** In steps, splits the long collections of a document. */
function* splitDocument({ start, value }: YamlModule.CST.Document, { byToken, itemsMax }: Splits): Steps<void> {
  let visited = 0;
  /** Returns the number of items that are left. */
  const split = function* (token: CollectionToken, depth: number): Steps<number> {
    const chunks: ItemToken[][] = [];
    let chunk: ItemToken[] = [];
    let count = 0;
    for (const item of token.items as readonly ItemToken[]) {
      if (++visited % itemsPerStep === 0) yield;
      const { value: inner } = item;
      const maySplit = isCollection(inner) && depth < jsonDepthMax && !isTagged(item.start) && !isTagged(item.sep);
      const own = 1 + (maySplit ? yield* split(inner, depth + 1) : 0);
      if (count + own > itemsMax && chunk.length > 0 && mayBegin(token, item)) {
        chunks.push(chunk);
        [chunk, count] = [[], 0];
      }
      chunk.push(item);
      count += own;
    }
    const [first, ...others] = chunks;
    if (first === undefined) return count;
    const tokens = [withItems(token, first), ...others.map((items) => rest(token, items))];
    byToken.set(token, { offset: token.offset, chunks: tokens });
    Object.assign(token, rest(token, chunk));
    return count;
  };
  if (isCollection(value) && !isTagged(start)) yield* split(value, 1);
}

function isCollection(token: YamlModule.CST.Token | null | undefined): token is CollectionToken {
  return token?.type === "block-map" || token?.type === "block-seq" || token?.type === "flow-collection";
}

/** Some tags change the whole collection. */
function isTagged(tokens: readonly YamlModule.CST.SourceToken[] = []): boolean {
  return tokens.some(({ type }) => type === "tag");
}

/** Whether a chunk may begin with the item. The parser then checks and places the item as after the item before it. */
function mayBegin({ type }: CollectionToken, { start, key }: ItemToken): boolean {
  const begin = start[0] ?? key ?? undefined;
  return type === "flow-collection" ? begin?.type === "comma" : begin !== undefined;
}

/** A collection that begins with a later item, without the comma before that item. */
function rest(token: CollectionToken, items: readonly ItemToken[]): CollectionToken {
  const [first, ...others] = items;
  if (first === undefined) return token;
  const offset = (first.start[0] ?? first.key)?.offset ?? token.offset;
  const start = token.type === "flow-collection" ? first.start.slice(1) : first.start;
  return { ...withItems(token, [{ ...first, start }, ...others]), offset };
}

function withItems(token: CollectionToken, items: readonly ItemToken[]): CollectionToken {
  return { ...token, items } as CollectionToken; // They are items of the token.
}

/** In steps, puts the items of the chunks into the collections of the document. Returns whether the chunks have no errors. */
function* join(yaml: typeof YamlModule, { contents }: Document, { byToken }: Splits): Steps<boolean> {
  const { isCollection: isList, isPair } = yaml;
  let visited = 0;
  const joinIn = function* (node: unknown): Steps<boolean> {
    if (!isList(node)) return true;
    const split = byToken.get(node.srcToken);
    if (split !== undefined) {
      const items: unknown[] = [];
      for (const chunk of split.chunks) {
        yield;
        const composed = composeChunk(yaml, chunk);
        if (composed === undefined) return false;
        for (const item of composed) items.push(item); // There may be too many for the arguments of one call.
      }
      node.items = [...items, ...node.items];
      if (node.range) node.range[0] = split.offset;
    }
    for (const item of node.items) {
      if (++visited % itemsPerStep === 0) yield;
      const value: unknown = isPair(item) ? item.value : item;
      if (isList(value) && !(yield* joinIn(value))) return false;
    }
    return true;
  };
  return byToken.size === 0 || (yield* joinIn(contents));
}

/** The nodes of the items; `undefined` if there is an error. */
function composeChunk(yaml: typeof YamlModule, value: CollectionToken): readonly unknown[] | undefined {
  const composer = createComposer(yaml, true);
  for (const _ of composer.next({ type: "document", offset: value.offset, start: [], value }));
  for (const { contents, errors } of composer.end())
    if (yaml.isCollection(contents) && errors.length === 0) return contents.items;
  return undefined;
}
