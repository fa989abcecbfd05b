/** Logs the events of clients, informers and leader election, such as a missing kind or an unreachable server. */
import type { ClientObserver, LeaderElectionObserver } from "@kubewright/client";
import type { InformerObserver } from "@kubewright/informer";
import type { OperatorObserver } from "../observe/operator-observer.ts";
import type { Logger } from "./logger.ts";
import { formatTypeName } from "./type-name.ts";

/** Shorter blocks are counted and not logged. */
const longBlockMs = 1_000;

/** The observer that writes to `log`. Reconciles are logged by their controller, whose lines name the object. */
export function createLogObserver(log: Logger): OperatorObserver {
  return {
    client: logClient(log),
    informer: logInformer(log),
    leaderElection: logLeaderElection(log),
    eventLoop: {
      blocked({ controller, blockedMs }) {
        if (blockedMs >= longBlockMs)
          log.warn("The event loop was blocked", { controller, blockedMs: Math.round(blockedMs) });
      },
    },
    fleet: {
      stateChanged({ clusterName, state, before }) {
        if (state === "unreachable") log.warn("Cluster is unreachable, its requests wait", { clusterName });
        else if (state !== undefined && before !== undefined) log.info("Cluster has changed", { clusterName, state });
      },
    },
    cache: {
      late: ({ type, object }) =>
        log.warn("The cache has not seen our own write, reading from the server", { kind: type.kind, object }),
      bypassed: ({ type, error }) =>
        log.warn("The kind cannot be cached, reading from the server", { kind: type.kind, error: messageOf(error) }),
    },
  };
}

/** A kind that is not installed is requested once per second, and logged about every 10 s. */
const triesPerLine = 10;

/**
 * Logs why an informer waits and when it resumes. Each failed attempt is one line, so the end of the log shows why an idle operator waits.
 * The backoff limits the number of lines, except for a kind that is not installed.
 */
function logInformer(log: Logger): InformerObserver {
  return {
    stateChanged({ type, state: now, before }) {
      const kind = formatTypeName(type);
      if (now.kind === "pending") {
        if (before.kind === "listing" && now.failures > 1 && now.failures % triesPerLine !== 0) return;
        log.warn("Waiting for the kind to be installed", { kind, tries: now.failures });
      } else if (now.kind === "backingOff") {
        log.warn("Cannot follow the kind, trying again", { kind, tries: now.failures, error: messageOf(now.error) });
      } else if (now.kind === "expired") {
        log.info("The watched version is gone, listing again", { kind });
      } else if (before.kind === "listing" && now.kind === "watching") {
        log.debug("Watching", { kind });
      }
    },
    listed: ({ type, items, bytes, durationMs }) =>
      log.debug("Listed", { kind: formatTypeName(type), items, bytes, durationMs: Math.round(durationMs) }),
    consistencyChecked({ type, ...report }) {
      const kind = formatTypeName(type);
      if (report.result === "failure") {
        const { missing, outdated, extra, objects } = report;
        log.warn("The cache differs from the server, listing again", { kind, missing, outdated, extra, objects });
      } else if (report.result === "error") {
        log.warn("Cannot compare the cache with the server", { kind, error: messageOf(report.error) });
      }
    },
    handlerFailed: ({ type, handler, error }) =>
      log.error("A handler failed on an event", { kind: formatTypeName(type), handler, error }),
    objectRefused: ({ type, error }) =>
      log.error("An object could not be read and is left out", { kind: formatTypeName(type), error }),
  };
}

/** The maximum number of remembered warnings; the oldest is dropped first. Warnings may contain object names, so their number is unbounded. */
const rememberedWarningsMax = 1000;

/** Logs each distinct warning of the API server once, such as the use of a deprecated API. */
function logClient(log: Logger): ClientObserver {
  const logged = new Set<string>();
  return {
    warned({ text }) {
      if (logged.has(text)) return;
      const [oldest] = logged;
      if (logged.size === rememberedWarningsMax && oldest !== undefined) logged.delete(oldest);
      logged.add(text);
      log.warn("Warning from the API server", { warning: text });
    },
  };
}

/** Logs the leader. Each failed read or renewal of the Lease is one line; there are only a few. */
function logLeaderElection(log: Logger): LeaderElectionObserver {
  let hasLed = false;
  return {
    leadingChanged({ lease, isLeading }) {
      if (isLeading) log.info("Leading", { lease });
      else if (hasLed) log.warn("No longer leading", { lease });
      else log.info("Waiting to be elected leader", { lease });
      hasLed = isLeading;
    },
    leaderSeen: ({ lease, identity: leader }) => log.info("Leader", { lease, leader }),
    failed: ({ lease, error }) => log.warn("A request about the Lease failed", { lease, error: messageOf(error) }),
  };
}

/** Returns the message without the stack: most of these errors are connection errors, whose stack does not help. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
