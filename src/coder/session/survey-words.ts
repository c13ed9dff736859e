import { inLanguages } from '../../domain/run/language';

/** Lines of a function that is not called long. */
export const MOST_LINES = 50;

/** Words of what is found for a change that no model can make. */
export const SURVEY_WORDS = inLanguages({
  en: {
    concerned: 'The request concerns these places:',
    named: (names: string, places: number, files: number) => `${names}: ${places} places in ${files} files`,
    tests: 'Tests that depend on them:',
    undocumented: (count: number) => `Exported names without a doc comment: ${count}`,
    long: `Functions of more than ${MOST_LINES} lines:`,
    repeated: (lines: number) => `The same ${lines} lines stand at`,
    nothing: 'No code of the project fits the request.',
    unwritten: 'Writing it needs a model: set KINTSUGI_MODEL and start the worker again.',
    lacking: 'Changing them needs a model: set KINTSUGI_MODEL and start the worker again.',
  },
  ko: {
    concerned: '요청과 관련된 위치입니다:',
    named: (names, places, files) => `${names}: 파일 ${files}개의 ${places}곳`,
    tests: '여기에 의존하는 테스트:',
    undocumented: (count) => `문서 주석이 없는 내보낸 이름: ${count}개`,
    long: `${MOST_LINES}줄이 넘는 함수:`,
    repeated: (lines) => `같은 ${lines}줄이 있는 곳:`,
    nothing: '프로젝트에서 요청에 맞는 코드를 찾지 못했습니다.',
    unwritten: '작성하려면 모델이 필요합니다. KINTSUGI_MODEL을 설정하고 워커를 다시 시작하세요.',
    lacking: '변경하려면 모델이 필요합니다. KINTSUGI_MODEL을 설정하고 워커를 다시 시작하세요.',
  },
  zh: {
    concerned: '该请求涉及以下位置：',
    named: (names, places, files) => `${names}：${files} 个文件中的 ${places} 处`,
    tests: '依赖它们的测试：',
    undocumented: (count) => `没有文档注释的导出名称：${count} 个`,
    long: `超过 ${MOST_LINES} 行的函数：`,
    repeated: (lines) => `相同的 ${lines} 行位于`,
    nothing: '项目中没有与请求相符的代码。',
    unwritten: '撰写内容需要模型：请设置 KINTSUGI_MODEL 并重新启动 worker。',
    lacking: '更改代码需要模型：请设置 KINTSUGI_MODEL 并重新启动 worker。',
  },
});

export type SurveyWords = (typeof SURVEY_WORDS)['en'];
