export { Pace } from '../../machine/pace';
