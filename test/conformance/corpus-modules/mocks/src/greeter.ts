import { name } from './name';
export const greet = (): string => `hello ${name()}`;
