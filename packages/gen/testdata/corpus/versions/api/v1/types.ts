/**
 * The group and the version are said by markers, whatever the folder is called.
 * @groupName=corpus.example.com
 * @versionName=v1
 */
import type { Condition, Int32, KubernetesObject } from "@kubewright/apimachinery";

export interface ShipSpec {
  /** How many. */
  readonly replicas?: Int32;
  readonly port?: string;
}

export interface ShipStatus {
  readonly replicas: Int32;
  readonly selector?: string;
  /**
   * @listType=map
   * @listMapKey=type
   */
  readonly conditions?: readonly Condition[];
}

/**
 * Ship is what is stored.
 * @kubebuilder:object:root=true
 * @kubebuilder:storageversion
 * @kubebuilder:resource:path=ships,singular=ship,shortName=sp;spp,categories={all,fleet},scope=Cluster
 * @kubebuilder:subresource:status
 * @kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
 * @kubebuilder:printcolumn:JSONPath=.spec.replicas,name=Replicas,type=integer,format=int32
 * @kubebuilder:printcolumn:JSONPath=.status.replicas,description="How many there are",name="Current Replicas",priority=1,type=integer
 * @kubebuilder:printcolumn:name=Ready,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
 * @kubebuilder:printcolumn:name=Big,type=boolean,JSONPath=.spec.big
 * @kubebuilder:printcolumn:name=Ratio,type=number,JSONPath=.spec.ratio,format=double
 * @kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp
 * @kubebuilder:selectablefield:JSONPath=.spec.port
 * @kubebuilder:selectablefield:JSONPath=`.spec.replicas`
 * @kubebuilder:metadata:annotations="api-approved.kubernetes.io=https://example.com/1";"b=c=d",labels={"app=fleet","team=sea"}
 * @kubebuilder:metadata:labels="third=1"
 */
export interface Ship extends KubernetesObject {
  readonly spec?: ShipSpec;
  readonly status?: ShipStatus;
}
