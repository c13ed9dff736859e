/** As much of node:path as the bundled packages use. */
export const sep = '/';
