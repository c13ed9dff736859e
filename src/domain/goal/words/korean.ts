import type { DiskProblem, FoldersLeft, GoalWords } from './english';

const FOLDERS: Readonly<Record<FoldersLeft, string>> = {
  changed: '폴더를 변경했습니다',
  restored: '폴더는 실행 전과 같은 상태입니다',
  'dry-run': '시험 실행이므로 폴더는 그대로입니다',
  nothing: '변경할 내용이 없었습니다',
  unchanged: '폴더는 그대로입니다',
};

const stepsDone = (done: number, total: number): string => `${total}단계 중 ${done}단계를 완료했`;

const onDisk: Readonly<Record<DiskProblem, string>> = {
  changed: '그 사이에 바뀌었습니다. 다시 시작하십시오.',
  gone: '없어졌습니다. 다시 시작하십시오.',
  unreadable: '읽을 수 없습니다. 권한을 확인하십시오.',
  'too-large': '너무 커서 읽을 수 없습니다.',
  'not-a-file': '일반 파일이 아닙니다.',
};

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
  files: {
    did: (how, done, total, to) =>
      `${to === undefined ? '' : `${to}에 `}${total}개 ${done < total ? `중 ${done}개` : '항목'}을(를) ${{ move: '옮겼습니다', copy: '복사했습니다', delete: '삭제했습니다' }[how]}.`,
    moreFailed: (count) => `… 외 ${count}개 실패.`,
    made: (folders) => `폴더를 만들었습니다: ${folders.join(' > ')}.`,
    renamed: (from, to) => `이름을 바꿨습니다: ${from} → ${to}.`,
    wrote: (path, size) => `${path} 파일을 썼습니다 (${size}).`,
    overwrote: (path, was, size) => `${path}의 내용을 바꿨습니다: ${was} → ${size}.`,
    replaced: (passages, path) => `${path}에서 ${passages}곳을 바꿨습니다.`,
    wentWith: (path) => `${path}와(과) 함께 처리했습니다.`,
    staysWith: (path) => `이것이 든 ${path}이(가) 그대로 있습니다.`,
    wasThere: (path) => `${path}은(는) 이미 있습니다.`,
    hasText: (path) => `${path}에는 이미 같은 글이 있습니다.`,
    isRoot: (path) => `${path}은(는) 실행의 최상위 폴더라 그대로 둡니다. 그 안의 것을 지정하십시오.`,
    isFolder: (path) => `${path}은(는) 폴더입니다. 그 안의 파일 경로를 주거나 \`list\`로 살펴보십시오.`,
    isLink: (path) => `${path}은(는) 링크라 따라가지 않습니다. 링크가 가리키는 것을 지정하십시오.`,
    isFile: (path) => `${path}은(는) 파일입니다. 폴더를 지정하십시오.`,
    notFolder: (path) =>
      `${path}은(는) 폴더가 아닙니다. \`to\`에는 폴더를, \`name\`에는 그 안의 새 이름을 주십시오.`,
    looksFile: (path, folder, name) =>
      `${path}은(는) 파일처럼 보입니다. \`to\`: ${folder}, \`name\`: ${name}(으)로 주십시오.`,
    missing: (path, twin) =>
      `${path}이(가) 없습니다. ${twin === undefined ? '`find`나 `list`로 찾아보십시오.' : `${twin}이(가) 있습니다.`}`,
    below: (path, blocked) =>
      `${blocked}은(는) 폴더가 아니어서 그 아래에는 아무것도 없습니다. 경로 ${path}을(를) 확인하십시오.`,
    taken: (path) => `${path}이(가) 이미 있습니다. 다른 이름을 주십시오.`,
    oneName: (items) =>
      `한 이름을 ${items}개 항목에 줄 수 없습니다. \`name\`을 빼거나 항목 하나만 지정하십시오.`,
    intoItself: (path) => `${path}을(를) 자기 안으로 넣을 수 없습니다. 그 밖의 폴더를 고르십시오.`,
    outside: (path, roots) => `${path}은(는) 최상위 폴더 밖입니다. ${roots} 안의 경로를 주십시오.`,
    inNoRoot: (path, roots) =>
      `${path}은(는) 어느 최상위 폴더에도 없습니다. ${roots} 안의 경로를 주거나 그 폴더도 함께 시작하십시오.`,
    badPath: (why) => `쓸 수 없는 경로입니다: ${JSON.stringify(why)}.`,
    tooLarge: (path, size, most) => `${path}은(는) ${size}로, 읽을 수 있는 ${most}보다 큽니다.`,
    notPlain: (path) => `${path}은(는) 일반 텍스트가 아닙니다. 텍스트 파일만 고칠 수 있습니다.`,
    noFile: (path) => `${path}은(는) 읽을 수 있는 파일이 아닙니다.`,
    marked: (path, mark) =>
      `${path}에 쓸 글에 비밀이 있던 자리의 표시 ${mark}이(가) 있습니다. 빼고 주십시오.`,
    unwritable: (path) =>
      `${path}의 인코딩으로는 그 글자를 쓸 수 없습니다. UTF-8로 저장하거나 .editorconfig에 인코딩을 적으십시오.`,
    unmatched: (path, _, of) =>
      `${path}: ${{ 'no-match': '찾는 글이 없습니다', ambiguous: '찾는 글이 여러 곳에 있습니다', malformed: '편집의 형식이 잘못되었습니다' }[of]}.`,
    nearest: '가장 가까운 곳:',
    uncopied: (path, why) => `${path}은(는) 옮길 수는 있지만 복사할 수 없습니다. ${onDisk[why]}`,
    lost: (path, why) => `${path}: ${onDisk[why]}`,
    unread: {
      'no-text': '글이 없는 파일입니다',
      scan: '글이 없고 쪽의 그림만 있습니다. 문자 인식으로 읽을 수 있게 만드십시오',
      secret: '이름으로 보아 비밀이 있어 내용을 보여 주지 않습니다',
      encrypted: '암호로 보호되어 있습니다. 암호 없이 저장하십시오',
      damaged: '손상되어 읽을 수 없습니다',
      old: '읽지 못하는 옛 형식입니다. DOCX, XLSX, PPTX, HWPX나 PDF로 저장하십시오',
      'too-large': '읽는 데 메모리가 너무 많이 듭니다. 일부만 읽거나 더 작게 저장하십시오',
      'too-slow': '읽는 데 너무 오래 걸립니다. 일부만 읽으십시오',
    },
    found: (items, where, looked, unread) =>
      `${where}${looked === undefined ? '' : `의 파일 ${looked}개`}에서 ${items}개를 찾았습니다${unread === undefined ? '' : ` (읽지 못함: ${unread})`}`,
    andMore: (paths, more) => `${paths} 외 ${more}개`,
    secret: (files) => `이름으로 보아 비밀이 있어 보지 않은 파일 ${files}개.`,
    wordless: (files) => `그림처럼 글이 없는 파일 ${files}개.`,
    wholeName: (glob) => `이름 전체를 비교합니다. ${glob}(으)로 찾으면 그 말이 든 이름을 찾습니다.`,
    line: (number, text) => `${number}행: ${text}`,
    page: (number, text) => `${number}쪽: ${text}`,
    moreText: (path) => `${path}에는 찾아보는 2 MB보다 많은 글이 있습니다.`,
    holds: (path, entries, depth) =>
      `${path}: 항목 ${entries}개${depth > 1 ? ` (폴더 ${depth}단계까지)` : ''}`,
    entries: (count) => `항목 ${count}개`,
    linkTo: (path) => `링크 → ${path}`,
    moreRows: (count) => `… 외 ${count}개. 그중 한 폴더를 \`list\`로 보거나 \`find\`로 찾으십시오.`,
    several: (folders, what, paths) => `"${what}"에 맞는 폴더가 ${folders}개 있습니다: ${paths}.`,
    noFolder: (what) => `"${what}"에 맞는 폴더가 없습니다. \`list\`로 살펴보거나 경로로 지정하십시오.`,
    onlyFirst: (folders) => `처음 ${folders}개 폴더만 보았습니다.`,
    empty: (path) => `${path}은(는) 비어 있습니다.`,
    characters: (count) => `${count}자`,
    pages: (count) => `${count}쪽`,
    pageMark: (number) => `--- ${number}쪽 ---`,
    leftOut: (characters, truncated) =>
      `… ${characters}자${truncated ? '와 읽을 수 있는 2 MB를 넘는 글' : ''}을(를) 뺐습니다. \`find\`로 말을 찾아보십시오.`,
    exitCode: (code) => `종료 코드 ${code}`,
    noCommands: '이 실행에서는 명령을 쓸 수 없습니다. 다른 도구로 하십시오.',
    ended: (code) =>
      `명령이 ${code === undefined ? '중단되어' : `종료 코드 ${code}(으)로 끝나`} 쓴 내용을 남기지 않았습니다.`,
    notRun: (why) => `명령을 실행하지 않았습니다: ${JSON.stringify(why)}.`,
    byCommand: (wasThere) => (wasThere ? '명령이 바꿨습니다.' : '명령이 만들었습니다.'),
    madeFiles: (files, paths) => `만들거나 바꾼 파일 ${files}개: ${paths}.`,
    deletedFiles: (files, paths) => `삭제한 파일 ${files}개: ${paths}.`,
    noneChanged: '바뀐 파일이 없습니다.',
    cut: (characters) => `… ${characters}자를 뺐습니다 …`,
    notThere: (why) => `명령이 볼 수 없는 것: ${why}`,
    tooMuch: (path, files, size, mostFiles, mostSize) =>
      `${path}에는 ${size}의 파일 ${files}개가 있습니다. 명령은 최대 ${mostFiles}개, ${mostSize}의 사본에서 실행합니다. 더 작은 폴더를 지정하십시오.`,
    unpublished: (path) =>
      `앞 단계가 바꾼 ${path}이(가) 아직 디스크에 없습니다. --publish each-step을 주거나 따로 실행하십시오`,
    noCode: '실행이 코드를 쓰지 않았습니다',
  },
};
