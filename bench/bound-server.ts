/**
 * The upper bound: a bare HTTPS server on Node under the same load. It parses, stores and returns Widgets of the size that an API server gives them
 * and sets their uids and versions. It does nothing else that an API server must do: no authorization, schemas, history or version checks. It encodes
 * each event for each watcher. Figures are reported as shares of this server's.
 *
 *     node bench/bound-server.ts PORT CERTIFICATE KEY
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureServer } from "node:http2";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";

interface Widget {
  apiVersion: string;
  metadata: Record<string, unknown> & { readonly annotations?: object; readonly labels?: object };
  spec?: unknown;
  status?: unknown;
}

const [port = "", certificate = "", key = ""] = process.argv.slice(2);
/** In the order of creation; `positions` has the index of each object. */
const objects: Buffer[] = [];
const positions = new Map<string, number>();
const watchers = new Set<Http2ServerResponse>();
let revision = 1;

createSecureServer(
  { cert: readFileSync(certificate), key: readFileSync(key), allowHTTP1: true, noDelay: true },
  (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => answer(request, response, Buffer.concat(chunks)));
  },
).listen(Number(port), "127.0.0.1");

function answer(request: Http2ServerRequest, response: Http2ServerResponse, body: Buffer): void {
  const url = new URL(request.url, "https://bound");
  const [, , , , , namespace = "", kind, name, subresource] = url.pathname.split("/");
  if (kind !== "widgets" && !url.pathname.endsWith("/widgets")) {
    send(response, request.method === "POST" ? 201 : 200, '{"kind":"Status","status":"Success"}');
  } else if (request.method === "POST") {
    send(response, 201, store(created(JSON.parse(String(body)) as Widget, namespace), "ADDED"));
  } else if (url.searchParams.has("watch")) {
    response.writeHead(200, { "content-type": "application/json" });
    response.write("\n"); // The headers go with the first bytes, and a watcher waits for them.
    watchers.add(response);
    response.on("close", () => watchers.delete(response));
  } else if (name === undefined) {
    list(response, Number(url.searchParams.get("limit")), Number(url.searchParams.get("continue")));
  } else {
    const known = objects[positions.get(`${namespace}/${name}`) ?? -1];
    if (known === undefined) send(response, 404, "{}");
    else if (request.method === "GET") send(response, 200, known);
    else {
      const [old, sent] = [JSON.parse(String(known)) as Widget, JSON.parse(String(body)) as Widget];
      send(
        response,
        200,
        store(request.method === "PUT" ? replaced(old, sent, subresource) : merged(old, sent), "MODIFIED"),
      );
    }
  }
}

function created(widget: Widget, namespace: string): Widget {
  const time = `${new Date().toISOString().slice(0, 19)}Z`;
  widget.metadata["namespace"] ??= namespace;
  widget.metadata["uid"] = randomUUID();
  widget.metadata["generation"] = 1;
  widget.metadata["creationTimestamp"] = time;
  const { apiVersion } = widget;
  const { annotations = {}, labels = {} } = widget.metadata;
  const fieldsV1 = {
    "f:metadata": { "f:annotations": fieldsOf(annotations), "f:labels": fieldsOf(labels) },
    "f:spec": fieldsOf(widget.spec ?? {}),
  };
  widget.metadata["managedFields"] = [
    { manager: "load", operation: "Update", apiVersion, time, fieldsType: "FieldsV1", fieldsV1 },
  ];
  return widget;
}

function replaced(old: Widget, sent: Widget, subresource: string | undefined): Widget {
  return subresource === "status"
    ? { ...old, status: sent.status }
    : { ...sent, status: old.status, metadata: old.metadata };
}

function merged<T>(into: T, from: unknown): T {
  const target = into as Record<string, unknown>;
  for (const [name, value] of Object.entries(from as object)) {
    target[name] = isPlain(value) ? merged(isPlain(target[name]) ? target[name] : {}, value) : value;
  }
  return into;
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fieldsOf(value: object): object {
  const fields: Record<string, object> = { ".": {} };
  for (const [name, field] of Object.entries(value)) fields[`f:${name}`] = isPlain(field) ? fieldsOf(field) : {};
  return fields;
}

function store(widget: Widget, type: string): Buffer {
  widget.metadata["resourceVersion"] = String((revision += 1));
  const bytes = Buffer.from(JSON.stringify(widget));
  const key = `${String(widget.metadata["namespace"])}/${String(widget.metadata["name"])}`;
  if (!positions.has(key)) positions.set(key, objects.length);
  objects[positions.get(key) ?? 0] = bytes;
  for (const watcher of watchers) watcher.write(`{"type":"${type}","object":${JSON.stringify(widget)}}\n`);
  return bytes;
}

function send(response: Http2ServerResponse, status: number, body: string | Buffer): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body);
}

/** Sends a page in chunks of 256 objects, as fast as the client reads them. A limit of 0 means all objects. */
function list(response: Http2ServerResponse, limit: number, start: number): void {
  const end = limit === 0 ? objects.length : Math.min(objects.length, start + limit);
  const metadata = { resourceVersion: String(revision), ...(end < objects.length ? { continue: String(end) } : {}) };
  response.writeHead(200, { "content-type": "application/json" });
  response.write(`{"kind":"WidgetList","metadata":${JSON.stringify(metadata)},"items":[`);
  let next = start;
  const pump = (): void => {
    while (next < end) {
      const chunk = objects
        .slice(next, Math.min(end, next + 256))
        .flatMap((item, index) => (next + index === start ? [item] : [Buffer.from(","), item]));
      next += 256;
      if (!response.write(Buffer.concat(chunk))) {
        response.once("drain", pump);
        return;
      }
    }
    response.end("]}");
  };
  pump();
}
