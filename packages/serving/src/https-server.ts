/** An HTTPS server whose certificate is replaced while it serves. */
import { abortable, spawn } from "@kubewright/async";
import { ListenError } from "./errors.ts";
import { createHttpListener } from "./http-listener.ts";
import type { HttpListener, HttpListenerOptions, ListeningAddress } from "./http-listener.ts";
import type { ServingPair, TlsSettings } from "./tls.ts";

/** Calls `use` with the certificate to serve with, now and whenever it is replaced: a `CertificateSource` of `@kubewright/certificates`. */
export interface ServingCertificate {
  run(use: (pair: ServingPair) => void, options: { readonly signal: AbortSignal }): Promise<void>;
}

export interface HttpsServerOptions extends Omit<HttpListenerOptions, "tls"> {
  readonly tls?: TlsSettings;
  /** It runs as long as the server. */
  readonly certificate: ServingCertificate;
  /** Ends the wait for the first certificate: `startHttpsServer` rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the first certificate before the server listens, and with each later one. Default: nothing. */
  readonly onCertificate?: (pair: ServingPair) => void;
  /** Called with the error that ended the source of certificates after the first one. The current certificate stays in use. */
  readonly onCertificateFailure: (error: unknown) => void;
}

/** A server that listens. */
export interface HttpsServer extends ListeningAddress {
  /** Ends the source of certificates, accepts no more connections, and resolves once the requests in flight are answered. */
  close: HttpListener["close"];
}

/**
 * Listens once the first certificate exists, and serves new connections with each later one.
 *
 * @throws {ListenError} if the address cannot be used, or if the source ends without a certificate. The error of a source that fails before that.
 */
export async function startHttpsServer(options: HttpsServerOptions): Promise<HttpsServer> {
  const first = Promise.withResolvers<HttpListener>();
  let fail = first.reject;
  const created = (listener: HttpListener): void => {
    fail = options.onCertificateFailure;
    first.resolve(listener);
  };
  const certificates = spawn(
    async (signal) => {
      await options.certificate.run(serveWith(options, created), { signal });
      first.reject(new ListenError(`Cannot serve ${options.what}: the certificate source ended without a certificate`));
    },
    { name: `certificates of ${options.what}`, onError: (error) => fail(error) },
  );
  try {
    const listener = await abortable(first.promise, options.signal);
    const address = await listener.listen();
    return {
      ...address,
      async close(closeOptions) {
        await certificates.stop();
        await listener.close(closeOptions);
      },
    };
  } catch (error) {
    await certificates.stop();
    throw error;
  }
}

/** Creates the listener with the first certificate, and passes it to `created`. */
function serveWith(
  { tls = {}, onCertificate, ...options }: HttpsServerOptions,
  created: (listener: HttpListener) => void,
): (pair: ServingPair) => void {
  let listener: HttpListener | undefined;
  return (pair) => {
    if (listener) listener.useCertificate(pair);
    else {
      listener = createHttpListener({ ...options, tls: { ...tls, pair } });
      created(listener);
    }
    onCertificate?.(pair);
  };
}
