import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LiveTexts, readLiveText } from '../../../src/machine/live-texts';
import { tempFolder } from '../../support/temp-folder';
import { until } from '../../support/until';

describe('texts of a model while it says them', () => {
  const home = tempFolder('live');
  afterAll(() => rm(home, { recursive: true }));
  const texts = () =>
    new LiveTexts(join(home, 'live'), (text) => text.replaceAll('hush-hush', '***'), 'hush-hush'.length);

  it('are there until they are whole, without secrets, half ones included', async () => {
    const writer = texts().begin({ run: 'r1', effect: 'turn-1' });
    writer.say(() => 'The key is hush-hush, and the other hush-h');
    const live = await until('the text is there', () => readLiveText(join(home, 'live'), 'r1'));
    expect(live).toMatchObject({ effect: 'turn-1', text: 'The key is ***, and the oth', chars: 42 });
    const [file = ''] = await readdir(join(home, 'live'));
    expect((await stat(join(home, 'live', file))).mode & 0o777).toBe(0o600);
    writer.end();
    await until('the text is gone', async () => (await readLiveText(join(home, 'live'), 'r1')) === undefined);
    expect(await readdir(join(home, 'live'))).toEqual([]);
  });

  it('are bounded, and other runs have none', async () => {
    texts()
      .begin({ run: 'r2', effect: 'turn-1' })
      .say(() => 'x'.repeat(100_000));
    const live = await until('the text is there', () => readLiveText(join(home, 'live'), 'r2'));
    expect(live).toMatchObject({ text: 'x'.repeat(2_000), chars: 100_000 });
    expect(await readLiveText(join(home, 'live'), 'r3')).toBeUndefined();
  });
});
