import { timeInWords, timeToSearch } from '../../../src/times';

/** A Thursday, 15:20 in Seoul. */
const now = '2026-11-19T15:20:00';
const timeZone = 'Asia/Seoul';

function range(text: string, lastIncluded = true): string {
  const found = timeInWords(text, { now, timeZone, lastIncluded });
  if (!found) return 'none';
  const short = (time: string) => time.slice(0, 16).replace('T00:00', '');
  return `${short(found.from)} ${short(found.to)}`;
}

describe('times that people say of files', () => {
  test.each([
    ['files I made yesterday', '2026-11-18 2026-11-19'],
    ['어제 만든 파일', '2026-11-18 2026-11-19'],
    ['昨天的文件', '2026-11-18 2026-11-19'],
    ['그저께', '2026-11-17 2026-11-18'],
    ['前天', '2026-11-17 2026-11-18'],
    ['the report from last week', '2026-11-09 2026-11-16'],
    ['지난주에 만든 폴더', '2026-11-09 2026-11-16'],
    ['上周创建的文件夹', '2026-11-09 2026-11-16'],
    ["this month's photos", '2026-11-01 2026-12-01'],
    ['이번 달', '2026-11-01 2026-12-01'],
    ['本月', '2026-11-01 2026-12-01'],
    ['three days ago', '2026-11-16 2026-11-17'],
    ['사흘 전', '2026-11-16 2026-11-17'],
    ['3일 전에 받은 문서', '2026-11-16 2026-11-17'],
    ['三天前', '2026-11-16 2026-11-17'],
    ['in March', '2026-03-01 2026-04-01'],
    ['3월에', '2026-03-01 2026-04-01'],
    ['三月的照片', '2026-03-01 2026-04-01'],
    ['2016/11', '2016-11-01 2016-12-01'],
    ['recent files', '2026-11-12 2026-11-20'],
    ['최근 문서', '2026-11-12 2026-11-20'],
    ['最近的文件', '2026-11-12 2026-11-20'],
    ['photos of last summer', '2026-06-01 2026-09-01'],
    ['작년 여름 사진', '2025-06-01 2025-09-01'],
    ['지난 주말', '2026-11-14 2026-11-16'],
    ['上个周末', '2026-11-14 2026-11-16'],
    ['Friday', '2026-11-13 2026-11-14'],
    ['지난주 금요일', '2026-11-13 2026-11-14'],
    ['上周五', '2026-11-13 2026-11-14'],
    ['the past week', '2026-11-12 2026-11-20'],
    ['최근 3일', '2026-11-16 2026-11-20'],
    ['过去一周', '2026-11-12 2026-11-20'],
  ])('%s is %s', (text, expected) => {
    expect(range(text)).toBe(expected);
  });

  test.each([
    ['2-3 days ago', '2026-11-16 2026-11-18'],
    ['두세 달 전', '2026-08-19 2026-09-20'],
    ['两三天前', '2026-11-16 2026-11-18'],
    ['1.5 years ago', '2025-05-19 2025-05-20'],
    ['1년 반 전', '2025-05-19 2025-05-20'],
    ['반년 전', '2026-05-19 2026-05-20'],
    ['一个半月前', '2026-10-04 2026-10-05'],
    ['2 yrs ago', '2024-11-19 2024-11-20'],
    ['前年的照片', '2024-01-01 2025-01-01'],
    ['작년 오늘', '2025-11-19 2025-11-20'],
    ['this past weekend', '2026-11-14 2026-11-16'],
    ['the first 9 months of 2016', '2016-01-01 2016-10-01'],
    ['the late 1990s', '1996-01-01 2000-01-01'],
    ['90년대 초반', '1990-01-01 1994-01-01'],
    ['九十年代末', '1996-01-01 2000-01-01'],
    ["Sep '16", '2016-09-01 2016-10-01'],
    ["summer of '69", '1969-06-01 1969-09-01'],
    ['2016-W12', '2016-03-21 2016-03-28'],
    ['10月19-20日', '2026-10-19 2026-10-21'],
    ['找一下10月的会议纪要', '2026-10-01 2026-11-01'],
    ['打开一下上周一下午的报告', '2026-11-09T12:00 2026-11-09T18:00'],
  ])('%s is counted as people count: %s', (text, expected) => {
    expect(range(text)).toBe(expected);
  });

  test.each([
    ['photos from last Christmas', '2025-12-25 2025-12-26'],
    ['작년 크리스마스', '2025-12-25 2025-12-26'],
    ['国庆节的照片', '2026-10-01 2026-10-02'],
    ['Easter 2024', '2024-03-31 2024-04-01'],
    ['Thanksgiving 2025', '2025-11-27 2025-11-28'],
    ['작년 추석', '2025-10-06 2025-10-07'],
    ['설날 사진', '2026-02-17 2026-02-18'],
    ['去年春节', '2025-01-29 2025-01-30'],
    ["New Year's Day 2024", '2024-01-01 2024-01-02'],
  ])('%s is a holiday: %s', (text, expected) => {
    expect(range(text)).toBe(expected);
  });

  test.each([
    ['older than a month', '0001-01-01 2026-10-19'],
    ['over a year ago', '0001-01-01 2025-11-19'],
    ['not older than 3 days', '2026-11-16 2026-11-20'],
    ['三月以后', '2026-03-01 2026-11-20'],
    ['截至上个月', '0001-01-01 2026-11-01'],
    ['since Monday', '2026-11-16 2026-11-20'],
    ['files older than 2020', '0001-01-01 2020-01-01'],
    ['after 10 May', '2026-05-11 2026-11-20'],
    ['2024년 이후', '2024-01-01 2026-11-20'],
    ['3월까지', '0001-01-01 2026-04-01'],
    ['2023年之前的文件', '0001-01-01 2023-01-01'],
    ['2010年之后2018年之前', '2010-01-01 2018-01-01'],
  ])('%s is open to one side: %s', (text, expected) => {
    expect(range(text)).toBe(expected);
  });

  test.each([
    ['yesterday at 5pm', '2026-11-18T17:00 2026-11-18T18:00'],
    ['last night', '2026-11-18T18:00 2026-11-19T06:00'],
    ['this morning', '2026-11-19T05:00 2026-11-19T12:00'],
    ['어제 오후 3시', '2026-11-18T15:00 2026-11-18T16:00'],
    ['어젯밤', '2026-11-18T18:00 2026-11-19T06:00'],
    ['昨天下午三点半', '2026-11-18T15:30 2026-11-18T15:31'],
    ['an hour ago', '2026-11-19T14:20 2026-11-19T15:20'],
    ['방금 만든 폴더', '2026-11-19T14:20 2026-11-19T15:21'],
    ['刚才创建的文件夹', '2026-11-19T14:20 2026-11-19T15:21'],
    ['in the last 2 hours', '2026-11-19T13:20 2026-11-19T15:21'],
  ])('%s is a time of the day: %s', (text, expected) => {
    expect(range(text)).toBe(expected);
  });

  test('a span includes its last day for people, and ends where that begins for the data of the benchmark', () => {
    expect(range('from March to May')).toBe('2026-03-01 2026-06-01');
    expect(range('from March to May', false)).toBe('2026-03-01 2026-05-01');
    expect(range('월요일부터 수요일까지')).toBe('2026-11-16 2026-11-19');
    expect(range('从周一到周三')).toBe('2026-11-16 2026-11-19');
    expect(range('rest of the month')).toBe('2026-11-19 2026-12-01');
  });

  test.each([
    'move the second file to the third folder',
    'you may march on and copy the first 3 files',
    'rename report-2016.pdf to old.pdf',
    'IMG_20161107.jpg',
    'copy 10 files to folder 5',
    'version 1.2.3',
    '이 파일을 그 폴더로 옮겨줘',
    '논문 폴더에서 젠트리피케이션 관련 논문만 찾아서 이동시켜줘',
    '把10个文件移动到文件夹5',
    '第二个文件',
    '',
    '!?',
  ])('%s says no time', (text) => {
    expect(range(text)).toBe('none');
  });

  test.each([
    ['two weeks ago', '2026-11-02 2026-11-09'],
    ['한 달 전', '2026-10-01 2026-11-01'],
    ['一年前', '2025-01-01 2026-01-01'],
    ['three days ago', '2026-11-16 2026-11-17'],
    ['an hour ago', '2026-11-19T14:05 2026-11-19T14:35'],
  ])('a file of %s is looked for in the whole of it: %s', (text, expected) => {
    const found = timeToSearch(text, { now, timeZone });
    const short = (time = '') => time.slice(0, 16).replace('T00:00', '');
    expect(`${short(found?.from)} ${short(found?.to)}`).toBe(expected);
  });
});
