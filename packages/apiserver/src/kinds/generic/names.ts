/** Name rules that apimachinery does not have. */
import type { NameRule } from "@kubewright/apimachinery";
import { nameIsDnsSubdomain } from "@kubewright/apimachinery";

/** A DNS subdomain. For a few kinds kube-apiserver uses another message, which counts bytes instead of characters. */
export const nameIsLongName: NameRule = (name, isPrefix) =>
  nameIsDnsSubdomain(name, isPrefix).map((text) => text.replace(/ characters$/u, " bytes"));
