import { log } from './log.js';
import './first.js';
log.push('second');
