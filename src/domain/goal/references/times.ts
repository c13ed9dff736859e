import { endsWord } from './pattern';

/** Times that are said of a file in one or two words; `src/times` knows what they mean. */
const FIXED = (
  'yesterday|today|this morning|this afternoon|last night|last week|last month|last year|this week|this month|recently|' +
  'recent|the other day|earlier today|the day before yesterday|on monday|on tuesday|on wednesday|on thursday|on friday|' +
  'on saturday|on sunday|last monday|last tuesday|last wednesday|last thursday|last friday|last saturday|last sunday|' +
  '어제|오늘|그저께|그제|엊그제|어젯밤|오늘 아침|지난주|지난 주|저번 주|저번주|이번 주|이번주|지난달|지난 달|저번 달|이번 달|이번달|작년|' +
  '지난해|올해|최근|최근에|며칠 전|월요일|화요일|수요일|목요일|금요일|토요일|일요일|' +
  '昨天|今天|前天|昨晚|今早|今天早上|上周|上週|上个星期|上星期|本周|这周|這週|上个月|上個月|本月|这个月|去年|今年|最近|前几天|几天前|' +
  '周一|周二|周三|周四|周五|周六|周日|上周一|上周二|上周三|上周四|上周五'
).split('|');

const COUNTS = (
  'a|an|one|two|three|four|five|six|seven|a few|a couple of|' +
  '한|두|세|네|다섯|여섯|일곱|일|이|삼|사|하루|이틀|사흘|나흘|닷새|열흘|보름|一|两|兩|二|三|四|五|六|七|八|九|十|半'
).split('|');
const UNITS = (
  'minutes|minute|hours|hour|days|day|weeks|week|months|month|years|year|' +
  '분|시간|일|주일|주|달|개월|년|分钟|分鐘|小时|小時|个小时|天|周|週|个星期|个月|個月|年|'
).split('|');
const AGO = ['ago', '전에', '전', '前', '以前', '之前'];

/** End of a time in words that begins at a place of a lower-case text. */
export function timeAt(text: string, at: number): number | undefined {
  const fixed = longest(FIXED, text, at);
  const counted = countedAgo(text, at);
  if (fixed === undefined) return counted;
  return counted === undefined ? fixed : Math.max(fixed, counted);
}

/** `3 days ago`, `사흘 전`, `两周前`. */
function countedAgo(text: string, at: number): number | undefined {
  const digits = /^\d{1,3}/.exec(text.slice(at, at + 3))?.[0].length;
  const count = digits === undefined ? longest(COUNTS, text, at) : at + digits;
  if (count === undefined) return undefined;
  const unit = longest(UNITS, text, behindBlank(text, count));
  return unit === undefined ? undefined : longest(AGO, text, behindBlank(text, unit));
}

function behindBlank(text: string, at: number): number {
  return text[at] === ' ' ? at + 1 : at;
}

function longest(list: readonly string[], text: string, at: number): number | undefined {
  const fitting = list.filter((one) => text.startsWith(one, at) && endsWord(text, at + one.length));
  return fitting.length === 0 ? undefined : at + Math.max(...fitting.map(({ length }) => length));
}
