/**
 * @groupName=bank.corpus.example.com
 * @kubebuilder:validation:Optional
 */
import type { LabelSelector } from "@kubewright/api/meta/v1";
import type { KubernetesObject } from "@kubewright/apimachinery";
import type { Address, Amount, Currency } from "../../shared/types.ts";
import type { NotAKind } from "../../shop/v1/types.ts";

export interface AccountSpec {
  readonly owner: string;
  readonly currency: Currency;
  readonly balance: Amount;
  readonly shop: NotAKind;
  /** @required */
  readonly needed: Address;
  readonly selector: LabelSelector;
}

/**
 * @kubebuilder:object:root=true
 * @kubebuilder:resource:scope=Cluster,path=accounts
 * @kubebuilder:subresource:status
 */
export interface Account extends KubernetesObject {
  readonly spec: AccountSpec;
}
