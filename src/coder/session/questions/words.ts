import { inLanguages } from '../../../domain/run/language';

/** Words of the answers to questions. `of`: what is asked about; `count`: how many were found. */
export const QUESTION_WORDS = inLanguages({
  en: {
    unnamed: 'Name the function, class or file that is meant.',
    unknown: (name: string, nearest: string) =>
      `The project has no ${name}.${nearest === '' ? '' : ` The nearest: ${nearest}.`}`,
    callers: (of: string, count: number) =>
      count === 0 ? `Nothing in the project calls ${of}.` : `${of} is called from:`,
    callees: (of: string, count: number) => (count === 0 ? `${of} calls nothing.` : `${of} calls:`),
    dependents: (of: string, count: number) =>
      count === 0 ? `No file of the project imports ${of}.` : `Files that import ${of} (${count}):`,
    dependencies: (of: string, count: number) =>
      count === 0 ? `${of} imports no file of the project.` : `${of} imports (${count}):`,
    tests: (of: string, count: number) =>
      count === 0 ? `No test reaches ${of}.` : `Tests that reach ${of} (${count}):`,
    unused: (count: number) =>
      count === 0
        ? 'Every exported name is used by another file.'
        : `Exported, and named by no other file (${count}); users of the package may still need them:`,
    commits: (of: string, count: number) =>
      count === 0 ? `No commit changed ${of} in that time.` : `Commits to ${of}:`,
    author: (of: string, name: string, when: string, commit: string) =>
      `${name} changed ${of} last, on ${when} (${commit}).`,
    frames: (count: number): string =>
      count === 0
        ? 'No frame of this stack lies in the project.'
        : 'Frames of this stack in the project, the innermost first:',
    project: 'the project',
    byName: 'found by its name alone',
    noHistory: (reason: string) => `The history can't be read: ${reason}`,
  },
  ko: {
    unnamed: '어떤 함수, 클래스 또는 파일을 말하는지 이름을 알려 주세요.',
    unknown: (name, nearest) =>
      `프로젝트에 ${name}이(가) 없습니다.${nearest === '' ? '' : ` 가장 비슷한 이름: ${nearest}.`}`,
    callers: (of, count) =>
      count === 0 ? `프로젝트에서 ${of}을(를) 호출하는 곳이 없습니다.` : `${of}을(를) 호출하는 곳:`,
    callees: (of, count) =>
      count === 0 ? `${of}은(는) 아무것도 호출하지 않습니다.` : `${of}이(가) 호출하는 것:`,
    dependents: (of, count) =>
      count === 0 ? `${of}을(를) 가져오는 파일이 없습니다.` : `${of}을(를) 가져오는 파일 ${count}개:`,
    dependencies: (of, count) =>
      count === 0
        ? `${of}은(는) 프로젝트의 파일을 가져오지 않습니다.`
        : `${of}이(가) 가져오는 파일 ${count}개:`,
    tests: (of, count) =>
      count === 0 ? `${of}에 닿는 테스트가 없습니다.` : `${of}에 닿는 테스트 ${count}개:`,
    unused: (count) =>
      count === 0
        ? '내보낸 이름은 모두 다른 파일에서 쓰입니다.'
        : `내보냈지만 다른 파일에서 쓰지 않는 이름 ${count}개(패키지 사용자가 쓸 수는 있습니다):`,
    commits: (of, count) => (count === 0 ? `그 기간에 ${of}을(를) 바꾼 커밋이 없습니다.` : `${of}의 커밋:`),
    author: (of, name, when, commit) =>
      `${of}을(를) 마지막으로 바꾼 사람은 ${name}입니다(${when}, ${commit}).`,
    frames: (count) =>
      count === 0
        ? '이 스택에는 프로젝트의 프레임이 없습니다.'
        : '이 스택에서 프로젝트에 있는 위치(가장 안쪽부터):',
    project: '프로젝트',
    byName: '이름만으로 찾음',
    noHistory: (reason) => `이력을 읽을 수 없습니다: ${reason}`,
  },
  zh: {
    unnamed: '请给出所指的函数、类或文件的名字。',
    unknown: (name, nearest) => `项目中没有 ${name}。${nearest === '' ? '' : `最接近的名字：${nearest}。`}`,
    callers: (of, count) => (count === 0 ? `项目中没有代码调用 ${of}。` : `调用 ${of} 的位置：`),
    callees: (of, count) => (count === 0 ? `${of} 没有调用任何函数。` : `${of} 调用：`),
    dependents: (of, count) => (count === 0 ? `没有文件导入 ${of}。` : `导入 ${of} 的文件（${count} 个）：`),
    dependencies: (of, count) =>
      count === 0 ? `${of} 没有导入项目中的文件。` : `${of} 导入的文件（${count} 个）：`,
    tests: (of, count) => (count === 0 ? `没有测试涉及 ${of}。` : `涉及 ${of} 的测试（${count} 个）：`),
    unused: (count) =>
      count === 0
        ? '每个导出的名字都被其他文件使用。'
        : `已导出但没有其他文件使用的名字（${count} 个；包的使用者可能仍然需要）：`,
    commits: (of, count) => (count === 0 ? `那段时间没有提交改动 ${of}。` : `${of} 的提交：`),
    author: (of, name, when, commit) => `最后改动 ${of} 的是 ${name}（${when}，${commit}）。`,
    frames: (count) => (count === 0 ? '此堆栈中没有项目内的帧。' : '此堆栈在项目中的位置（最内层在前）：'),
    project: '项目',
    byName: '仅按名字找到',
    noHistory: (reason) => `无法读取历史：${reason}`,
  },
});

export type QuestionWords = (typeof QUESTION_WORDS)['en'];
