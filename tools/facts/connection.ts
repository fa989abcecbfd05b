// Sends GET requests to a server.

import { readFile } from "node:fs/promises";
import * as http from "node:http";
import * as https from "node:https";
import path from "node:path";
import { parse } from "yaml";

/** A client of a server. */
export interface Connection {
  /**
   * The JSON response.
   *
   * @throws {Error} if the response is not 200 or not JSON.
   */
  get(requestPath: string, accept?: string): Promise<unknown>;
}

/** Credentials and trusted certificates. */
export interface Credentials {
  readonly ca?: string | Buffer;
  readonly certificate?: string | Buffer;
  readonly key?: string | Buffer;
  readonly token?: string;
}

/** Connects to the server at this address, such as that of `kubectl proxy`. */
export function connectUrl(url: string, credentials: Credentials = {}): Connection {
  const base = new URL(url.endsWith("/") ? url : `${url}/`);
  if (base.protocol !== "http:" && base.protocol !== "https:") {
    throw new Error(`Cannot connect to "${url}": the protocol is "${base.protocol}", expected "http:" or "https:"`);
  }
  const options: https.RequestOptions = {
    ...(credentials.ca !== undefined && { ca: credentials.ca }),
    ...(credentials.certificate !== undefined && { cert: credentials.certificate }),
    ...(credentials.key !== undefined && { key: credentials.key }),
  };
  const request = base.protocol === "https:" ? https.request : http.request;
  const authorization: { readonly [name: string]: string } =
    credentials.token === undefined ? {} : { authorization: `Bearer ${credentials.token}` };

  return {
    get: (requestPath, accept = "application/json") =>
      new Promise((resolve, reject) => {
        const target = new URL(requestPath.replace(/^\//u, ""), base);
        const sent = request(target, { ...options, headers: { ...authorization, accept } }, (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            const text = Buffer.concat(chunks).toString("utf8");
            if (response.statusCode !== 200) {
              reject(
                new Error(
                  `Cannot read "${requestPath}": the server responded with ${response.statusCode}: ${text.slice(0, 500)}`,
                ),
              );
              return;
            }
            try {
              resolve(JSON.parse(text));
            } catch (error) {
              reject(new Error(`Cannot read "${requestPath}": the answer is not JSON`, { cause: error }));
            }
          });
        });
        sent.on("error", reject);
        sent.end();
      }),
  };
}

interface Kubeconfig {
  readonly "current-context"?: string;
  readonly contexts?: readonly {
    readonly name: string;
    readonly context: { readonly cluster: string; readonly user: string };
  }[];
  readonly clusters?: readonly {
    readonly name: string;
    readonly cluster: {
      readonly server: string;
      readonly "certificate-authority"?: string;
      readonly "certificate-authority-data"?: string;
    };
  }[];
  readonly users?: readonly {
    readonly name: string;
    readonly user: {
      readonly token?: string;
      readonly "client-certificate"?: string;
      readonly "client-certificate-data"?: string;
      readonly "client-key"?: string;
      readonly "client-key-data"?: string;
    };
  }[];
}

/** Connects to the server of a context of a kubeconfig, by default the current one. */
export async function connectKubeconfig(file: string, contextName?: string): Promise<Connection> {
  // The file is trusted, and a missing field fails below with its name.
  const config = parse(await readFile(file, "utf8")) as Kubeconfig;
  const wanted = contextName ?? config["current-context"];
  const context = config.contexts?.find(({ name }) => name === wanted)?.context;
  const cluster = config.clusters?.find(({ name }) => name === context?.cluster)?.cluster;
  const user = config.users?.find(({ name }) => name === context?.user)?.user;
  if (cluster === undefined || user === undefined) {
    throw new Error(`Cannot use the kubeconfig "${file}": its context "${wanted}" names no cluster and user of it`);
  }

  const content = (data: string | undefined, name: string | undefined): Promise<Buffer | undefined> => {
    if (data !== undefined) return Promise.resolve(Buffer.from(data, "base64"));
    return name === undefined ? Promise.resolve(undefined) : readFile(path.resolve(path.dirname(file), name));
  };
  const ca = await content(cluster["certificate-authority-data"], cluster["certificate-authority"]);
  const certificate = await content(user["client-certificate-data"], user["client-certificate"]);
  const key = await content(user["client-key-data"], user["client-key"]);
  if (user.token === undefined && certificate === undefined) {
    throw new Error(
      `Cannot use the kubeconfig "${file}": its user has neither a token nor a certificate; run \`kubectl proxy\` and give its address with --url`,
    );
  }
  return connectUrl(cluster.server, {
    ...(ca && { ca }),
    ...(certificate && { certificate }),
    ...(key && { key }),
    ...(user.token !== undefined && { token: user.token }),
  });
}
