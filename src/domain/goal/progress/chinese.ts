import type { ToolArgs } from '../tool-args';
import type { ProgressLines } from './lines';
import { shortName, shortWords, type PathOrStep } from './names';

export const chinese: ProgressLines = {
  tools: {
    locate: ({ what }) => `正在查找${shortWords(what)}…`,
    list: ({ path }) => `正在查看${folder(path)}…`,
    find: (args) => `正在${folder(args.path)}中查找${wanted(args)}…`,
    read: ({ path }) => `正在阅读${one(path)}…`,
    make_folder: ({ path }) => `正在创建${shortName(path)}文件夹…`,
    move: ({ items, to }) => `正在把${many(items)}移动到${folder(to)}…`,
    copy: ({ items, to }) => `正在把${many(items)}复制到${folder(to)}…`,
    rename: ({ path, name }) => `正在把${one(path)}重命名为${shortName(name)}…`,
    write: ({ path }) => `正在写入${shortName(path)}…`,
    edit: ({ path }) => `正在修改${one(path)}…`,
    delete: ({ items }) => `正在删除${many(items)}…`,
    run: ({ command }) => `正在运行 ${shortWords(command)}…`,
    heal: ({ path }) => `正在修复${folder(path)}中的项目…`,
    code: ({ out }) => `正在编写程序${shortName(out)}…`,
    agent: ({ path }) => `正在${folder(path)}中工作…`,
    ask: () => '正在等待您的回答…',
  },
  phases: {
    looking: '正在查看各个文件夹…',
    planning: '正在制定计划…',
    'checking-plan': '正在检查计划…',
    rethinking: '正在考虑其他办法…',
    comparing: '正在查看全部更改…',
    'final-check': '正在确认目标是否达成…',
    publishing: '正在应用更改…',
    'rolling-back': '正在撤销更改…',
    reporting: '正在整理结果…',
  },
  step: (number, of, line) => `第 ${number}/${of} 步: ${line}`,
};

function folder(path: PathOrStep): string {
  if (typeof path !== 'string') return `第${path.fromStep}步的文件夹`;
  const name = shortName(path);
  return name.endsWith('文件夹') ? name : `${name}文件夹`;
}

function one(path: PathOrStep): string {
  return typeof path === 'string' ? shortName(path) : `第${path.fromStep}步的结果`;
}

function many(items: ToolArgs<'move'>['items']): string {
  if (!Array.isArray(items)) return `第${items.fromStep}步的结果`;
  const [first] = items;
  return items.length === 1 && first !== undefined ? one(first) : `${items.length}个项目`;
}

function wanted({ content, name, type, when }: ToolArgs<'find'>): string {
  const things = type === 'folder' ? '文件夹' : '文件';
  return [
    when === undefined ? '' : `${shortWords(when)}的`,
    content === undefined ? '' : `与“${shortWords(content)}”有关的`,
    name === undefined ? '' : `名为${shortWords(name)}的`,
    things,
  ].join('');
}
