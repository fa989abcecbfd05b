/** A scenario: what every operator does against the same server, and the goals of its figures. */
import type { PeerName, Peer } from "./peers.ts";
import type { Figures, Session } from "./session.ts";

export const scenarioIds = ["A", "B", "C", "D"] as const;
export type ScenarioId = (typeof scenarioIds)[number];

export interface Scenario {
  readonly id: ScenarioId;
  readonly title: string;
  /** Runs of each operator for one repetition: more where one is short. */
  readonly runs: number;
  /** Creates in a new cluster what all runs need. */
  prepare(session: Session): Promise<void>;
  measure(session: Session, peer: Peer): Promise<Figures>;
  readonly rows: readonly RowTemplate[];
}

export interface RowTemplate {
  readonly what: string;
  readonly unit: string;
  /** The name of the figure. */
  readonly figure: string;
  readonly goal?: PeerGoal;
}

/** A limit in the figure's unit, or a limit of the ratio to a peer in the same run. */
export type PeerGoal = { readonly atMost: number } | { readonly atMost: number; readonly timesOf: PeerName };

/** Every scenario has this goal, the start of the operator included. */
export const blockRow: RowTemplate = {
  what: "longest block of the event loop",
  unit: "ms",
  figure: "block",
  goal: { atMost: 50 },
};
