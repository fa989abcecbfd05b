/** The object identifier of the attribute of a subject that has the uid of a Kubernetes user. */
export const uidAttribute = "1.3.6.1.4.1.57683.2";
