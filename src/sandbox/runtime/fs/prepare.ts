type Work = () => unknown;

export type Prepare = (...args: unknown[]) => Work;
