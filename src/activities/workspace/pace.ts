export { Pace } from '../../store/pace';
