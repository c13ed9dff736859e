import type { Language } from './language';

/** Words of the host of a run: what it waits for, what calls buy, why an act is not done, and why a message is refused. */
const english = {
  /** Calls of the model, as the budget tells of them: in English what follows "to". */
  calls: {
    chat: 'answer the request',
    execute: 'carry out the request',
    tests: 'write tests',
    betterTests: 'write better tests',
    repair: (round: number) => `look for repair ${round}`,
    turn: (number: number) => `take turn ${number} of the model`,
    tool: (name: string) => `call ${name}`,
    intent: 'ask a model what is asked for',
    plan: 'make a plan',
    rethink: 'find another way',
    checkGoal: 'check the goal',
  },
  waits: {
    worker: (host: string) => `waiting for a Kintsugi worker on ${host}: start it there with kintsugi up`,
    topUp: (what: string) => `${what}: waiting for a top-up of the budget`,
    /** As a question: of what it asks for, and for what. */
    lacks: (missing: string, what: string) => `top up the budget by ${missing}, to ${what}`,
    limit: (until: string, why: string) => `until ${until}, when the limit of the model resets: ${why}`,
    model:
      'no worker has a model: set one with kintsugi settings set KINTSUGI_MODEL NAME (and its key or address), or start the worker from a shell that has it with kintsugi up',
  },
  refusals: {
    expired: 'nobody answered in time',
    edited: 'it was approved with edits, which it can not take',
    told: 'it was answered by a text',
    /** Of a person who rejects and gives no reason. */
    silent: 'no reason given',
  },
  wentBack: (checkpoint: number) => `rolled back to checkpoint ${checkpoint}`,
  tookBack: (checkpoint: number) => `took back checkpoint ${checkpoint}`,
  messages: {
    notWaiting: 'The run is not waiting for an answer.',
    otherHash: (given: string, asked: string) =>
      `The answer is for ${given}, but the run now asks about ${asked}: look at the present change and answer again.`,
    edits: 'Edits can be given only when approving a publish or a plan.',
    approval: 'The run asks for an approval: approve or reject.',
    text: 'The run asks for a text: give one, or reject the question.',
    choice: (choices: string) => `The run asks for one of: ${choices}.`,
    answered: 'The question has been answered already.',
    nothingGranted: 'Nothing is granted in this run, so there is nothing to take back.',
    notGranted: (kind: string, kinds: string) =>
      `Nothing of the kind ${kind} is granted in this run; granted are: ${kinds}.`,
    noBudget:
      'The run has no budget, so there is nothing to top up: start or fork one with --budget-tokens or --budget-usd.',
    onlyMoney: 'The budget of the run does not limit tokens, only money: top it up in USD.',
    onlyTokens: 'The budget of the run does not limit money, only tokens: top it up in tokens.',
    ended: 'The run has ended, so its budget has nothing left to pay.',
    full: (messages: number) =>
      `${messages} messages are waiting already: send it again when some of them are done.`,
    noCheckpoint: (checkpoint: number, known: string) =>
      `The run has no checkpoint ${checkpoint}: take ${known}, as kintsugi checkpoints lists them.`,
    otherCheckpoint: (checkpoint: number) =>
      `Checkpoint ${checkpoint} is another one by now: look with kintsugi checkpoints and roll back again.`,
    firstCheckpoint: 'Checkpoint 0 is what was there before the run: name one from 1.',
    noStateBefore: (checkpoint: number) =>
      `The state before checkpoint ${checkpoint} is no longer at hand: take back a later one, or go back to a checkpoint with --to.`,
    isThere: (checkpoint: number) => `The run is at checkpoint ${checkpoint} already.`,
    publishing:
      'The run is publishing or has ended: roll back what it published when it has ended, with kintsugi rollback.',
    importing: 'The run has no checkpoint to go back to yet: it is importing the directory.',
    rollingBack: 'Another rollback of the run is being made: look with kintsugi checkpoints and try again.',
    notRolledBack: (reason: string, paths: string) => `Not ${reason}: ${paths} changed since.`,
  },
};

export type HostWords = typeof english;

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
    lacks: (missing, what) => `예산 ${missing} 추가: ${what}`,
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
  messages: {
    notWaiting: '실행이 답변을 기다리고 있지 않습니다.',
    otherHash: (given, asked) =>
      `답변은 ${given}에 대한 것인데 지금은 ${asked}에 대해 묻고 있습니다. 지금의 변경을 보고 다시 답하십시오.`,
    edits: '편집은 반영이나 계획을 승인할 때만 줄 수 있습니다.',
    approval: '승인을 묻고 있습니다. 승인하거나 거부하십시오.',
    text: '글로 답할 질문입니다. 글을 주거나 거부하십시오.',
    choice: (choices) => `다음 중 하나를 골라야 합니다: ${choices}.`,
    answered: '이미 답변한 질문입니다.',
    nothingGranted: '이 실행에서 준 권한이 없어 회수할 것이 없습니다.',
    notGranted: (kind, kinds) => `${kind} 권한은 준 적이 없습니다. 준 권한: ${kinds}.`,
    noBudget:
      '실행에 예산이 없어 추가할 수 없습니다. --budget-tokens나 --budget-usd를 주어 시작하거나 포크하십시오.',
    onlyMoney: '실행의 예산은 토큰이 아니라 금액만 제한합니다. USD로 추가하십시오.',
    onlyTokens: '실행의 예산은 금액이 아니라 토큰만 제한합니다. 토큰으로 추가하십시오.',
    ended: '실행이 끝나 예산을 쓸 곳이 없습니다.',
    full: (messages) => `메시지 ${messages}개가 이미 기다리고 있습니다. 일부가 처리된 뒤 다시 보내십시오.`,
    noCheckpoint: (checkpoint, known) =>
      `체크포인트 ${checkpoint}이(가) 없습니다. kintsugi checkpoints에 나오는 것 중에서 고르십시오: ${known}.`,
    otherCheckpoint: (checkpoint) =>
      `체크포인트 ${checkpoint}이(가) 그 사이에 바뀌었습니다. kintsugi checkpoints로 보고 다시 되돌리십시오.`,
    firstCheckpoint: '체크포인트 0은 실행 전의 상태입니다. 1부터 지정하십시오.',
    noStateBefore: (checkpoint) =>
      `체크포인트 ${checkpoint} 이전 상태가 남아 있지 않습니다. 더 뒤의 것을 취소하거나 --to로 되돌리십시오.`,
    isThere: (checkpoint) => `이미 체크포인트 ${checkpoint}에 있습니다.`,
    publishing: '실행이 반영 중이거나 끝났습니다. 반영한 것은 끝난 뒤 kintsugi rollback으로 되돌리십시오.',
    importing: '아직 되돌릴 체크포인트가 없습니다. 디렉터리를 가져오는 중입니다.',
    rollingBack: '다른 되돌리기를 하는 중입니다. kintsugi checkpoints로 보고 다시 시도하십시오.',
    notRolledBack: (reason, paths) => `하지 못함 (${reason}): 그 뒤에 바뀐 것: ${paths}.`,
  },
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
    lacks: (missing, what) => `追加预算 ${missing}: ${what}`,
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
  messages: {
    notWaiting: '运行没有在等待答复。',
    otherHash: (given, asked) => `答复针对 ${given}，而运行现在询问的是 ${asked}：请查看当前更改后再答复。`,
    edits: '只有批准发布或计划时才能附带编辑。',
    approval: '运行请求批准：请批准或拒绝。',
    text: '运行需要文字答复：请给出文字，或拒绝该问题。',
    choice: (choices) => `请从以下选择一项: ${choices}。`,
    answered: '该问题已经答复。',
    nothingGranted: '此运行没有授权，因此没有可收回的。',
    notGranted: (kind, kinds) => `没有授权 ${kind}；已授权: ${kinds}。`,
    noBudget: '运行没有预算，无法追加：请用 --budget-tokens 或 --budget-usd 启动或分叉。',
    onlyMoney: '运行的预算只限制金额，不限制令牌：请以 USD 追加。',
    onlyTokens: '运行的预算只限制令牌，不限制金额：请以令牌追加。',
    ended: '运行已结束，预算无处可用。',
    full: (messages) => `已有 ${messages} 条消息在等待：请在部分完成后再发送。`,
    noCheckpoint: (checkpoint, known) =>
      `没有检查点 ${checkpoint}：请从 kintsugi checkpoints 列出的 ${known} 中选择。`,
    otherCheckpoint: (checkpoint) => `检查点 ${checkpoint} 已变化：请用 kintsugi checkpoints 查看后再回滚。`,
    firstCheckpoint: '检查点 0 是运行前的状态：请从 1 开始指定。',
    noStateBefore: (checkpoint) =>
      `检查点 ${checkpoint} 之前的状态已不存在：请撤销更晚的，或用 --to 回到某个检查点。`,
    isThere: (checkpoint) => `运行已在检查点 ${checkpoint}。`,
    publishing: '运行正在发布或已结束：结束后请用 kintsugi rollback 回滚已发布的内容。',
    importing: '还没有可回到的检查点：正在导入目录。',
    rollingBack: '正在进行另一次回滚：请用 kintsugi checkpoints 查看后再试。',
    notRolledBack: (reason, paths) => `未能${reason}: ${paths} 之后有更改。`,
  },
};

export const HOST_WORDS: Record<Language, HostWords> = { en: english, ko: korean, zh: chinese };
