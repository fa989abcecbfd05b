/**
 * @groupName=hidden.corpus.example.com
 * @kubebuilder:skip
 */
import type { KubernetesObject } from "@kubewright/apimachinery";

/** @kubebuilder:object:root=true */
export interface Hidden extends KubernetesObject {}
