// The limit of etcd on a write: 1.5 MiB for the request that stores an object. kube-apiserver stores built-in kinds in protobuf and custom resources in
// JSON, without the resourceVersion. The size of a custom resource is exact; for a built-in kind, the length of its key may differ by some bytes.
// https://etcd.io/docs/v3.6/dev-guide/limit/
import type { Work } from "@kubewright/apimachinery";
import { unclassifiedError, whenDone } from "@kubewright/apimachinery";
import type { ApiObject } from "../objects/api-object.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import type { ServedResource } from "../contracts/strategy.ts";

const kib = 1024;
/** etcd rejects larger requests. */
const requestBytesMax = 1536 * kib;
/** kube-apiserver does not send larger requests to etcd. */
const sentBytesMax = 2048 * kib;
/** Protobuf is rarely longer than JSON and never three times as long, so the size of shorter entries is not computed. */
const uncheckedBytesMax = 512 * kib;

export interface EntryWrite {
  readonly resource: ServedResource;
  readonly object: ApiObject;
  readonly entry: StoredEntry;
  /** The revision of the entry that is replaced; 0 for a new object. */
  readonly replacedRevision: number;
  /** The size of an object of a built-in kind in protobuf. */
  readonly protobufSize: (object: ApiObject) => Work<number>;
}

/** In steps, why etcd would reject the write; `undefined` if it accepts it. */
export function storageProblem(write: EntryWrite): Work<string | undefined> {
  if (write.entry.bytes.length <= uncheckedBytesMax) return undefined;
  return whenDone(valueSize(write), (valueBytes) => {
    const sent = transactionSize(write, valueBytes);
    if (sent > sentBytesMax) {
      return `rpc error: code = ResourceExhausted desc = trying to send message larger than max (${sent} vs. ${sentBytesMax})`;
    }
    return message(sent) + raftHeaderBytes > requestBytesMax ? "etcdserver: request is too large" : undefined;
  });
}

/** 500 without a reason, as in kube-apiserver. */
export function storageError(problem: string): Error {
  return unclassifiedError(problem);
}

function valueSize({ resource, object, entry, protobufSize }: EntryWrite): Work<number> {
  if (!resource.custom) {
    return protobufSize({ ...object, metadata: { ...object.metadata, resourceVersion: "" } });
  }
  const version = `"resourceVersion":"${entry.revision}",`.length;
  return entry.bytes.length - version + escapesIn(entry.bytes) + "\n".length;
}

/** Go escapes `<`, `>` and `&` in JSON by five more bytes. */
const [less, greater, ampersand] = [0x3c, 0x3e, 0x26];
const escapeBytes = 5;

function escapesIn(bytes: Uint8Array): number {
  let added = 0;
  for (const byte of bytes) if (byte === less || byte === greater || byte === ampersand) added += escapeBytes;
  return added;
}

/** The header of a request in etcd's log: its ID, a random number of 9 or 10 bytes. */
const raftHeaderBytes = 13;
/** The ID of the lease of an object that expires. */
const leaseBytes = 10;

/** The size of a `TxnRequest`: compare the revision of the key, put the value, otherwise read the key. */
function transactionSize({ resource, entry, replacedRevision }: EntryWrite, valueBytes: number): number {
  const group = resource.custom ? `${resource.group}/` : "";
  const key = message(Buffer.byteLength(`/registry/${group}${resource.plural}/${entry.key}`));
  const lease = entry.expiresAtMs === undefined ? 0 : leaseBytes;
  const put = message(message(key + message(valueBytes) + lease));
  const compare = message(2 + key + 1 + varint(replacedRevision));
  return compare + put + (replacedRevision === 0 ? 0 : message(message(key)));
}

/** The size of a field with this many bytes: its tag, its length and its content. */
function message(bytes: number): number {
  return 1 + varint(bytes) + bytes;
}

function varint(value: number): number {
  return Math.max(1, Math.ceil((32 - Math.clz32(value)) / 7));
}
