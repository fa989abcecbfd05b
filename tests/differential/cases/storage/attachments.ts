/** VolumeAttachments: sources, inline volumes, and the status. */
import { cases, get, patch, post, put } from "../../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../../case.ts";

const attachments = "/apis/storage.k8s.io/v1/volumeattachments";
const one = `${attachments}/{{namespace}}`;

const good = { attacher: "a.example.com", nodeName: "n", source: { persistentVolumeName: "v" } };
const attachment = (spec: object = good): object => ({ metadata: { name: "{{namespace}}" }, spec });

/** Tries to create an attachment with each of these changes of a valid one. */
const tried = (...changes: readonly object[]): readonly DifferentialRequest[] =>
  changes.map((change) => post(`${attachments}?dryRun=All`, attachment({ ...good, ...change })));
const inline = (...changes: readonly object[]): readonly DifferentialRequest[] =>
  tried(
    ...changes.map((change) => ({
      source: {
        inlineVolumeSpec: { accessModes: ["ReadWriteOnce"], csi: { driver: "d", volumeHandle: "h" }, ...change },
      },
    })),
  );
const status = (body: object): DifferentialRequest => patch("merge", `${one}/status`, { status: body });
const long = (length: number): string => "a".repeat(length);

export const attachmentCases: readonly DifferentialCase[] = cases("attachment", {
  spec: [
    ...tried(
      {},
      { attacher: "" },
      { attacher: "-" },
      { attacher: long(64) },
      { nodeName: "" },
      { nodeName: "N_" },
      { source: {} },
      { source: { persistentVolumeName: "" } },
      { source: { persistentVolumeName: "V_" } },
      { source: { persistentVolumeName: "v", inlineVolumeSpec: {} } },
    ),
    post(`${attachments}?dryRun=All`, { metadata: { name: "{{namespace}}" } }),
    post(`${attachments}?dryRun=All`, { metadata: { name: "A_" }, spec: {} }),
  ],
  inline: inline(
    {},
    { accessModes: [] },
    { accessModes: ["Some"] },
    { csi: undefined },
    { csi: {} },
    { csi: undefined, hostPath: { path: "/a" } },
    { hostPath: { path: "/a" } },
    { claimRef: { name: "c" } },
    { capacity: { storage: "1" } },
    { persistentVolumeReclaimPolicy: "Delete" },
    { persistentVolumeReclaimPolicy: "Retain" },
    { persistentVolumeReclaimPolicy: "Keep" },
    { nodeAffinity: {} },
    { storageClassName: "c" },
    { volumeMode: "Block" },
    { volumeMode: "Filesystem" },
    { volumeAttributesClassName: "gold" },
    { csi: undefined, iscsi: { targetPortal: "p", iqn: "iqn.2001-04.com.example:a", lun: 1 } },
  ),
  updates: [
    post(attachments, attachment()),
    patch("merge", one, { spec: { nodeName: "M_" } }),
    patch("merge", one, { metadata: { labels: { a: "b" } } }),
    put(one, attachment()),
    status({ attached: true, attachmentMetadata: { a: "b" } }),
    status({ attachmentMetadata: { a: long(256 * 1024) } }),
    status({ attachError: { message: long(1025) } }),
    status({ attachError: { message: long(1024), errorCode: -1 } }),
    status({ detachError: { message: "m", errorCode: 5 } }),
    get(one),
  ],
});
