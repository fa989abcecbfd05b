/** A place of the reference's validation that no case reaches, and why that is accepted. */
export interface ValidationDeviation {
  /** The id of a site, or what its id begins with followed by `*`. */
  readonly site: string;
  readonly reason: string;
}
