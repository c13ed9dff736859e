import { encodeFrame, FrameReader } from '../../../src/sandbox/supervisor/frame-reader';

const MESSAGES = [{ t: 'ready' }, { t: 'output', stdout: 'é€😀'.repeat(50), stderr: '' }, {}, { n: [1, 2] }];
const STREAM = Buffer.concat(MESSAGES.map(encodeFrame));

describe('frames', () => {
  it.each([1, 2, 3, 5, 7, 64, 10_000])('come out whole from chunks of %d bytes', (size) => {
    const reader = new FrameReader();
    const frames: unknown[] = [];
    for (let at = 0; at < STREAM.length; at += size)
      frames.push(...reader.push(STREAM.subarray(at, at + size)));
    expect(frames).toEqual(MESSAGES);
  });

  it('refuse what is too large or no JSON', () => {
    const huge = Buffer.alloc(8);
    huge.writeUInt32LE(0xffffffff, 0);
    expect(() => new FrameReader().push(huge)).toThrow('a frame of');
    const broken = Buffer.concat([Buffer.from([2, 0, 0, 0]), Buffer.from('{]')]);
    expect(() => new FrameReader().push(broken)).toThrow(SyntaxError);
  });
});
