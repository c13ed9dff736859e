import { timeInWords } from '../../../src/times';

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
});
