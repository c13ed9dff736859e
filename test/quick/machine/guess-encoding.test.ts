import { decodeText } from '../../../src/machine/text/guess-encoding';

/** `iconv -t` of the texts in the comments. */
const KOREAN = 'b5b5bdc320c0e7bbfdb0fa20c1a8c6aeb8aec7c7c4c9c0ccbcc7'; // 도시 재생과 젠트리피케이션
const CHINESE = 'b3c7cad0b8fcd0c2d1d0bebfa3acb5dac8fdc6da'; // 城市更新研究，第三期
const JAPANESE = '93738e7382cc8dc490b68ca48b8682c982c282a282c4'; // 都市の再生研究について

test.each([
  ['UTF-8', Buffer.from('글 é'), 'utf-8', '글 é'],
  ['UTF-8 with its mark', Buffer.from('\ufeffword'), 'utf-8', 'word'],
  ['UTF-16', Buffer.from('\ufeff도시', 'utf16le'), 'utf-16le', '도시'],
  ['UTF-16 of the other order', Buffer.from('\ufeff도시', 'utf16le').swap16(), 'utf-16be', '도시'],
  ['UTF-16 without a mark', Buffer.from('two words\n', 'utf16le'), 'utf-16le', 'two words\n'],
  ['EUC-KR', Buffer.from(KOREAN, 'hex'), 'euc-kr', '도시 재생과 젠트리피케이션'],
  ['GB 18030', Buffer.from(CHINESE, 'hex'), 'gb18030', '城市更新研究，第三期'],
  ['Shift JIS', Buffer.from(JAPANESE, 'hex'), 'shift_jis', '都市の再生研究について'],
  [
    'Latin-1',
    Buffer.from('élève à la crème, çà et là', 'latin1'),
    'windows-1252',
    'élève à la crème, çà et là',
  ],
  [
    'Latin-1 with two accents in a row',
    Buffer.from('une fée créée', 'latin1'),
    'windows-1252',
    'une fée créée',
  ],
  ['nothing', Buffer.alloc(0), 'utf-8', ''],
])('a text in %s is read', (_, bytes, encoding, text) => {
  expect(decodeText(bytes)).toEqual({ text, encoding });
});

test.each([
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a program', Buffer.from('7f454c460201010000000000000000000300', 'hex')],
  ['control characters', Buffer.from([1, 2, 3, 4, 5, 6])],
  ['bytes of any kind', Buffer.from(Array.from({ length: 512 }, (_, index) => (index * 167 + 13) % 256))],
])('%s is no text', (_, bytes) => {
  expect(decodeText(bytes)).toBeUndefined();
});
