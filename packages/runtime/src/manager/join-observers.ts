/** Several observers as one: metrics and logs hear of the same things. An observer that throws keeps the later ones from hearing. */
import type { ClientObserver, LeaderElectionObserver } from "@kubewright/client";
import type { InformerObserver } from "@kubewright/informer";

export function joinClientObservers(...observers: readonly ClientObserver[]): ClientObserver {
  return {
    requestEnded(report) {
      for (const observer of observers) observer.requestEnded?.(report);
    },
    requestRetried(report) {
      for (const observer of observers) observer.requestRetried?.(report);
    },
    warned(warning) {
      for (const observer of observers) observer.warned?.(warning);
    },
  } satisfies Required<ClientObserver>; // A method that the interface gains has to be passed on here too.
}

export function joinInformerObservers(...observers: readonly InformerObserver[]): InformerObserver {
  return {
    stateChanged(type, state, before) {
      for (const observer of observers) observer.stateChanged?.(type, state, before);
    },
    listed(type, report) {
      for (const observer of observers) observer.listed?.(type, report);
    },
    watchEnded(type, report) {
      for (const observer of observers) observer.watchEnded?.(type, report);
    },
    eventReceived(type, kind) {
      for (const observer of observers) observer.eventReceived?.(type, kind);
    },
    handlerFailed(type, handler, error) {
      for (const observer of observers) observer.handlerFailed?.(type, handler, error);
    },
    objectRefused(type, error) {
      for (const observer of observers) observer.objectRefused?.(type, error);
    },
  } satisfies Required<InformerObserver>;
}

export function joinLeaderElectionObservers(...observers: readonly LeaderElectionObserver[]): LeaderElectionObserver {
  return {
    leadingChanged(name, isLeading) {
      for (const observer of observers) observer.leadingChanged?.(name, isLeading);
    },
    leaderSeen(name, identity) {
      for (const observer of observers) observer.leaderSeen?.(name, identity);
    },
    failed(name, error) {
      for (const observer of observers) observer.failed?.(name, error);
    },
  } satisfies Required<LeaderElectionObserver>;
}
