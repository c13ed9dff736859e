import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ReplyStore } from '../../../src/model/reply-store';
import { importDirectory } from '../../../src/workspace/capture/import';
import { openStore, withSignal, type OpenStore } from '../../../src/store';
import { BlobCorruptError } from '../../../src/store/errors';
import { hashBytes } from '../../../src/store/hash';
import { SharedStoreError } from '../../../src/store/s3/errors';
import { probeBucket } from '../../../src/store/s3/shared-tier';
import type { S3Settings } from '../../../src/store/s3/settings';
import { asBlob } from '../../support/hashes';
import { harmLocally, harmShared, loseLocally } from '../../support/harm-store';
import { describeS3, startS3Server, type S3Server } from '../../support/s3-server';
import { tempFolder } from '../../support/temp-folder';

/** So short that a fault shows within a test's patience. */
const IMPATIENT = { deadlineMs: 1_500, silenceMs: 500 };

let server: S3Server;
let prefix: string;
const folder = tempFolder('s3-faults');
const open: OpenStore[] = [];

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  prefix = randomUUID();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((store) => store.close()));
});

/** A machine with a local tier of its own. */
async function machine(more: Partial<S3Settings> = {}, leaseFreshMs?: number): Promise<OpenStore> {
  const store = await openStore(join(folder, randomUUID()), {
    shared: server.settings(prefix, more),
    leaseFreshMs,
  });
  open.push(store);
  return store;
}

const names = (start: string): string[] =>
  [...server.objects(prefix).keys()].filter((name) => name.startsWith(start));
const randoms = (count: number, size: number): Buffer[] =>
  Array.from({ length: count }, () => randomBytes(size));
const failure = async (act: Promise<unknown>): Promise<SharedStoreError> => {
  const error = await act.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SharedStoreError);
  return error as SharedStoreError;
};

describeS3('two machines with one bucket', () => {
  test('one reads what the other wrote, whatever its size', async () => {
    const [one, two] = [await machine(), await machine()];
    const small = randoms(200, 1_000);
    const hashes = await one.blobs.put(small);
    const single = await one.blobs.put(Buffer.from('alone'));
    const large = await one.blobs.put(randomBytes(300_000));
    const streamed = await one.blobs.put(stream(randoms(21, 1_000_000)));
    for (const hash of [...hashes, single, large]) expect(hashBytes(await two.blobs.load(hash))).toBe(hash);
    let size = 0;
    for await (const chunk of two.blobs.stream(streamed)) size += chunk.length;
    expect(size).toBe(21_000_000);
    for (const hash of hashes) expect(await two.local.blobs.has(hash)).toBe(true);
    expect([names('packs/').length, names('blobs/').length]).toEqual([1, 3]);
  });

  test('a capture is a few packs; what is there already is not uploaded again, by neither', async () => {
    const [one, two] = [await machine(), await machine()];
    const files = randoms(3_000, 4_000);
    await one.blobs.put(files);
    const before = names('').length;
    expect(names('packs/').length).toBe(2);
    await one.blobs.put(files);
    await two.blobs.put(files);
    expect(names('packs/').length).toBe(2);
    // The other machine is not sure how old the copies are, so it leases them, all at once.
    expect(names('').length).toBe(before + 1);
  });

  test('the index is made anew from the bucket where it is missing', async () => {
    const one = await machine();
    const hashes = await one.blobs.put(randoms(100, 50));
    await one.shared?.index.belongTo('another bucket');
    for (const hash of hashes) loseLocally(one.local, hash);
    for (const hash of hashes) expect(hashBytes(await one.blobs.load(hash))).toBe(hash);
  });

  test('a pack that is written by a clock three hours behind is found all the same', async () => {
    const [one, two] = [await machine(), await machine()];
    await two.blobs.put(randoms(60, 10));
    const { now } = Date;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() - 3 * 3_600_000);
    const [hash = asBlob('')] = await one.blobs.put(randoms(3, 10)).finally(() => clock.mockRestore());
    expect(hashBytes(await two.blobs.load(hash))).toBe(hash);
  });

  test('of references written at the same time one wins, on all machines', async () => {
    const machines = await Promise.all([machine(), machine(), machine()]);
    const key = { run: 'r', effect: 'reply' };
    const seen = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        (machines[index % 3] as OpenStore).refs.putOnce(key, `v${index}`),
      ),
    );
    expect(new Set(seen).size).toBe(1);
    for (const { refs } of machines) expect(await refs.get(key)).toBe(seen[0]);
  });

  test('a reply that one machine has bought is there for the other, also when both bought it at once', async () => {
    const [one, two] = (await Promise.all(
      [machine(), machine()].map(async (made) => {
        const { blobs, refs } = await made;
        return new ReplyStore(blobs, refs, []);
      }),
    )) as [ReplyStore, ReplyStore];
    const key = { run: 'r', effect: 'round-1/propose-llm' };
    const asked = { model: 'm', messages: [{ role: 'user' as const, content: 'why?' }] };
    const reply = (text: string) => ({
      text,
      finishReason: 'stop',
      usage: { modelCalls: 1, inputTokens: 1, outputTokens: 1 },
    });
    expect(await two.find(key, asked)).toBeUndefined();
    const kept = await Promise.all([one.keep(key, asked, reply('one')), two.keep(key, asked, reply('two'))]);
    expect(kept[0].ref).toBe(kept[1].ref);
    expect((await one.find(key, asked))?.reply.text).toBe(kept[1].reply.text);
  });

  test('another bucket: nothing of the old one is relied upon, and a capture of what is unchanged fills it', async () => {
    const [at, project] = [join(folder, randomUUID()), join(folder, randomUUID())];
    mkdirSync(project);
    for (let file = 0; file < 60; file += 1) writeFileSync(join(project, `f${file}`), `file ${file}`);
    await delay(50);
    const first = await openStore(at, { shared: server.settings(prefix) });
    const { tree } = await importDirectory(first, project);
    await first.close();
    prefix = randomUUID();
    const second = await openStore(at, { shared: server.settings(prefix) });
    open.push(second);
    expect(await second.blobs.pin(tree)).toBe(false);
    expect((await importDirectory(second, project)).tree).toBe(tree);
    const elsewhere = await machine();
    for (const { hash } of await elsewhere.trees.list(tree)) await elsewhere.blobs.load(hash);
    expect(names('packs/')).toHaveLength(1);
  });
});

describeS3('a bucket that is damaged', () => {
  test('a damaged local copy is mended from the bucket', async () => {
    const one = await machine();
    const [small = '', large = ''] = [
      await one.blobs.put(randomBytes(50)),
      await one.blobs.put(randomBytes(90_000)),
    ];
    for (const hash of [small, large]) {
      loseLocally(one.local, asBlob(hash));
      harmLocally(one.local, asBlob(hash), 'not it');
      expect(hashBytes(await one.blobs.load(asBlob(hash)))).toBe(hash);
    }
  });

  test('the other blobs of a damaged pack are read, and the next put mends it for all', async () => {
    const [one, two] = [await machine(), await machine()];
    const blobs = randoms(20, 500);
    const hashes = await one.blobs.put(blobs);
    const broken = hashes[7] ?? '';
    await harmShared(one, server, prefix, asBlob(broken), 'damage');
    const error = await two.blobs.load(asBlob(broken)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BlobCorruptError);
    expect(String(error)).toContain(broken);
    for (const hash of hashes) if (hash !== broken) expect(hashBytes(await two.blobs.load(hash))).toBe(hash);
    await two.blobs.put(blobs[7] ?? Buffer.alloc(0));
    expect(hashBytes(await one.blobs.load(asBlob(broken)))).toBe(broken);
  });

  test('of two copies the whole one is read', async () => {
    const [one, two] = [await machine(), await machine()];
    const bytes = randomBytes(800);
    const [hash = asBlob('')] = await one.blobs.put([bytes, randomBytes(10)]);
    await harmShared(one, server, prefix, hash, 'damage');
    // It does not know of the first copy.
    await two.blobs.put([bytes, randomBytes(11)]);
    expect(hashBytes(await one.blobs.load(hash))).toBe(hash);
  });
});

describeS3('a server that fails', () => {
  afterEach(async () => {
    server.thaw();
    await server.kill();
    await server.start();
  });

  test('killed in the middle of a put: the put fails, says where, and works when it is tried again', async () => {
    const [one, two] = [await machine(IMPATIENT), await machine()];
    await one.blobs.put(Buffer.from('warm'));
    // What is sent decides how long it is tried: 100 kB a second is the slowest line that counts as one.
    const blobs = randoms(60, 40_000);
    const putting = failure(one.blobs.put(blobs));
    await delay(10);
    await server.kill();
    const error = await putting;
    expect(error.passing).toBe(true);
    expect(error.message).toMatch(
      /^The S3 bucket "kintsugi-test" at http:\/\/127\.0\.0\.1:\d+ does not answer \(/,
    );
    await server.start();
    const hashes = await one.blobs.put(blobs);
    for (const hash of hashes) expect(hashBytes(await two.blobs.load(hash))).toBe(hash);
  });

  test('killed and back within the deadline: nobody notices', async () => {
    const one = await machine({ deadlineMs: 20_000 });
    await one.blobs.put(Buffer.from('warm'));
    await server.kill();
    const putting = one.blobs.put(randoms(5, 100_000));
    await delay(300);
    await server.start();
    for (const hash of await putting) expect(await (await machine()).blobs.has(hash)).toBe(true);
  });

  test('silent: a read, a write and a listing end at their deadline with a sentence', async () => {
    const [one, two] = [await machine(), await machine(IMPATIENT)];
    const hash = await one.blobs.put(randomBytes(100));
    server.freeze();
    for (const act of [
      two.blobs.load(hash),
      two.blobs.put(randomBytes(9)),
      two.refs.list('r'),
      two.refs.runs(),
    ])
      expect((await failure(act)).message).toContain('does not answer (it is silent)');
    server.thaw();
    expect(hashBytes(await two.blobs.load(hash))).toBe(hash);
  });

  test('silent in the middle of a large blob', async () => {
    const [one, two] = [await machine(), await machine(IMPATIENT)];
    const hash = await one.blobs.put(stream(randoms(60, 1_000_000)));
    const reading = failure(two.blobs.load(hash));
    await delay(30);
    server.freeze();
    await reading;
    server.thaw();
    expect(hashBytes(await two.blobs.load(hash))).toBe(hash);
  });

  test('an abort ends a request that hangs, at once and with its reason; others go on', async () => {
    const [one, two] = [await machine(), await machine()];
    const [hash = asBlob('')] = await one.blobs.put(randoms(2, 100));
    server.freeze();
    const leaving = new AbortController();
    const left = withSignal(leaving.signal, () => two.blobs.load(hash));
    const stayed = two.blobs.load(hash);
    const put = withSignal(leaving.signal, () => two.blobs.put(randomBytes(10)));
    await delay(50);
    leaving.abort(new Error('the user left'));
    await expect(left).rejects.toThrow('the user left');
    await expect(put).rejects.toThrow('the user left');
    server.thaw();
    expect(hashBytes(await stayed)).toBe(hash);
  });
});

describeS3('settings that are wrong', () => {
  const said = async (more: Partial<S3Settings>): Promise<string> => {
    const error = await failure(probeBucket(server.settings(prefix, { ...IMPATIENT, ...more })));
    expect(error.message).not.toContain('\n');
    expect(error.message).not.toContain('kintsugi-test-secret');
    return error.message;
  };

  test('each is said in one sentence', async () => {
    await probeBucket(server.settings(prefix));
    const wrong = { accessKeyId: 'kintsugi-test', secretAccessKey: 'another-secret' };
    expect(await said({ keys: wrong })).toMatch(
      /refuses this machine's keys \(SignatureDoesNotMatch\): correct KINTSUGI_S3_ACCESS/,
    );
    expect(await said({ keys: { ...wrong, accessKeyId: 'nobody' } })).toMatch(/refuses this machine's keys/);
    expect(await said({ bucket: 'no-such-bucket' })).toBe(
      `There is no bucket "no-such-bucket" at ${server.endpoint}: make it, or correct KINTSUGI_S3_BUCKET.`,
    );
    expect(await said({ endpoint: 'http://127.0.0.1:9' })).toBe(
      'The S3 bucket "kintsugi-test" at http://127.0.0.1:9 does not answer (the connection is refused): start it, or correct KINTSUGI_S3_ENDPOINT.',
    );
    expect(await said({ endpoint: 'http://no-such-host.invalid' })).toMatch(/does not answer \(its name/);
    expect(names('')).toEqual([]);
  });
});

async function* stream(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}
