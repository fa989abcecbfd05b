// What strict decoding rejects, and where it looks.

/** A field that strict decoding rejects. Its path is in the format of kube-apiserver: `spec.containers[0].name`. */
export interface StrictField {
  readonly problem: "duplicate" | "unknown";
  readonly path: string;
}

/** The containers that a strict decoder reads. Go decodes some values separately, with their own decoders, which do not report duplicate keys. */
export interface StrictPlaces {
  /** The places in the container in a field; `undefined` if its keys are not reported. The key of an item is `""`. */
  readonly below: (key: string) => StrictPlaces | undefined;
}

export const everywhere: StrictPlaces = { below: () => everywhere };

/** The maximum number of strict errors that kube-apiserver reports. */
export const strictErrorsMax = 100;
