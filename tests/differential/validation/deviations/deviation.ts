/** A place of the reference's validation that no case reaches, and the reason for accepting that. */
export interface ValidationDeviation {
  /** The id of a site, or a prefix followed by `*`. */
  readonly site: string;
  readonly reason: string;
}
