export const name = (): string => 'real';
export const other = (): string => 'other';
