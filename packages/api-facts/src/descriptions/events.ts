/** Descriptions of events, in both groups, and of leases. Format: `type-descriptions.ts`. */
export const events: string = `
package io.k8s.api.core.v1

kind Event: A report about something that happened to an object. The server deletes it after an hour by default.
  action: What was done or failed, in CamelCase.
  count: How often the event occurred.
  eventTime: When the event occurred first, with microseconds. Set by reporters of the group events.k8s.io.
  firstTimestamp: When the event occurred first.
  involvedObject: The object of the event.
  lastTimestamp: When the event occurred last.
  message: A description for people, at most 1024 characters for events of the group events.k8s.io.
  reason: Why the event occurred: one word in CamelCase, for programs.
  related: A second object, for more complex actions.
  reportingComponent: The controller that reports the event, for example example.com/myjob-operator.
  reportingInstance: The instance of the controller, for example the name of its Pod.
  series: Set if the event occurred several times: how often, and when last.
  source: The component that reports the event. Older reporters set it.
  type: Normal or Warning.
EventSeries: Repetitions of an event.
  count: How often the event occurred until lastObservedTime.
  lastObservedTime: When the event occurred last.
EventSource: The component and node of a report.
  component: The component.
  host: The node of the component.

package io.k8s.api.events.v1

kind Event: A report about something that happened to an object. The server deletes it after an hour by default.
  action: What was done or failed, in CamelCase; required, at most 128 characters.
  deprecatedCount: The count of the core group.
  deprecatedFirstTimestamp: The firstTimestamp of the core group.
  deprecatedLastTimestamp: The lastTimestamp of the core group.
  deprecatedSource: The source of the core group.
  eventTime: When the event occurred first.
  note: A description for people, at most 1024 bytes.
  reason: Why the event occurred: one word in CamelCase, for programs; required, at most 128 characters.
  regarding: The object of the event.
  related: A second object, for more complex actions.
  reportingController: The controller that reports the event, for example example.com/myjob-operator.
  reportingInstance: The instance of the controller, for example the name of its Pod; at most 128 characters.
  series: Set if the event occurred several times: how often, and when last.
  type: Normal or Warning.
EventSeries: Repetitions of an event.
  count: How often the event occurred until lastObservedTime.
  lastObservedTime: When the event occurred last.

package io.k8s.api.coordination.v1

kind Lease: A lock with an expiry, for leader election and heartbeats of nodes.
  spec: The holder and the times of the lease.
LeaseSpec: The state of a lease.
  acquireTime: When the holder acquired the lease.
  holderIdentity: The identity of the holder.
  leaseDurationSeconds: How long others must wait after the last renewal that they observed, in seconds. It must be above 0.
  leaseTransitions: How often the holder has changed.
  preferredHolder: The candidate to which the holder should hand over. Needs strategy.
  renewTime: When the holder last renewed the lease.
  strategy: How the server chooses the holder. Needs the feature gate CoordinatedLeaderElection.
`;
