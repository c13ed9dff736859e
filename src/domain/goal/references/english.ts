import { maybe, words, type Pattern } from './pattern';

const NOUNS = words(
  ['folder|directory', { type: 'folder' }],
  ['directories', { type: 'folder', all: true }],
  ['file|document|photo|picture|image|paper|report|spreadsheet|presentation|note|video', { type: 'file' }],
);
const NOUNS_OR_ONE = { ...NOUNS, ...words(['one|thing|item'], ['ones|things|items', { all: true }]) };
const VERBS = words(
  ['made|created|saved', { how: 'made' }],
  ['moved|put', { how: 'moved' }],
  ['wrote|written|edited|changed', { how: 'written' }],
  ['read|opened|looked at', { how: 'read' }],
  ['found', { how: 'found' }],
  ['mentioned|named|talked about', { how: 'named' }],
);
const WHO = words([
  "i|you|we|that i|that you|that we|which i|which you|i've|you've|we've|you have|we have|i have",
]);
const JUST = words(['just|newly|recently|just been|that was|that was just|was']);
const THE = words(['the|that|this|the last|the latest'], ['those|these|all the', { all: true }]);

export const ENGLISH: readonly Pattern[] = [
  [
    { words: words(['that|this|the same|that same|that new|the said'], ['those|these', { all: true }]) },
    { words: NOUNS },
  ],
  [{ words: words(['that one|this one'], ['those ones|these ones', { all: true }]) }],
  // the folder you just made last week; the one just made
  [
    { words: THE },
    { words: NOUNS_OR_ONE },
    maybe(WHO),
    maybe(JUST),
    { words: VERBS },
    maybe({ ...words(['just now|earlier|before']) }),
    maybe('time'),
  ],
  // the newly created folder, the just moved file
  [{ words: THE }, { words: words(['newly|just|recently']) }, { words: VERBS }, { words: NOUNS_OR_ONE }],
  // yesterday's file, the file from last week, the recent document
  [maybe(THE), { words: 'time' }, { words: words(["'s|s'"]) }, { words: NOUNS }],
  [{ words: THE }, { words: NOUNS }, { words: words(['from|of']) }, { words: 'time' }],
  [{ words: THE }, { words: 'time' }, { words: NOUNS }],
];

/** Words that stand for a thing and are also much else: only behind one of the others. */
export const ENGLISH_PRONOUNS: readonly Pattern[] = [
  [
    {
      words: words([
        'move|copy|rename|delete|remove|open|read|put|take|bring|undo|restore|sort|zip|show|show me|edit|list|summarize|print|into|in|to|from|of|inside|with|back',
      ]),
    },
    { words: words(['it'], ['them', { all: true }]), starts: true },
  ],
  [
    { words: words(['move|copy|put|look|go|files|them|it|everything|over|in|from|is']) },
    { words: words(['there', { type: 'folder' }]), starts: true },
  ],
];
