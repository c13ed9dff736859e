/** Where the shared tier is. Keys are absent where the standard chain of the AWS SDK gives them. */
export interface S3Settings {
  bucket: string;
  /** URL of a server other than AWS; its buckets are addressed by path. */
  endpoint?: string;
  region?: string;
  /** Stands before all names in the bucket; no slash at its end. */
  prefix: string;
  keys?: { accessKeyId: string; secretAccessKey: string };
  /** Longest time for one read or write with all of its tries, ms; 30 s by default. */
  deadlineMs?: number;
  /** Longest silence of the server, ms; 10 s by default. */
  silenceMs?: number;
}

/** The bucket as messages name it. */
export function placeOf({ bucket, endpoint }: S3Settings): string {
  return `the S3 bucket "${bucket}" at ${serverOf({ endpoint })}`;
}

/** The server as messages name it: without what a URL may hold besides. */
export function serverOf({ endpoint }: Pick<S3Settings, 'endpoint'>): string {
  return endpoint === undefined ? 'AWS' : new URL(endpoint).origin;
}
