// A diagram as data: boxes on a grid, frames around them, arrows between them.

/** A box. Positions and widths are in cells of the grid; fractions are allowed. */
export interface Box {
  readonly id: string;
  readonly column: number;
  readonly row: number;
  /** Default: 1. */
  readonly columns?: number;
  /** The first line is the title. */
  readonly lines: readonly [string, ...string[]];
  /** `plain` is part of Kubernetes or of the user, `ours` is Kubewright, `code` is a file or an object. Default: `ours`. */
  readonly look?: "plain" | "ours" | "code";
}

/** A frame around cells, such as a process. */
export interface Frame {
  readonly label: string;
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

type Side = "left" | "right" | "top" | "bottom";

/** An arrow from a side of a box to a side of another. It has at most one corner, or two between parallel sides. */
export interface Arrow {
  readonly from: readonly [id: string, side: Side];
  readonly to: readonly [id: string, side: Side];
  readonly label?: string;
}

export interface Picture {
  /** The title for screen readers. */
  readonly title: string;
  readonly columns: number;
  readonly rows: number;
  readonly boxes: readonly Box[];
  readonly frames?: readonly Frame[];
  readonly arrows?: readonly Arrow[];
}
