/**
 * Joins several observers into one, for metrics and logs. Each of them is guarded for itself: an observer that throws does not keep the others from
 * their calls.
 */
import { guardObserver } from "@kubewright/async";
import type { ObserverErrorHandler } from "@kubewright/async";
import type { ClientObserver, LeaderElectionObserver } from "@kubewright/client";
import type { InformerObserver } from "@kubewright/informer";

export function joinClientObservers(
  observers: readonly ClientObserver[],
  onError: ObserverErrorHandler,
): ClientObserver {
  const guarded = observers.map((observer) => guardObserver(observer, onError));
  return {
    requestEnded(report) {
      for (const observer of guarded) observer.requestEnded?.(report);
    },
    requestRetried(report) {
      for (const observer of guarded) observer.requestRetried?.(report);
    },
    warned(warning) {
      for (const observer of guarded) observer.warned?.(warning);
    },
  } satisfies Required<ClientObserver>; // Fails to compile if the interface gains a method that is not forwarded here.
}

export function joinInformerObservers(
  observers: readonly InformerObserver[],
  onError: ObserverErrorHandler,
): InformerObserver {
  const guarded = observers.map((observer) => guardObserver(observer, onError));
  return {
    stateChanged(...args) {
      for (const observer of guarded) observer.stateChanged?.(...args);
    },
    listed(...args) {
      for (const observer of guarded) observer.listed?.(...args);
    },
    listSizeChanged(...args) {
      for (const observer of guarded) observer.listSizeChanged?.(...args);
    },
    watchEnded(...args) {
      for (const observer of guarded) observer.watchEnded?.(...args);
    },
    eventReceived(...args) {
      for (const observer of guarded) observer.eventReceived?.(...args);
    },
    handlerFailed(...args) {
      for (const observer of guarded) observer.handlerFailed?.(...args);
    },
    objectRefused(...args) {
      for (const observer of guarded) observer.objectRefused?.(...args);
    },
  } satisfies Required<InformerObserver>;
}

export function joinLeaderElectionObservers(
  observers: readonly LeaderElectionObserver[],
  onError: ObserverErrorHandler,
): LeaderElectionObserver {
  const guarded = observers.map((observer) => guardObserver(observer, onError));
  return {
    leadingChanged(name, isLeading) {
      for (const observer of guarded) observer.leadingChanged?.(name, isLeading);
    },
    leaderSeen(name, identity) {
      for (const observer of guarded) observer.leaderSeen?.(name, identity);
    },
    failed(name, error) {
      for (const observer of guarded) observer.failed?.(name, error);
    },
  } satisfies Required<LeaderElectionObserver>;
}
