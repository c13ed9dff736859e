import type { FoldersLeft, GoalWords } from './lines';

const FOLDERS: Readonly<Record<FoldersLeft, string>> = {
  changed: '폴더를 변경했습니다',
  restored: '폴더는 실행 전과 같은 상태입니다',
  'dry-run': '시험 실행이므로 폴더는 그대로입니다',
  nothing: '변경할 내용이 없었습니다',
  unchanged: '폴더는 그대로입니다',
};

const stepsDone = (done: number, total: number): string => `${total}단계 중 ${done}단계를 완료했`;

export const korean: GoalWords = {
  stop: '.',
  questions: {
    which: (phrase) => `"${phrase}"은(는) 다음 중 무엇입니까?`,
    whichOf: (step) => `${step}단계에서 여러 항목을 찾았습니다. 어느 것입니까?`,
    whichFolder: (what) => `"${what}"은(는) 어느 폴더입니까?`,
    plan: (steps) => `${steps}단계 계획을 실행합니다. 폴더는 마지막에 한 번 더 확인한 뒤 변경합니다.`,
    planWritten: (steps) => `${steps}단계 계획을 실행하고, 단계마다 폴더를 변경합니다.`,
    otherArgs: (step) => `${step}단계를 다른 인수로 다시 시도하고 폴더를 변경합니다.`,
    publish: (changes, done, total) => `변경 ${changes}건을 반영합니다. ${stepsDone(done, total)}습니다.`,
    goOn: (step) => `파일을 ${step}단계 이전 상태로 되돌렸습니다. 어떻게 계속할까요?`,
    goOnFrom: '거기서부터 계속',
    endHere: '여기서 끝내기',
  },
  warnings: {
    tooFew: (done, total, share) => `${stepsDone(done, total)}습니다. ${share} 이상이어야 합니다`,
    stepFailed: (step, why) => `${step}단계 실패: ${why}`,
    stopped: (why) => `계획을 다 마치기 전에 끝났습니다: ${why}`,
    notReached: (why) => `모델에 따르면 목표를 달성하지 못했습니다: ${why}`,
    unshown: (files) => `새 내용을 보여 줄 수 없는 파일이 ${files}개 있습니다`,
  },
  refusals: {
    onlyFirstPlan: '첫 계획만 수정할 수 있습니다. 이 계획을 거절하고 직접 만든 계획으로 다시 시작하십시오.',
    onePlanFile: (file) => `계획은 한 파일로 수정합니다. ${file} 파일을 만들거나 고치는 편집을 주십시오.`,
    editedPlan: (why) => `수정한 계획을 사용할 수 없습니다: ${why}`,
    noEdits: '편집은 계획을 승인할 때만 줄 수 있습니다. 파일은 실행이 끝난 뒤 고치십시오.',
  },
  results: {
    steps: (done, total, folders) =>
      folders === 'changed'
        ? `${stepsDone(done, total)}고, ${FOLDERS[folders]}`
        : `${stepsDone(done, total)}습니다. ${FOLDERS[folders]}`,
    notBegun: '실행을 시작할 수 없었습니다',
    unchecked: (why) => `목표 달성 여부를 확인하지 못했습니다: ${why}`,
  },
  reasons: {
    noModel:
      '계획을 세울 모델이 없습니다. KINTSUGI_MODEL을 설정하고 다시 시작하거나, --plan으로 계획을 주십시오.',
    noPlan: (why) => `계획이 없습니다: ${why}`,
    noMeaning: (phrase) => `"${phrase}"의 뜻을 아무도 알려 주지 않았습니다.`,
    nobodyAnswered: '아무도 답하지 않았습니다',
    rejected: (why) => `질문을 거절했습니다: ${why}`,
    notAllowed: (why) => `허용되지 않습니다: ${why}`,
    mostCalls: (calls) => `도구를 허용된 횟수인 ${calls}회까지 호출했습니다`,
    outOfTime: '실행 시간이 끝났습니다',
    wentBack: '이전 상태로 되돌린 뒤 그대로 끝냈습니다',
    needsStep: (step) => `${step}단계의 결과가 필요한데, 그 단계가 완료되지 않았습니다`,
    noItems: (step) => `${step}단계에서 찾은 것이 없어 대상이 없습니다.`,
    noPath: (step) => `${step}단계에서 찾은 것이 없는데, 경로 하나가 필요합니다.`,
    manyItems: (step, items) => `${step}단계의 결과가 ${items}개인데, 경로 하나가 필요합니다.`,
    notLooked: '폴더를 아직 확인하지 않았습니다.',
    tookLonger: (seconds) => `${seconds}초 넘게 걸렸습니다`,
    otherThanSaid: (why) => `단계가 알린 것과 다른 일을 했습니다: ${why}`,
    changedMeanwhile: (path, why) => `그 사이에 폴더가 바뀌었습니다: ${path} ${why}`.trim(),
    notTakenBack: (why, reason) => `${why} 변경한 내용을 되돌리지 못했습니다: ${reason}`,
    stepFailed: (step, why) => `${step}단계 실패: ${why}`,
    notReached: (why) => `모든 단계가 끝났지만 목표를 달성하지 못했습니다: ${why}`,
  },
  report: {
    plan: '계획',
    goal: (holds, why) => (holds ? `목표 달성: ${why}` : `목표 미달성: ${why}`),
    phrases: '표현의 뜻',
    steps: '단계',
    conflicts: '충돌',
    changes: '변경 내용',
    of: (done, total) => `${total}개 중 ${done}개`,
    seconds: (seconds) => `${seconds}초`,
    nothingFound: '찾은 것이 없습니다',
    more: (count) => `… 외 ${count}개`,
    failed: '실패했습니다',
  },
};
