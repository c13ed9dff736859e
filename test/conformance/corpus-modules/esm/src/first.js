import { log } from './log.js';
log.push('first');
