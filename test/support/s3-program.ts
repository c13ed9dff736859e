import { loadConfig } from '../../src/config';
import { buildGoProgram, builtPath, isProgram, onPath, type GoProgram } from './go-program';

/** The newest version when this was written; Apache-2.0. Checked against: conditional writes, ranges, multipart. */
const PROGRAM: GoProgram = {
  name: 'versitygw',
  package: 'github.com/versity/versitygw/cmd/versitygw',
  version: '1.8.0',
};

/** Why there can be no S3 server on this machine; undefined where there is one, or Go to build it with. */
export function whyNoS3Server(): string | undefined {
  if (existing() !== undefined || onPath(loadConfig().path, 'go') !== undefined) return undefined;
  return 'there is neither a versitygw nor Go on PATH to build one: install Go, or set KINTSUGI_TEST_S3_SERVER';
}

function existing(): string | undefined {
  const given = process.env['KINTSUGI_TEST_S3_SERVER'];
  return given ?? onPath(loadConfig().path, 'versitygw') ?? [builtPath(PROGRAM)].find(isProgram);
}

/**
 * Path of the S3 server that tests run against: `KINTSUGI_TEST_S3_SERVER`, on PATH, in the user's cache, else built
 * into it with Go, once (about a minute).
 */
export async function findS3Server(): Promise<string> {
  try {
    return existing() ?? (await buildGoProgram(PROGRAM));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The S3 server for tests cannot be built: ${reason}. Set KINTSUGI_TEST_S3_SERVER to a versitygw.`,
      { cause: error },
    );
  }
}
