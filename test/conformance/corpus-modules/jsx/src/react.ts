export const Fragment = 'fragment';
export const createElement = (...parts: any[]): any => parts;
