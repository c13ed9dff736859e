import { early } from './early.js';
export let seen;
try {
  seen = early;
} catch (error) {
  seen = error.name;
}
export const late = 2;
