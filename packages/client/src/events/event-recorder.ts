/** Events: short notes about an object that `kubectl describe` shows. */
import type { KubernetesObject } from "@kubewright/apimachinery";

export interface EventNote {
  readonly type: "Normal" | "Warning";
  /** Why, in one UpperCamelCase word: "FailedCreate". At most 128 characters. */
  readonly reason: string;
  /** What was done or failed, in one UpperCamelCase word: "CreatePod". At most 128 characters. */
  readonly action: string;
  /** A human-readable description, at most 1024 bytes; a longer one is cut. */
  readonly note: string;
  /** A second object, such as the Pod that was created. */
  readonly related?: KubernetesObject;
  /** Annotations of the Event. A repetition keeps those of the first occurrence. Default: none. */
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * Writes Events in the background. `event` never throws or waits, so Events cannot disturb the work that they describe. Disposing sends the
 * queued Events, within `flushTimeoutMs`.
 */
export interface EventRecorder extends AsyncDisposable {
  /** Records an event about `regarding`, which must have apiVersion, kind and a name. Repetitions become one Event with a series. */
  event(regarding: KubernetesObject, note: EventNote): void;
  /** Resolves once every event recorded so far has been sent or dropped. */
  flush(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}
