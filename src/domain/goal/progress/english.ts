import { plural } from '../../text';
import type { ToolArgs } from '../tool-args';
import type { ProgressLines } from './lines';
import { shortName, shortWords, type PathOrStep } from './names';

export const english: ProgressLines = {
  tools: {
    locate: ({ what }) => `Looking for ${shortWords(what)}…`,
    list: ({ path }) => `Looking through ${folder(path)}…`,
    find: (args) => `Looking for ${wanted(args)} in ${folder(args.path)}…`,
    read: ({ path }) => `Reading ${one(path)}…`,
    make_folder: ({ path }) => `Making the folder ${shortName(path)}…`,
    move: ({ items, to }) => `Moving ${many(items)} to ${folder(to)}…`,
    copy: ({ items, to }) => `Copying ${many(items)} to ${folder(to)}…`,
    rename: ({ path, name }) => `Renaming ${one(path)} to ${shortName(name)}…`,
    write: ({ path }) => `Writing ${shortName(path)}…`,
    edit: ({ path }) => `Editing ${one(path)}…`,
    delete: ({ items }) => `Deleting ${many(items)}…`,
    run: ({ command }) => `Running ${shortWords(command)}…`,
    heal: ({ path }) => `Repairing the project in ${folder(path)}…`,
    code: ({ out }) => `Writing a program to ${shortName(out)}…`,
    agent: ({ path }) => `Working in ${folder(path)}…`,
    ask: () => 'Waiting for your answer…',
  },
  phases: {
    looking: 'Looking at the folders…',
    planning: 'Making a plan…',
    'checking-plan': 'Checking the plan…',
    rethinking: 'Thinking about another way…',
    comparing: 'Looking at the whole change…',
    'final-check': 'Checking that the goal is reached…',
    publishing: 'Putting the changes in place…',
    'rolling-back': 'Taking the changes back…',
    reporting: 'Writing the report…',
  },
  step: (number, of, line) => `Step ${number} of ${of}: ${line}`,
};

function folder(path: PathOrStep): string {
  if (typeof path !== 'string') return `the folder of step ${path.fromStep}`;
  const name = shortName(path);
  return name === '' ? 'the folder' : `the ${name} folder`;
}

function one(path: PathOrStep): string {
  return typeof path === 'string' ? shortName(path) : `the result of step ${path.fromStep}`;
}

function many(items: ToolArgs<'move'>['items']): string {
  if (!Array.isArray(items)) return `the results of step ${items.fromStep}`;
  const [first] = items;
  return items.length === 1 && first !== undefined ? one(first) : plural(items.length, 'item');
}

function wanted({ content, name, type, when }: ToolArgs<'find'>): string {
  const things = type === 'folder' ? 'folders' : 'files';
  return [
    things,
    content === undefined ? '' : `about “${shortWords(content)}”`,
    name === undefined ? '' : `named ${shortWords(name)}`,
    when === undefined ? '' : `from ${shortWords(when)}`,
  ]
    .filter(Boolean)
    .join(' ');
}
