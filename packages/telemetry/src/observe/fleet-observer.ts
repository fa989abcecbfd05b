/** The observer of a fleet of clusters. */

/**
 * `unreachable`: a request got no response from the API server, and none has succeeded since. `syncing`: the first list of an informer is not in the cache. Else
 * `synced`.
 */
export type FleetClusterState = "syncing" | "synced" | "unreachable";

export interface FleetObserver {
  /** A cluster was engaged (`before` is undefined), was disengaged (`state` is undefined), or changed its state. */
  readonly stateChanged?: (event: {
    readonly clusterName: string;
    readonly state: FleetClusterState | undefined;
    readonly before: FleetClusterState | undefined;
  }) => void;
}
