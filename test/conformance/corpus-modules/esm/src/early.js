import { late } from './later.js';
export { seen } from './later.js';
export const early = 1;
export const both = () => early + late;
