export { createInspector, type Inspect, type InspectedChange, type Inspection } from './inspect';
