export { createInspector } from './inspect';
export type { Inspect, InspectedChange, Inspection } from './inspection';
