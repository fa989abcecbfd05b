/** Rules for names of single kinds; see `NameRule` for those of many. */
import type { NameRule } from "@kubewright/apimachinery";
import { nameIsDnsSubdomain } from "@kubewright/apimachinery";

/** A DNS subdomain. The reference checks a few kinds by rules in their types, which count what other texts call characters in bytes. */
export const nameIsLongName: NameRule = (name, isPrefix) =>
  nameIsDnsSubdomain(name, isPrefix).map((text) => text.replace(/ characters$/u, " bytes"));
