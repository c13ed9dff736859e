import type { Cues } from '../../cue';

/** Cues of English, for checks of code. */
export const CHECKING = {
  test: [
    [/\b(?:tests?|testing|test cases?|test suites?|unit[- ]tests?|e2e|end-to-end)\b/, 3],
    [
      /\b(?:run|rerun|re-run|execute|launch|start|kick off|write|add|create|generate|need|missing|more|no|make|cover)\b[^.;\n]{0,40}\b(?:tests?|specs?|test cases?|test suites?)\b/,
      2.5,
    ],
    [/\b(?:coverage|covered by tests?|uncovered|is covered)\b/, 5],
    [
      /\b(?:jest|pytest|vitest|mocha|junit|cypress|playwright|rspec|karma|phpunit|go test|cargo test|npm test|unittest|testng|selenium)\b/,
      4,
    ],
    [/\b(?:mock(?:s|ed|ing)?|stub(?:s|bed)?|fixtures?|edge cases?|assertions?|test doubles?)\b/, 2],
    [/\btest (?:data|environment|server|user|account)\b/, -2],
    [/\b(?:whole|full|entire|test) suite\b|\btested\b|\b(?:red|green) tests?\b/, 3],
    [
      /\b(?:this|the|that|a|which) tests? (?:fails?|failing|is failing|breaks|hangs|is flaky|times out)\b/,
      -3,
    ],
    [
      /\b(?:failing|failed|flaky|broken|unit|new|skipped) specs?\b|\b(?:run|rerun|re-run) (?:the |all |our )?(?:\w{1,12} )?specs?\b|\bsnapshots?\b|\bbranch coverage\b|\btdd\b|\bregression suite\b|\btest-?driven\b/,
      4,
    ],
    [/\bhappy path|sad path|negative cases?|parametri[sz]ed\b/, 2],
    [
      /^(?:please |can you |could you |now |then |let's |i want to |we need to |i need to |help me )?(?:test|run the tests)\b/,
      1.5,
    ],
    [/\bspecs? (?:green|red|pass\w{0,3})\b|\bnot (?:yet )?covered\b|\bcover the\b|\berror branches\b/, 3],
    [
      /\btesting[- ]library\b|\bwhich tests? (?:cover|exercise|touch|depend|would|will|need|should|are affected)\b/,
      -5,
    ],
    [/\b(?:add|write|create)\b[^.;\n]{0,30}\btests?\b/, 1.5],
  ],
  qa: [
    [/\b(?:review(?:ed|ing|er)?|code review)\b/, 4],
    [
      /\breview\b[^.;\n]{0,40}\b(?:pr|pull request|diff|commits?|changes?|code|mr|merge request|branch|patch|module|file)\b/,
      3,
    ],
    [
      /\b(?:code quality|code smells?|smells?|best practices?|coding (?:standards?|style|conventions?)|style guide|anti-?patterns?|maintainab\w{2,6}|quality|our standards|up to (?:standard|scratch|par))\b/,
      4,
    ],
    [
      /\b(?:security (?:holes?|issues?|review|audit|problems?|flaws?|vulnerabilit\w{1,3}|check|scan|risks?)|vulnerab\w{2,8}|sql injection|xss|csrf|owasp|insecure|sanitized)\b/,
      4,
    ],
    [/\b(?:lint(?:er|ing)?|eslint|pylint|sonar\w{0,5}|static analysis|flake8|ruff|clippy|checkstyle)\b/, 3],
    [
      /\b(?:feedback on|critique|critical (?:read|look|eye)|nitpick|lgtm|second (?:opinion|pair of eyes)|audit|what do you think (?:of|about)|any (?:issues|problems|concerns) (?:with|in)|ready to (?:merge|ship)|look(?:s)? (?:good|ok|okay|right) to you)\b/,
      4,
    ],
    [
      /\b(?:take a look|have a look|look over|go over|look at|inspect)\b[^.;\n]{0,40}\b(?:diff|pr|pull request|code|changes?|patch|implementation|branch|commit)\b/,
      4,
    ],
    [
      /\b(?:reviewer|smell(?:s|y)?|is (?:this|it|that) (?:code )?(?:safe|secure|ok|clean|good)|check\b[^.;\n]{0,30}\bfor (?:xss|injection|vulnerabilit\w{1,3}|issues|problems|smells|security\w{0,6}))\b/,
      4,
    ],
    [
      /\b(?:red flags?|bad practices?|point out|issues? (?:in|with) (?:this|the|my)|what's wrong with (?:this|my|the) (?:code|approach|implementation|pr|diff)|anything (?:wrong|suspicious|off|fishy)|sloppy|constructive|grade|rate (?:this|my)|scrutini[sz]e|sanity of|hardcoded (?:secrets?|credentials?)|leaked? (?:secrets?|keys?))\b/,
      4,
    ],
    [/\b(?:in|with|of) (?:this|my|the|that) (?:commit|diff|pr|pull request|patch|change)\b/, 1.5],
    [
      /\bbefore (?:i|we) (?:merge|ship|push|release|open)\b|\b(?:check|double-?check|look at|read|scan|go through) my (?:code|work|changes|diff|branch)\b|\b(?:mistakes|accessibility (?:problems|issues))\b/,
      4,
    ],
    [
      /^(?:please |can you |could you |now |then |let's |i want to |we need to |i need to |help me )?(?:review|critique|lint)\b/,
      2.5,
    ],
    [
      /\b(?:any good|stupid|dumb|would you approve|good enough|(?:anything|something) i missed|did i miss|what could be better)\b|\bis (?:this|my|that|the) (?:code|change|function|class|implementation|approach) (?:any )?(?:good|ok|okay|fine|sane|solid|decent)\b|\bhow (?:could|can|would) (?:this|it|i|you) (?:be )?improved?\b/,
      4,
    ],
    [/\b(?:pipeline|ci)\b/, -2.5],
    [
      /\b(?:problems?|issues?|bugs|mistakes|concerns|flaws|weaknesses) (?:in|with) (?:this|my|the|that|our) (?:pull request|pr|mr|diff|code|change|changes|commit|patch|branch|file|module|class|function)\b/,
      6,
    ],
  ],
  spec_compliance: [
    [
      /\b(?:acceptance criteria|compl(?:y|ies|iant|iance)|conform\w{0,6}|adher\w{1,4}|rfc ?\d{0,5}|prd|requirements? (?:doc\w{0,6}|spec\w{0,10}|list)|as specified|user stor(?:y|ies)|wcag|gdpr|hipaa|pci|traceability|definition of done)\b/,
      5,
    ],
    [/\b(?:spec|specs|specification|specifications|requirements?|openapi|swagger|contract|standard)\b/, 3],
    [
      /\b(?:match(?:es)?|meets?|satisf(?:y|ies)|follow(?:s|ing)?|compare|against|according to|do what|does what|deviat\w{1,4}|differs?|consistent with|in line with|live up to|missing|implemented|fulfil\w{0,3}|cover(?:s|ed)?|tick off|violat\w{1,4}|gaps?|check)\b[^.;\n]{0,60}\b(?:spec|specs|specification|specifications|requirements?|openapi|swagger|contract|standard|rfc|prd|ticket|criteria|protocol|brief|user stor(?:y|ies))\b/,
      4,
    ],
    [/\b(?:every|each|all|any|which|missing|unmet) (?:\w{1,12} )?requirements?\b/, 3],
    [
      /\bagainst\b[^.;\n]{0,30}\b(?:spec\w{0,10}|swagger\S{0,6}|openapi\S{0,6}|requirements?\S{0,4}|docs?|guidelines?|standard|rfc|prd|criteria|contract|checklist|policy)\b/,
      5,
    ],
    [/\b(?:guidelines?|forget anything|promised|as (?:described|documented|agreed|required))\b/, 2],
    [/\b(?:failing|failed|flaky|run|rerun|unit|jest|rspec) (?:the )?specs?\b/, -4],
    [
      /\b(?:discrepanc\w{1,3}|deviat\w{1,4}|mandated|required by|obligat\w{1,4}|regulation\w{0,1}|certif\w{1,8}|audit trail)\b/,
      2,
    ],
    [
      /\b(?:everything|all|what) (?:that )?(?:the )?(?:ticket|story|issue|brief|client|contract|spec\w{0,10}|customer) (?:asks?|says?|wants?|requires?|describes?|mentions?|promised)\b/,
      5,
    ],
    [
      /\b(?:spec|specification|requirements?|prd)(?:\.md)?,? and (?:tell|check|see|list|say|report|mark)\b/,
      6,
    ],
  ],
  verification: [
    [
      /\b(?:verif(?:y|ies|ied|ying|ication)|proof (?:that|of)|prove|formally|invariants?|sanity[- ]check|smoke[- ]check|double[- ]check(?:ed)?|equivalen(?:t|ce))\b/,
      5,
    ],
    [/\b(?:make sure|ensure|confirm|check (?:that|if|whether)|validate that|be sure|guarantee)\b/, 3],
    [
      /\b(?:still (?:works?|working|passes|passing|builds?|compiles?|type[- ]?checks?|behaves?|holds?|the same|correct|valid|green)|really (?:works?|fixed|fixes|solved|correct|done|does)|actually (?:works?|fixed|fixes|solves?|does|correct)|nothing (?:else )?(?:broke|regressed|is broken|breaks|changed)|didn't break|did not break|haven't broken|works as (?:expected|intended)|behaves? (?:the same|correctly|as)|as expected|no regressions?|regressed)\b/,
      4,
    ],
    [
      /\b(?:type[- ]?checks?|typechecks?|tsc|compiles?|builds? (?:pass|cleanly|succeed)|still .{0,20}builds?)\b/,
      2.5,
    ],
    [
      /\b(?:after|since) (?:my|the|this|that|your|our|these) (?:\w{1,12} )?(?:change|changes|edit|edits|fix|refactor\w{0,3}|update|patch|merge)\b/,
      1.5,
    ],
    [/\b(?:my|the|this|that|your|last) (?:\w{1,12} )?(?:fix|patch|change)\b/, 1],
    [
      /\b(?:confirm|verify|check|make sure|ensure|validate|see)\b[^.;\n]{0,50}\b(?:gone|fixed|resolved|works?|working|same|didn't|did not|doesn't|still|correct\w{0,2}|nothing|no longer|reversible|identical|intact|unchanged|holds?|as before|equal|passes|took effect)\b/,
      4.5,
    ],
    [
      /\b(?:output|results?|behaviou?r|responses?|semantics)\b[^.;\n]{0,30}\b(?:identical|the same|unchanged|equal|equivalent|as before)\b/,
      4,
    ],
    [
      /\bdoes (?:it|this|that|everything|the \w{1,20}) still\b|\b(?:is|are) (?:it|this|that|the \w{1,20}) (?:really|actually|now|still)\b/,
      3,
    ],
    [
      /\b(?:triple[- ]check|re-?check|check again|cross-?check|is (?:it|this|that) (?:really|actually|truly)|did (?:that|the|my|this|it) (?:\w{1,12} )?(?:actually|really)|actually (?:solve|fix|work|do|resolve|help)|right everywhere|is correct|are correct|gives? the same|same results?|still compiles?|still pass)\b/,
      4.5,
    ],
    [
      /^(?:please |can you |could you |now |then |let's |i want to |we need to |i need to |help me )?(?:verify|double-check|prove|confirm)\b/,
      2,
    ],
    [/\b(?:actually|really|truly|finally) (?:gone|fixed|solved|done|resolved|correct|working)\b/, 4],
    [
      /\b(?:everything|all|things) (?:is |are )?(?:still )?(?:ok|okay|fine|works?|intact|good|working|in order)\b[^.;\n]{0,20}\b(?:after|since|now)\b/,
      5,
    ],
    [/\b(?:email|phone|identity|sms|age|account|two-factor|2fa|user) verification\b/, -7],
  ],
} satisfies Partial<Cues>;
