/** The readiness of a webhook server: whether it accepts TLS connections. */
import { connect } from "node:tls";

const timeoutMs = 10_000;

/** Resolves once a TLS connection to the port of this machine is established. Rejects with the reason if the port is not reachable. */
export async function checkReachable({
  host,
  port,
}: {
  readonly host: string | undefined;
  readonly port: number;
}): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // The check is about reachability: the certificate is checked by the clients, and may be for a name of the service only.
  const socket = connect({ host: isAnyAddress(host) ? "localhost" : host, port, rejectUnauthorized: false });
  socket.once("secureConnect", resolve);
  socket.once("error", reject);
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no TLS handshake within ${timeoutMs / 1000} s`)));
  try {
    await promise;
  } catch (error) {
    throw new Error(`the webhook server is not reachable: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  } finally {
    socket.destroy();
  }
}

function isAnyAddress(host: string | undefined): host is undefined {
  return host === undefined || host === "0.0.0.0" || host === "::";
}
