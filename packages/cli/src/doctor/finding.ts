/** What `kubewright doctor` has found out about one thing. */
export interface Finding {
  /** The thing: `Node`, `kubectl`. */
  readonly name: string;
  /** "error": commands fail. "warning": some commands fail, or may fail. */
  readonly state: "ok" | "warning" | "error";
  readonly text: string;
  /** What to do. */
  readonly fix?: string;
}
