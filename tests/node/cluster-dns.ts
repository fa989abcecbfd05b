/** The DNS of the cluster, for the names of Services with an address: the part of CoreDNS that nginx needs to find its upstreams. */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { Service } from "@kubewright/api/core/v1";
import type { Client } from "@kubewright/client";

/** Resource records and response codes: https://www.rfc-editor.org/rfc/rfc1035#section-3.2.2 */
const [typeA, classInternet, nameError] = [1, 1, 3];
const headerLength = 12;
const ttlSeconds = 5;
const serviceName = /^(?<name>[^.]+)\.(?<namespace>[^.]+)\.svc\.cluster\.local$/u;

/** Serves at port 53 of the address until it is disposed of. */
export async function startClusterDns(client: Client, address: string): Promise<AsyncDisposable> {
  const socket = createSocket("udp4");
  socket.on("message", (query, sender) => {
    respond(client, query).then(
      (response) => socket.send(response, sender.port, sender.address),
      () => {}, // The resolver repeats a query without a response.
    );
  });
  socket.bind(53, address);
  await once(socket, "listening");
  return {
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, "close");
    },
  };
}

async function respond(client: Client, query: Buffer): Promise<Buffer> {
  const { name, end } = readName(query, headerLength);
  const question = query.subarray(headerLength, end + 4);
  const { groups } = serviceName.exec(name) ?? {};
  const key = { name: groups?.["name"] ?? "", namespace: groups?.["namespace"] ?? "" };
  const service = groups && (await client.get(Service, key));
  const ip = service?.spec?.clusterIP;
  const answers = ip !== undefined && query.readUInt16BE(end) === typeA ? [addressRecord(ip)] : [];
  const header = Buffer.alloc(headerLength);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x84_80 | (ip === undefined ? nameError : 0), 2); // An authoritative response.
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  return Buffer.concat([header, question, ...answers]);
}

/** The name at an offset, and the offset after it. */
function readName(query: Buffer, offset: number): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = offset;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

/** The address of the name in the question. */
function addressRecord(ip: string): Buffer {
  const record = Buffer.alloc(16);
  record.writeUInt16BE(0xc0_00 | headerLength, 0);
  record.writeUInt16BE(typeA, 2);
  record.writeUInt16BE(classInternet, 4);
  record.writeUInt32BE(ttlSeconds, 6);
  record.writeUInt16BE(4, 10);
  for (const [index, part] of ip.split(".").entries()) record.writeUInt8(Number(part), 12 + index);
  return record;
}
