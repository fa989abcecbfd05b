import type { IntOrString, ObjectMeta, Quantity, RawExtension, Time } from "@kubewright/api/meta/v1";
import type { Int32, Int64, KubernetesObject } from "@kubewright/apimachinery";

/** Colour of a widget. */
export type Colour = "red" | "green" | "yes";

/**
 * Name is a DNS label.
 * @kubebuilder:validation:MinLength=1
 * @kubebuilder:validation:MaxLength=63
 * @kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
 */
export type Name = string;

/**
 * Part is one of the things a widget is made of: it has a name, and it says how often it is there, with a line that is rather long.
 * @structType=atomic
 */
export interface Part {
  readonly name: Name;
  /**
   * How many of it: 1 unless it says otherwise.
   * @kubebuilder:default=1
   * @kubebuilder:validation:Minimum=1
   */
  readonly count?: Int32;
  readonly note?: string;
}

/**
 * Size in both directions.
 * @kubebuilder:validation:AtMostOneOf=width;height
 * @kubebuilder:validation:XValidation:rule="!has(self.width) || self.width > 0",message="width, if any, is positive"
 */
export interface Size {
  readonly width?: Int64;
  readonly height?: Int64;
}

/**
 * WidgetSpec says what is wanted.
 *
 * It has a second paragraph,
 * of two lines.
 * TODO: and this line is not for readers
 */
export interface WidgetSpec {
  /**
   * It's the colour: "red" is #1.
   * @kubebuilder:default=red
   */
  readonly colour?: Colour;
  /** - begins with a dash */
  readonly parts: readonly Part[];
  /**
   * @listType=map
   * @listMapKey=name
   * @kubebuilder:validation:MinItems=1
   * @kubebuilder:validation:MaxItems=10
   */
  readonly keyed?: readonly Part[];
  /**
   * @listType=set
   * @kubebuilder:validation:items:MinLength=2
   * @kubebuilder:validation:items:Enum=aa;bb
   * @kubebuilder:default={aa,bb}
   */
  readonly tags?: readonly string[];
  /**
   * yes
   * @mapType=atomic
   * @kubebuilder:default={a: "1", b: "on", "c d": x}
   */
  readonly labels?: Readonly<Record<string, string>>;
  /**
   * ---
   * not shown
   */
  readonly sizes?: { readonly [name: string]: Size };
  /**
   * A port, as a number or a name.
   * @kubebuilder:default=80
   */
  readonly port?: IntOrString;
  /**
   * null
   * @kubebuilder:default="100Mi"
   */
  readonly memory?: Quantity;
  /** 12 */
  readonly until?: Time | null;
  /**
   * true
   * @kubebuilder:default=false
   */
  readonly on?: boolean;
  /**
   * A longer text that is folded where it becomes longer than eighty columns, which is here, and once more a good deal later on.
   * @kubebuilder:validation:MaxLength=10
   * @kubebuilder:validation:Pattern="^[a-z]: 'x'$"
   */
  readonly longer?: Name;
  /**
   * A text with a colon at its end:
   * @kubebuilder:validation:Format=date
   * @kubebuilder:example="2026-01-01"
   */
  readonly day?: string;
  /**
   * Ends with a space and has a tab	within. 
   * @kubebuilder:validation:Enum=1;2;4
   */
  readonly level?: Int32;
  /**
   * 'single'
   * @kubebuilder:pruning:PreserveUnknownFields
   */
  readonly any?: RawExtension;
  /** The metadata of what is made. */
  readonly metadata?: ObjectMeta;
  /**
   * @kubebuilder:validation:Schemaless
   * @kubebuilder:pruning:PreserveUnknownFields
   */
  readonly open?: unknown;
  /**
   * @kubebuilder:validation:Type=string
   * @kubebuilder:title="A title, quoted"
   * @kubebuilder:externalDocs:url="https://example.com/docs",description="More of it"
   * @kubebuilder:validation:Format=uuid
   */
  readonly typed?: number;
  /** @k8s:immutable */
  readonly once?: string;
  /** @optional */
  readonly maybe: string;
  /** @required */
  readonly must?: string;
  /** @listType=atomic */
  readonly matrix?: readonly (readonly Int32[])[];
  /** {braces} */
  readonly v1?: string;
  /** `@at` */
  readonly v10?: string;
  /** ~ */
  readonly v2?: string;
  /**
   * 2026-01-01
   * @format byte
   */
  readonly bytes?: string;
}

/** WidgetStatus says what is. */
export interface WidgetStatus {
  readonly replicas?: Int32;
  readonly selector?: string;
}

/**
 * Widget is a thing.
 *
 * @kubebuilder:object:root=true
 * @kubebuilder:subresource:status
 * @kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
 * @kubebuilder:resource:path=widgets,singular=widget,shortName=wg;wgt,categories=all;shop,scope=Cluster
 * @kubebuilder:printcolumn:name="Colour",type=string,JSONPath=`.spec.colour`,description="The colour, of course",priority=1
 * @kubebuilder:printcolumn:name=Ready,type=string,JSONPath=.status.conditions[?(@.type=="Ready")].status
 * @kubebuilder:printcolumn:JSONPath=".metadata.creationTimestamp",name="Age",type="date"
 * @kubebuilder:metadata:annotations="example.com/a=b,c";"example.com/d=e=f",labels="app=widgets"
 * @kubebuilder:selectablefield:JSONPath=`.spec.colour`
 * @kubebuilder:deprecatedversion:warning="shop.example.com/v1 Widget is old: use v2"
 */
export interface Widget extends KubernetesObject {
  readonly spec: WidgetSpec;
  readonly status?: WidgetStatus;
}

/**
 * @groupName=shop.example.com
 * @kubebuilder:rbac:groups=shop.example.com,resources=widgets,verbs=get;list;watch
 * @kubebuilder:rbac:groups=shop.example.com,resources=widgets/status;widgets/scale,verbs=update;patch;update
 * @kubebuilder:rbac:groups=core,resources=pods;services,verbs=list;get;watch
 * @kubebuilder:rbac:groups="",resources=secrets,resourceNames=tls;ca,verbs=get
 * @kubebuilder:rbac:groups=apps;extensions,resources=deployments,verbs=get
 * @kubebuilder:rbac:groups=batch,resources=deployments,verbs=get
 * @kubebuilder:rbac:urls=/metrics;/healthz,verbs=get
 * @kubebuilder:rbac:urls=/version,verbs=get
 * @kubebuilder:rbac:groups=coordination.k8s.io,resources=leases,verbs=create;get;update,namespace=system
 * @kubebuilder:rbac:groups=coordination.k8s.io,resources=leases,verbs=list,namespace=system,roleName=reader
 */
