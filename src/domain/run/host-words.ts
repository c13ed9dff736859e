import type { Language } from './input';

/** Words of the host of a run in one language: what it waits for, what calls buy, and why an act is not done. */
export interface HostWords {
  /** Calls of the model, as the budget tells of them: in English what follows "to". */
  calls: {
    chat: string;
    execute: string;
    tests: string;
    betterTests: string;
    repair(round: number): string;
    turn(number: number): string;
    tool(name: string): string;
    intent: string;
    plan: string;
    rethink: string;
    checkGoal: string;
  };
  waits: {
    worker(host: string): string;
    topUp(what: string): string;
    limit(until: string, why: string): string;
    model: string;
  };
  refusals: {
    expired: string;
    edited: string;
    told: string;
    /** Of a person who rejects and gives no reason. */
    silent: string;
  };
  wentBack(checkpoint: number): string;
  tookBack(checkpoint: number): string;
}

const english: HostWords = {
  calls: {
    chat: 'answer the request',
    execute: 'carry out the request',
    tests: 'write tests',
    betterTests: 'write better tests',
    repair: (round) => `look for repair ${round}`,
    turn: (number) => `take turn ${number} of the model`,
    tool: (name) => `call ${name}`,
    intent: 'ask a model what is asked for',
    plan: 'make a plan',
    rethink: 'find another way',
    checkGoal: 'check the goal',
  },
  waits: {
    worker: (host) => `waiting for a Kintsugi worker on ${host}: start it there with kintsugi up`,
    topUp: (what) => `${what}: waiting for a top-up of the budget`,
    limit: (until, why) => `until ${until}, when the limit of the model resets: ${why}`,
    model:
      'no worker has a model: set one with kintsugi settings set KINTSUGI_MODEL NAME (and its key or address), or start the worker from a shell that has it with kintsugi up',
  },
  refusals: {
    expired: 'nobody answered in time',
    edited: 'it was approved with edits, which it can not take',
    told: 'it was answered by a text',
    silent: 'no reason given',
  },
  wentBack: (checkpoint) => `rolled back to checkpoint ${checkpoint}`,
  tookBack: (checkpoint) => `took back checkpoint ${checkpoint}`,
};

const korean: HostWords = {
  calls: {
    chat: '요청에 답하기',
    execute: '요청 수행',
    tests: '테스트 작성',
    betterTests: '더 나은 테스트 작성',
    repair: (round) => `복구 ${round}차 찾기`,
    turn: (number) => `모델의 ${number}번째 차례`,
    tool: (name) => `${name} 호출`,
    intent: '요청의 뜻을 모델에 묻기',
    plan: '계획 세우기',
    rethink: '다른 방법 찾기',
    checkGoal: '목표 확인',
  },
  waits: {
    worker: (host) => `${host}의 Kintsugi 워커를 기다리는 중: 그곳에서 kintsugi up으로 시작하세요`,
    topUp: (what) => `${what}: 예산 추가를 기다리는 중`,
    limit: (until, why) => `모델 사용 한도가 초기화되는 ${until}까지: ${why}`,
    model:
      '모델이 있는 워커가 없음: kintsugi settings set KINTSUGI_MODEL NAME으로 (키나 주소와 함께) 설정하거나, 모델이 설정된 셸에서 kintsugi up으로 워커를 시작하세요',
  },
  refusals: {
    expired: '제때 답변한 사람이 없음',
    edited: '편집과 함께 승인되었지만 편집을 받을 수 없음',
    told: '승인이 아니라 글로 답변됨',
    silent: '이유를 밝히지 않음',
  },
  wentBack: (checkpoint) => `체크포인트 ${checkpoint}(으)로 되돌림`,
  tookBack: (checkpoint) => `체크포인트 ${checkpoint}의 변경을 취소함`,
};

const chinese: HostWords = {
  calls: {
    chat: '回答请求',
    execute: '执行请求',
    tests: '编写测试',
    betterTests: '编写更好的测试',
    repair: (round) => `寻找第 ${round} 次修复`,
    turn: (number) => `模型的第 ${number} 轮`,
    tool: (name) => `调用 ${name}`,
    intent: '询问模型请求的含义',
    plan: '制定计划',
    rethink: '寻找其他办法',
    checkGoal: '检查目标',
  },
  waits: {
    worker: (host) => `等待 ${host} 上的 Kintsugi 工作进程：请在那里用 kintsugi up 启动`,
    topUp: (what) => `${what}: 等待追加预算`,
    limit: (until, why) => `至 ${until} 模型限额恢复: ${why}`,
    model:
      '没有配有模型的工作进程：请用 kintsugi settings set KINTSUGI_MODEL NAME 设置 (以及密钥或地址)，或在已设置模型的终端中用 kintsugi up 启动工作进程',
  },
  refusals: {
    expired: '无人及时答复',
    edited: '批准时附带了编辑，而此处不能接受编辑',
    told: '以文字作答，而非批准',
    silent: '未说明理由',
  },
  wentBack: (checkpoint) => `回滚到检查点 ${checkpoint}`,
  tookBack: (checkpoint) => `撤销检查点 ${checkpoint}`,
};

/** Words of the host by language. */
export const HOST_WORDS: Record<Language, HostWords> = { en: english, ko: korean, zh: chinese };
