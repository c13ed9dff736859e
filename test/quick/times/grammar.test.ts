import { timeInWords, timesInWords } from '../../../src/times';

/** A Monday. */
const now = '2016-11-07T00:00:00';

function range(text: string, options: Partial<Parameters<typeof timeInWords>[1]> = {}): string {
  const found = timeInWords(text, { now, timeZone: 'UTC', ...options });
  return found ? `${found.from.slice(0, 10)} ${found.to.slice(0, 10)}` : 'none';
}

describe('times in words', () => {
  test.each([
    ['Dec 5', '2015-12-05 2015-12-06'],
    ['December', '2015-12-01 2016-01-01'],
    ['Monday', '2016-10-31 2016-11-01'],
    ['for the 27th', '2016-10-27 2016-10-28'],
    ['Feb 29', '2016-02-29 2016-03-01'],
    ['Q4', '2016-10-01 2017-01-01'],
    ['12월 5일', '2015-12-05 2015-12-06'],
    ['十二月五日', '2015-12-05 2015-12-06'],
  ])('%s without a year is the last one that has come: %s', (text, expected) => {
    expect(range(text)).toBe(expected);
  });

  test.each([
    ['5/6/2015', 'month-first', '2015-05-06 2015-05-07'],
    ['5/6/2015 파일', 'month-first', '2015-05-06 2015-05-07'],
    ['5/6/2015的文件', 'day-first', '2015-06-05 2015-06-06'],
    ['21/04/2016', 'the only way', '2016-04-21 2016-04-22'],
    ['5.6.2015', 'day-first with dots', '2015-06-05 2015-06-06'],
    ['89/05/05', 'year-first', '1989-05-05 1989-05-06'],
    ['3-7-27', 'the near year', '2027-03-07 2027-03-08'],
    ['20160229', 'compact', '2016-02-29 2016-03-01'],
  ])('%s is read %s', (text, _, expected) => {
    expect(range(text)).toBe(expected);
  });

  test.each(['2015-02-30', '13/13/2015', '32/1/2016', 'February 30 2015', '2016년 13월'])(
    '%s is no day of a calendar',
    (text) => {
      expect(range(text)).not.toMatch(/-30 |-13-13|-32/);
    },
  );

  test.each([
    ['may twenty-first two thousand and fifteen', '2015-05-21 2015-05-22'],
    ['June of nineteen ninety nine', '1999-06-01 1999-07-01'],
    ['one thousand seven hundred and eighty nine', '1789-01-01 1790-01-01'],
    ['nineteen zero one', '1901-01-01 1902-01-01'],
    ['이천십육년 구월 이십일일', '2016-09-21 2016-09-22'],
    ['열두 달 전', '2015-11-07 2015-11-08'],
    ['两千零四年八月十五', '2004-08-15 2004-08-16'],
    ['二零一〇年', '2010-01-01 2011-01-01'],
    ['康熙二十年9月', '1681-09-01 1681-10-01'],
    ['1２日', '2016-10-12 2016-10-13'],
  ])('numbers are read in words: %s', (text, expected) => {
    expect(range(text)).toBe(expected);
  });

  test.each([
    ['the third week of 2015', '2015-01-12 2015-01-19'],
    ['last week of 2015', '2015-12-28 2016-01-04'],
    ['the first Friday of this month', '2016-11-04 2016-11-05'],
    ['last day of last month', '2016-10-31 2016-11-01'],
    ['9월 마지막 금요일', '2016-09-30 2016-10-01'],
    ['十月的第一周', '2016-10-03 2016-10-10'],
    ['H2 2015', '2015-07-01 2016-01-01'],
    ['2015년 하반기', '2015-07-01 2016-01-01'],
    ['第三季度', '2016-07-01 2016-10-01'],
    ['the noughties', '2000-01-01 2010-01-01'],
    ['十九世纪七十年代', '1870-01-01 1880-01-01'],
    ['early 2015', '2015-01-01 2015-07-01'],
    ['3월 초', '2016-03-01 2016-03-11'],
    ['in four business days', '2016-11-11 2016-11-12'],
    ['two Sundays ago', '2016-10-30 2016-10-31'],
    ['two days before yesterday', '2016-11-04 2016-11-05'],
    ['2 years 1 month 21 days ago', '2014-09-16 2014-09-17'],
    ['4 to 22 January 1995', '1995-01-04 1995-01-23'],
    ['从2016年一月十日到十二日', '2016-01-10 2016-01-13'],
    ['from 11/25 to 01/25', '2015-11-25 2016-01-26'],
  ])('%s is %s', (text, expected) => {
    expect(range(text)).toBe(expected);
  });

  test('two years ago is a day, and the year around it', () => {
    expect(timeInWords('2 years ago', { now, timeZone: 'UTC' })?.around).toEqual({
      from: '2014-01-01T00:00:00+00:00',
      to: '2015-01-01T00:00:00+00:00',
    });
  });

  test('times have the offset of the zone, also where the clocks change', () => {
    const at = new Date('2026-03-29T12:00:00Z');
    expect(timeInWords('yesterday', { now: at, timeZone: 'Europe/Berlin' })).toMatchObject({
      from: '2026-03-28T00:00:00+01:00',
      to: '2026-03-29T00:00:00+01:00',
    });
    expect(timeInWords('today', { now: at, timeZone: 'Europe/Berlin' })?.to).toBe(
      '2026-03-30T00:00:00+02:00',
    );
    expect(timeInWords('오늘', { now: new Date('2026-03-28T20:00:00Z'), timeZone: 'Asia/Seoul' })?.from).toBe(
      '2026-03-29T00:00:00+09:00',
    );
    expect(timeInWords('today', { now: '2026-03-29T23:00:00-05:00', timeZone: 'UTC' })?.from).toBe(
      '2026-03-30T00:00:00+00:00',
    );
  });

  test('several times of a text come in its order, and the one told at most length is the time of the text', () => {
    const text = 'move files of last week to the folder of 3 March 2015';
    expect(timesInWords(text, { now }).map(({ phrase }) => phrase)).toEqual(['last week', '3 March 2015']);
    expect(timeInWords(text, { now })?.phrase).toBe('3 March 2015');
  });

  test('a text that is longer than any time in words says none', () => {
    expect(timesInWords(`${'x '.repeat(1_000)}yesterday`, { now })).toEqual([]);
  });
});
