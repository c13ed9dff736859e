import {
  dayName,
  daypart,
  lexicon,
  month,
  num,
  ord,
  part,
  piece,
  recent,
  rel,
  shifted,
  unit,
  weekday,
  word,
  type Lexicon,
} from './words';

const WEEK = ['周', '週', '星期', '礼拜', '禮拜'];
const NUMERALS = ['一', '二', '三', '四', '五', '六', '日'];

/** `周一`, `星期一`, `礼拜天`. */
function weekdays(): Lexicon {
  const rows = NUMERALS.map((numeral, index) => {
    const ends = numeral === '日' ? ['日', '天'] : [numeral];
    return [WEEK.flatMap((week) => ends.map((end) => week + end)).join('|'), weekday(index + 1)] as const;
  });
  return lexicon(...rows);
}

/** Chinese words of times, in simplified and traditional characters. */
export const chinese: Lexicon = {
  ...weekdays(),
  ...lexicon(
    ['今天|今日|今儿|当天|當天', dayName(0)],
    ['昨天|昨日|昨儿|前一天', dayName(-1)],
    ['前天|前日', dayName(-2)],
    ['大前天', dayName(-3)],
    ['明天|明日', dayName(1)],
    ['后天|後天', dayName(2)],
    ['大后天|大後天', dayName(3)],
    ['现在|現在', shifted('minute', 0)],
    ['刚才|剛才|刚刚|剛剛|方才', recent(1)],
    ['最近|近来|近來|近期|近日|新近|这几天|這幾天|前几天|前幾天|前些天', recent(24 * 7)],
    ['去年|上年|上一年', shifted('year', -1)],
    ['前年', shifted('year', -2)],
    ['大前年', shifted('year', -3)],
    ['今年|本年|这年|今年度|本年度', shifted('year', 0)],
    ['明年|来年|來年', shifted('year', 1)],
    ['后年|後年', shifted('year', 2)],
    ['正月|元月', month(1)],
    ['冬月', month(11)],
    ['腊月|臘月', month(12)],
    ['分钟|分鐘', unit('minute')],
    ['小时|小時|个小时|個小時|钟头|个钟头', unit('hour')],
    ['点|點|点钟|點鐘|时', word('hour-mark')],
    ['分', word('minute-mark')],
    ['天', unit('day')],
    ['日|号|號', word('day-mark')],
    ['工作日|个工作日|個工作日', unit('workday')],
    ['周|週|星期|礼拜|禮拜|个星期|個星期|个礼拜|個禮拜|个周|個週', unit('week')],
    ['周末|週末|个周末|個週末', unit('weekend')],
    ['月|个月|個月', unit('month')],
    ['月|月份', word('month-mark')],
    ['季度|季|个季度|個季度', unit('quarter')],
    ['上半年', piece(1, 6)],
    ['下半年', piece(7, 6)],
    ['半', word('half')],
    ['半年', { kind: 'dur', value: halfYear() }],
    ['年', word('year-mark'), unit('year')],
    ['年代', word('decade-mark')],
    ['世纪|世紀|个世纪|個世紀', unit('century')],
    ['十年|个十年', unit('decade')],
    ['上|上个|上個|上一|上一个|上一個', rel(-1)],
    ['上上|上上个|上上個', rel(-2)],
    ['这|這|这个|這個|本|当|當|此|这一|這一|今', rel(0)],
    ['下|下个|下個|下一|下一个|下一個', rel(1)],
    ['下下|下下个|下下個', rel(2)],
    ['最近|近|过去|過去|前|过去的|最近的|之前', rel(-1, { counts: true })],
    ['未来|未來|接下来|接下來|今后|今後|后|後', rel(1, { counts: true })],
    ['前|以前|之前', word('ago')],
    ['后|後|以后|以後|之后|之後', word('later')],
    ['到|至|到了', word('to')],
    ['与|與|和|跟|同', word('and')],
    ['从|從|自|由', word('from')],
    ['间|間|之间|之間|期间|期間|止|为止|為止|内|內|之内|以内', word('tail')],
    ['自从|自從|从|從', word('since')],
    ['以来|以來|之后|之後|以后|以後|起|开始|至今', word('since-then')],
    ['以前|之前|前', word('before-then')],
    ['的|农历|農曆|阴历|陰曆|公历|在|旧历', word('glue')],
    ['第一|第一个|第一個|首个', ord(1)],
    ['第二|第二个|第二個', ord(2)],
    ['第三|第三个|第三個', ord(3)],
    ['第四|第四个|第四個', ord(4)],
    ['第五|第五个|第五個', ord(5)],
    ['最后|最後|最后一|最後一|最后一个|最後一個|最后的', ord(-1)],
    ['几|幾|数|數|若干', num(3)],
    ['元', word('first-of-era')],
    ['大年三十|除夕', { kind: 'date', value: { month: 1, day: 30 } }],
    ['初', part('early', { third: true, tens: true })],
    ['上旬', part('early', { third: true, tens: true })],
    ['中|中旬', part('middle', { third: true, tens: true })],
    ['末|底|下旬', part('late', { third: true, tens: true })],
    ['月初', part('early', { third: true, tens: true, unit: 'month' })],
    ['月底|月末', part('late', { third: true, tens: true, unit: 'month' })],
    ['年初', part('early', { third: true, tens: true, unit: 'year' })],
    ['年底|年末', part('late', { third: true, tens: true, unit: 'year' })],
    ['春天|春季', piece(3, 3)],
    ['夏天|夏季|暑假', piece(6, 3)],
    ['秋天|秋季', piece(9, 3)],
    ['冬天|冬季', piece(12, 3)],
    ['凌晨', daypart(0, 6)],
    ['早上|早晨|清晨|早', daypart(5, 12)],
    ['上午', daypart(0, 12)],
    ['中午', daypart(11, 14)],
    ['下午', daypart(12, 18)],
    ['傍晚', daypart(16, 20)],
    ['晚上|晚|夜里|夜裡|夜', daypart(17, 30)],
    ['昨', dayName(-1)],
  ),
};

/** Days of a lunar month: `初一` to `初十`. */
export const LUNAR_DAYS: Lexicon = lexicon(
  ...['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'].map(
    (numeral, index) => [`初${numeral}`, { kind: 'num', value: { value: index + 1, digits: 0 } }] as const,
  ),
);

function halfYear() {
  return { months: 6, days: 0, workdays: 0, minutes: 0, unit: 'half' as const, parts: 1 };
}
