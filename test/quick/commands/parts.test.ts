import { saidText } from '../../../src/domain/run/said';
import { BoundedOutput } from '../../../src/commands/bounded-output';
import { bubblewrapArgs } from '../../../src/commands/bubblewrap';
import { isBelow } from '../../../src/machine/paths';
import { commandReport } from '../../../src/commands/command-report';
import { findCommandTools } from '../../../src/commands/sandboxing';
import { Slots } from '../../../src/commands/bench';
import { toolFolders } from '../../../src/commands/machine-view';

describe('the view of bubblewrap', () => {
  const args = bubblewrapArgs(
    {
      work: '/data/open/1/work',
      inside: '/home/u/app',
      tmp: '/data/open/1/tmp',
      system: {
        shown: ['/usr', '/etc/hosts', '/etc/fonts'],
        links: [{ path: '/bin', to: 'usr/bin' }],
        emptyFolders: ['/usr/src/deep', '/usr/src'],
        emptyFiles: ['/etc/fonts/private'],
      },
      readOnly: [
        { source: '/home/u/app/node_modules', target: '/home/u/app/node_modules' },
        { source: '/home/u/.nvm/v24', target: '/home/u/.nvm/v24' },
      ],
      scratch: ['/home/u/app/node_modules/.cache'],
      memoryFolderBytes: 1_000,
      statusFd: 3,
    },
    ['sh', '-c', 'npm test'],
  );
  const at = (...wanted: string[]): number => {
    const place = args.findIndex((_, index) => wanted.every((word, offset) => args[index + offset] === word));
    if (place < 0) throw new Error(`no ${wanted.join(' ')}`);
    return place;
  };

  test('no network, no other processes, nothing survives, and the whole system is never shown', () => {
    for (const flag of [['--unshare-all'], ['--die-with-parent'], ['--cap-drop', 'ALL']]) at(...flag);
    expect(args).not.toContain('--share-net');
    expect(args.flatMap((word, index) => (word.endsWith('bind') ? [args[index + 1]] : []))).not.toContain(
      '/',
    );
    expect(args.slice(-4)).toEqual(['--', 'sh', '-c', 'npm test']);
  });

  test('a guard shares the network where it may, and places that are written lie below or above those that are read', () => {
    const shown = bubblewrapArgs(
      {
        ...{
          work: '/data/work',
          inside: '/home/u/app',
          tmp: '/data/tmp',
          network: true,
          scratch: [],
          statusFd: 3,
        },
        system: { shown: [], links: [], emptyFolders: [], emptyFiles: [] },
        readOnly: ['/home/u/.nvm', '/home/u/app/.git'].map((place) => ({ source: place, target: place })),
        kept: ['/home/u', '/home/u/app/node_modules'].map((place) => ({ source: place, target: place })),
      },
      ['true'],
    );
    const binds = shown.flatMap((word, index) => (/^--(ro-)?bind$/.test(word) ? [shown[index + 2]] : []));
    expect(shown).toContain('--share-net');
    expect(binds).toEqual([
      '/tmp',
      '/home/u',
      '/home/u/.nvm',
      '/home/u/app',
      '/home/u/app/.git',
      '/home/u/app/node_modules',
    ]);
  });

  test('later mounts cover earlier ones: system, what is empty in it, tools, checkout, dependencies, scratch, locks', () => {
    const order = [
      at('--ro-bind', '/usr', '/usr'),
      at('--ro-bind', '/etc/hosts', '/etc/hosts'),
      at('--symlink', 'usr/bin', '/bin'),
      at('--tmpfs', '/usr/src'),
      at('--tmpfs', '/usr/src/deep'),
      at('--ro-bind', '/dev/null', '/etc/fonts/private'),
      at('--size', '1000', '--tmpfs', '/dev/shm'),
      at('--bind', '/data/open/1/tmp', '/tmp'),
      at('--ro-bind', '/home/u/.nvm/v24', '/home/u/.nvm/v24'),
      at('--bind', '/data/open/1/work', '/home/u/app'),
      at('--ro-bind', '/home/u/app/node_modules', '/home/u/app/node_modules'),
      at('--size', '1000', '--tmpfs', '/home/u/app/node_modules/.cache'),
      at('--remount-ro', '/usr/src'),
      at('--remount-ro', '/'),
      at('--chdir', '/home/u/app'),
    ];
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  test('folders below others', () => {
    expect([isBelow('/a/b', '/a'), isBelow('/a', '/a'), isBelow('/ab', '/a'), isBelow('/a', '/')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });

  const CLOSED = ['/', '/home', '/root', '/run', '/tmp', '/opt'];
  const BESIDE = /\/(lib|lib64|libexec|include|plugins|version|versions|installs)$|\.pyenv\/bin$/;
  /** Entries of a search path; folders named lib and their like are there only where they are in `there`. */
  const shownOf = (path: string, links: Record<string, string> = {}, there: string[] = []): string[] =>
    toolFolders(path, {
      home: '/home/u',
      shown: ['/usr', '/bin'],
      closed: CLOSED,
      secret: ['/home/u/.local/share/kintsugi', '/proc'],
      isProject: (folder) => folder.endsWith('-project'),
      real: (folder) =>
        BESIDE.test(folder) && !there.includes(folder)
          ? undefined
          : folder.includes('/gone/')
            ? undefined
            : (links[folder] ?? folder),
    }).map(({ source, target }) => (source === target ? target : `${target} = ${source}`));

  test('tools in homes: a version with all it needs, but never the whole home', () => {
    const path =
      '/usr/bin:/home/u/.nvm/v24/bin:/home/u/.local/bin:/home/u/bin:relative:/run/fnm/bin:/home/u/gone/bin:/home/u/scripts';
    const links = { '/run/fnm/bin': '/home/u/.fnm/v24/bin', '/run/fnm': '/home/u/.fnm/v24' };
    expect(shownOf(path, links).sort()).toEqual([
      '/home/u/.fnm/v24',
      '/home/u/.local/bin',
      '/home/u/.nvm/v24',
      '/home/u/bin',
      '/home/u/scripts',
      '/run/fnm = /home/u/.fnm/v24',
    ]);
  });

  test.each([
    ['/home/u/.cargo/bin', '/home/u/.cargo/bin'],
    ['/home/u/.fly/bin', '/home/u/.fly/bin'],
    ['/home/u/.pulumi/bin/', '/home/u/.pulumi/bin'],
    ['/root/.cargo/bin', '/root/.cargo/bin'],
    ['/home/other/.cargo/bin', '/home/other/.cargo/bin'],
    ['/home/u/.config/cloud/bin', '/home/u/.config/cloud/bin'],
    ['/home/u/.local/share/bin', '/home/u/.local/share/bin'],
    ['/home/u/.nvm/versions/node/v24/bin', '/home/u/.nvm/versions/node/v24'],
    ['/home/u/.local/share/mise/installs/node/24/bin', '/home/u/.local/share/mise/installs/node/24'],
    ['/opt/node/bin', '/opt/node'],
    ['/opt/my-project/bin', '/opt/my-project/bin'],
    ['/home/u/work/my-project/bin', '/home/u/work/my-project/bin'],
  ])('of %s the command sees %s', (path, shown) => {
    expect(shownOf(path)).toEqual([shown]);
  });

  test('a bin that cannot be shown with all that stands beside it comes with its libraries', () => {
    const there = ['/home/u/miniconda3/lib', '/home/u/lib', '/opt/my-project/lib'];
    expect(shownOf('/home/u/miniconda3/bin:/home/u/bin:/opt/my-project/bin', {}, there).sort()).toEqual([
      '/home/u/bin',
      '/home/u/miniconda3/bin',
      '/home/u/miniconda3/lib',
      '/opt/my-project/bin',
    ]);
  });

  test('the scripts of a version manager come with the programs that they choose from', () => {
    const pyenv = ['bin', 'libexec', 'versions', 'version'].map((name) => `/home/u/.pyenv/${name}`);
    expect(shownOf('/home/u/.pyenv/shims', {}, pyenv).sort()).toEqual(
      [...pyenv, '/home/u/.pyenv/shims'].sort(),
    );
    const mise = '/home/u/.local/share/mise';
    expect(shownOf(`${mise}/shims`, {}, [`${mise}/installs`]).sort()).toEqual(
      [`${mise}/bin`, `${mise}/installs`, `${mise}/shims`].sort(),
    );
  });

  test('a search path that names a home, a folder above one, or a secret place shows nothing of it', () => {
    expect(
      shownOf(
        '/home/u:/home/u/:/home/u/bin/..:/home:/:/root:/home/u/.local/share:/home/u/.local:/home/u/.local/share/kintsugi/bin:/proc/1/root/bin',
      ),
    ).toEqual([]);
    expect(shownOf('/home/u/work/my-project:/opt/my-project')).toEqual([]);
    expect(shownOf('/run/link:/run/x/bin', { '/run/link': '/home/u' })).toEqual(['/run/x']);
    expect(shownOf('/run/x/bin', { '/run/x': '/home/u/.cargo', '/run/x/bin': '/home/u/.cargo/bin' })).toEqual(
      ['/run/x/bin = /home/u/.cargo/bin', '/home/u/.cargo/bin'],
    );
  });
});

describe('tools of this machine', () => {
  test('where there is no bubblewrap, the sentence names the ways out', () => {
    const { bwrap, missing } = findCommandTools('/no-such-folder');
    expect(bwrap).toBeUndefined();
    expect(saidText(missing ?? '')).toContain('--allow-unsandboxed');
  });
});

describe('bounded output', () => {
  test.each([1, 3, 7, 100, 5_000])('in chunks of %i bytes: beginning, note, end', (size) => {
    const text = Array.from({ length: 5_000 }, (_, index) => `${index}\n`).join('');
    const output = new BoundedOutput(200);
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) output.add(bytes.subarray(at, at + size));
    expect(output.text()).toBe(
      `${text.slice(0, 100)}\n… ${text.length - 200} bytes left out …\n${text.slice(-100)}`,
    );
  });

  test('short output is whole', () => {
    const output = new BoundedOutput(10);
    output.add(Buffer.from('12345678'));
    output.add(Buffer.from('90'));
    expect(output.text()).toBe('1234567890');
  });
});

describe('the message of a failure', () => {
  const report = (stdout: string, stderr = '') =>
    commandReport({
      command: 'c',
      end: 'completed',
      exitCode: 1,
      stdout,
      stderr,
      durationMs: 1,
      timeoutMs: 1,
    }).tests[0]?.failure?.message ?? '';

  test('has the first and the last lines of a long output, whole', () => {
    const message = report(Array.from({ length: 5_000 }, (_, index) => `line ${index}`).join('\n'));
    expect(message).toMatch(/^line 0\nline 1\n/);
    expect(message).toMatch(/\n…\nline \d+\n/);
    expect(message).toMatch(/\nline 4999\nThe command ended with exit code 1\.$/);
    expect(message.length).toBeLessThan(16_384);
  });

  test('of a silent command is how it ended', () => {
    expect(report('')).toBe('The command ended with exit code 1.');
  });
});

describe('slots', () => {
  test('run so many at a time, in order; an abort leaves the queue', async () => {
    const slots = new Slots(2);
    const never = new AbortController().signal;
    const order: string[] = [];
    let running = 0;
    let most = 0;
    const work = (name: string) => async () => {
      most = Math.max(most, (running += 1));
      order.push(name);
      await new Promise((resolve) => setTimeout(resolve, 10));
      running -= 1;
    };
    const stop = new AbortController();
    const all = ['a', 'b', 'c', 'd'].map((name) => slots.run(never, work(name)));
    const aborted = slots.run(stop.signal, work('e'));
    const last = slots.run(never, work('f'));
    stop.abort(new Error('stop'));
    await expect(aborted).rejects.toThrow('stop');
    await expect(slots.run(never, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await Promise.all([...all, last]);
    expect([order.join(''), most]).toEqual(['abcdf', 2]);
  });
});
