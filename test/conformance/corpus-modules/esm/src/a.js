export const a = 1;
export const b = 2;
export const shared = 'a';
export default 'default of a';
