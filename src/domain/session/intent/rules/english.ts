import type { Cues } from '../cue';

/** Cues of English, and of names that all languages write in English. */
export const ENGLISH: Cues = {
  idle: [
    [/^(?:hi|hello|hey|yo|hiya|good (?:morning|afternoon|evening|night))\b/, 2],
    [/\b(?:thanks?|thank you|thx|ty|cheers|appreciate it)\b/, 2],
    [
      /^(?:ok(?:ay)?|lol|haha|cool|great|nice|awesome|perfect|sounds good|got it|sure|yes|no|yep|nope|alright|hmm+|never ?mind)\b/,
      2,
    ],
    [
      /\b(?:see you|bye|goodbye|talk (?:to you )?later|good job|nice work|well done|how are you|who are you|what can you do|that's all|take care|have a (?:nice|good|great))\b/,
      3,
    ],
    [
      /\b(?:brb|coffee|lunch|lifesaver|how's it going|what's up|found it myself|afk|gotta go|have fun|weekend|you're (?:great|the best|awesome|amazing)|my bad|no worries|no problem|all good|i'm back|be back|test(?:ing)? 1 ?2 ?3)\b/,
      3,
    ],
    [
      /\b(?:are you (?:there|ok|ready|awake|human|real)|works like a charm|you rock|love it|makes sense|understood|no questions?|nothing (?:else|for now|more)|i'm (?:done|good|fine|tired|leaving|off)|good stuff|happy (?:friday|monday|new year))\b/,
      4,
    ],
  ],
  context_navigation: [
    [/\bwhere(?:'s|'re| is| are| do| does| did| can| in| exactly|abouts)?\b/, 4],
    [
      /\b(?:find|locate|search for|search the (?:code\w{0,4}|repo\w{0,7}|project)|look up|grep(?: for)?|look for|point me (?:to|at))\b/,
      2,
    ],
    [
      /\b(?:find|locate|search for|look up|show(?: me)?|list|point me (?:to|at)|open|navigate to|jump to|go to)\b[^.;\n]{0,40}\b(?:definitions?|usages?|uses|implementations?|references?|callers?|code|functions?|class(?:es)?|methods?|files?|modules?|handlers?|components?|places?|symbols?|declarations?|entry ?points?|endpoints?|routes?|logic|source|subclasses|imports)\b/,
      2.5,
    ],
    [
      /\b(?:who|what|which \w{1,20})(?: \w{1,20})? (?:calls?|uses?|using|imports?|invokes?|references?|implements?|extends?|reads?|writes to|sets?|touch(?:es)?|handles?|emits?|consumes?|triggers?|owns?|contains?|defines?|creates?|sends?|inherits?|subscribes?)\b/,
      4,
    ],
    [
      /\b(?:callers?|callees?|call (?:chain|graph|hierarchy|sites?|tree|path)|usages? of|references? to|(?:definition|implementation|implementations|declaration) of|(?:is|are|gets?) (?:\w{1,15} )?(?:defined|declared|implemented|configured|registered|called|used|stored|set|created|handled|instantiated|initiali[sz]ed|located))\b/,
      3,
    ],
    [
      /\bhow (?:does|do|is|are|did)\b[^?]{0,80}\b(?:work|works|handled?|implemented|wired|connected|called|done|flows?|stored|calculated|computed|generated|loaded|managed|initiali[sz]ed|talk|communicate|decide|know|organi[sz]ed|end up|get)\b/,
      4,
    ],
    [
      /\b(?:explain|walk me through|help me understand|tell me (?:about|how)|what does|what's the (?:purpose|role)|overview|describe|trace|give me a tour|summari[sz]e)\b/,
      3,
    ],
    [
      /\bwhich (?:\w{1,15} )?(?:file|files|class|classes|function|functions|module|modules|method|component|service|directory|folder|part)\b/,
      3,
    ],
    [
      /\b(?:entry ?point|(?:project|codebase|folder|directory|repo(?:sitory)?) (?:structure|layout|organi[sz]ation)|control flow|data flow)\b/,
      2,
    ],
    [
      /\b(?:responsible for|is there (?:already )?(?:a|an|any|some)\b[^?]{0,40}\b(?:helper|function|class|util\w{0,5}|method|module|component|place|hook|code)|do we (?:already )?have (?:a|an|any)\b|somewhere|in charge of|lives? in|located)\b/,
      3,
    ],
    [
      /\b(?:show|give|list)\b[^.;\n]{0,20}\b(?:all|every)\b[^.;\n]{0,40}\b(?:that|where|which|using|calling)\b/,
      4,
    ],
    [/\b(?:trace|follow|walk)\b[^.;\n]{0,30}\b(?:path|flow|calls?|request|data|from)\b/, 3],
    [
      /\bwhat (?:is|are|does|do)\b[^?]{0,60}\b(?:do|for|mean|class|function|module|file|represent|responsible)\b/,
      2,
    ],
    [/\b(?:new to (?:this|the)|get my bearings|tour|orient|understand(?:ing)?)\b/, 2],
    [/\b(?:pull up|bring up|open up|take me to|jump to|show me|point me)\b/, 2],
    [/\bunder the hood\b|\bstep by step how\b|\bwhat happens (?:when|under|after|inside|behind)\b/, 4],
    [
      /\b(?:talks? to|spawns?|responsible|listens? (?:to|for|on)|subscribes? to|registers?|dispatch\w{0,3}|instantiates?|parses?|validates?|fetch(?:es)?|renders?|updates?|sav(?:es?|ing)|checks?|logs?|caches?|writes?|loads?|processes)\b[^?]{0,40}\?/,
      1.5,
    ],
    [/\bwhich (?:\w{1,15} ){1,2}(?:is|are|does|do|has|have|\w{2,15}s)\b/, 1.5],
    [
      /^(?:please |can you |could you |now |then |let's |i want to |we need to |i need to |help me )?(?:find|locate|show me|where|explain)\b/,
      1,
    ],
  ],
  implementation: [
    [
      /\b(?:add|implement|create|build|introduce|develop|code up|put in|enable|extend|hook up|wire up|include)\b/,
      2,
    ],
    [/\b(?:write|make|generate|support|allow|let|provide)\b/, 1.5],
    [
      /\b(?:add|implement|create|build|make|write|introduce|develop|need|want|generate|include|support|expose|have|give)\b[^.;\n]{0,50}\b(?:feature|functions?|methods?|endpoints?|button|fields?|class|page|form|component|api|option|flag|handler|validat\w{1,6}|filter\w{0,4}|toggle|helper|parameter|column|screen|modal|hook|middleware|command|script|support|route|widget|dialog|notifications?|search|sort\w{0,4}|pagination|checkbox|dropdown|field|upload|download|export|import|menu|tab|retry|cache|caching|limit\w{0,4}|mode)\b/,
      1.5,
    ],
    [/\bimplement\b/, 1.5],
    [
      /\b(?:we need|i need|i want|i'd like|should (?:be able to|also|support|return|show|have|accept|allow)|let (?:the )?users?|(?:users?|admins?|customers?) (?:can|should|want)|so that (?:users?|people))\b/,
      1.5,
    ],
    [
      /\b(?:change|modify|update|remove|delete|make (?:it|the)|adjust|use|handle|return|show|display|hide|accept|store|send|save|can you|could you)\b/,
      1,
    ],
    [
      /\b(?:expose|hook|wire|connect|collapsible|clickable|configurable|optional|paginate|autocomplete|prefill)\b/,
      2,
    ],
    [
      /^(?:please )?(?:add|implement|create|build|make|write|introduce|develop|expose|enable|support|allow)\b/,
      1,
    ],
    [/\b(?:flag|endpoint|button|route) (?:called|named|that|to|for)\b/, 1],
    [
      /\b(?:would be (?:great|nice|good|cool|handy) if|it'd be (?:great|nice)|remember(?:s|ed)? (?:the|its|their|my|which)|persist|autosave|prompt the user|opt(?:ional)? (?:in|out)|lets? (?:me|us|them|people|users|admins)|be able to)\b/,
      2.5,
    ],
  ],
  debug: [
    [
      /\b(?:debug\w{0,5}|bugs?|buggy|crash(?:es|ed|ing)?|stack ?traces?|traceback|segfaults?|segmentation fault|panics?|panick\w{2,3}|root cause|troubleshoot\w{0,3}|diagnos\w{1,4}|race condition|deadlock\w{0,3}|infinite loop|memory corruption|core dump)\b/,
      4,
    ],
    [
      /\b(?:errors?|exceptions?|broken|breaks|fail(?:s|ing|ed|ure|ures)?|throws?|throwing|hangs?|hanging|freez\w{1,3}|froze|stuck|blank (?:page|screen)|white screen|blows? up|dies|died|disappear\w{0,3}|misbehav\w{1,4}|flaky)\b/,
      3,
    ],
    [
      /\b(?:not working|(?:doesn't|does not|don't|isn't|is not|didn't|won't|can't|cannot|no longer) (?:work|load|close|scroll|play|sync|parse|match|respond|submit|refresh|redirect|resolve|authenticate|stop|exit|finish|send|receive|go|get|start|show|update|render|open|respond|connect|save|return|log|fire|run|display|appear|compile|build|trigger)\w{0,3}|stopped (?:working|responding)|keeps? (?:\w{1,12}ing|getting)|(?:something|what)(?:'s| is) (?:wrong|off|up with|going on|going wrong)|wrong (?:result|value|output|total|number|order|data|answer|date)s?|incorrect\w{0,2}|unexpected\w{0,2}|weird\w{0,2})\b/,
      3,
    ],
    [/\bwhy\b/, 1.5],
    [/\b(?:fix|solve|repair|figure out|track down|hunt down|get to the bottom)\b/, 2],
    [/\b\w{2,40}(?:error|exception)\b/, 3],
    [
      /(?:cannot read propert|is not (?:a function|defined|assignable|iterable)|\bundefined\b|null ?pointer|\beconn\w{2,8}\b|\benoent\b|exit code|out of memory|\boom\b|cannot find module|module not found|\bnan\b|unhandled|\bnull\b|permission denied|connection refused)/,
      3,
    ],
    [
      /\b(?:returns?|returning|get|getting|gives?|giving|got|throws?|a|an|with)\b(?: \w{1,6}){0,2} [45]\d\d\b/,
      3,
    ],
    [
      /\b(?:complain\w{0,3}|report(?:s|ed|ing)? (?:that|an?|of)|off by|glitch\w{0,3}|intermittent\w{0,2}|disconnect\w{0,3}|times? out|timing out|timeouts?|out of sync|corrupt\w{0,3}|garbled|loop(?:s|ing)? forever|never (?:returns?|finishes|ends|fires|gets)|goes? wrong|not (?:getting|receiving|showing|saving|loading|updating|being)|missing from|lost|vanish\w{0,3})\b/,
      3,
    ],
    [
      /\b(?:after|since) (?:the |our |an? )?(?:upgrad\w{1,4}|updat\w{1,4}|migrat\w{1,4}|deploy\w{0,4}|last (?:release|deploy|merge)|yesterday)\b/,
      1.5,
    ],
    [
      /\b(?:confirm|verify|check|make sure|ensure|double-check)\b[^.;\n]{0,50}\b(?:gone|fixed|resolved|solved|doesn't happen|no longer)\b/,
      -4,
    ],
    [
      /\b(?:duplicate (?:rows?|entries|records|requests?|orders?|emails?|events?|keys?)|maximum call stack|stack overflow|heap out of memory|twice|reject(?:s|ed)|denied|invalid|is full of|spam(?:s|med|ming)|not (?:found|available|allowed)|keeps? \w{2,15}ing|refus\w{1,3}|mysterious\w{0,2}|strange\w{0,2}|odd(?:ly)?|randomly|sometimes|suddenly|out of nowhere|got (?:a|an|this)|i(?:'m| am) (?:seeing|getting|hitting)|we(?:'re| are) (?:seeing|getting|hitting)|goes? (?:blank|missing|down|dead)|empty (?:response|page|list|result)|unable to|issue|problem with)\b/,
      2.5,
    ],
    [
      /\b(?:track down|find|what is|what's|figure out|look into)\b[^.;\n]{0,20}\b(?:the )?(?:cause|culprit|reason|causing|behind)\b/,
      3,
    ],
    [
      /\b(?:silently|skips?|skipped|swallow\w{0,3}|garbage|nothing happens|no (?:effect|response|output|idea why|clue)|ignored?|ignores|crashloop\w{0,7}|stale data|mismatch\w{0,2}|overwrit\w{1,4}|truncat\w{1,3}|half of|dropped|drops|refuses|loses|lose|logs? (?:me|users?) out|logged out)\b/,
      2.5,
    ],
    [/\b(?:people|others|teams|companies) solve\b/, -2],
    [
      /^(?:please |can you |could you |now |then |let's |i want to |we need to |i need to |help me )?(?:debug|fix|diagnose|troubleshoot)\b/,
      2,
    ],
  ],
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
  ],
  documentation: [
    [
      /\b(?:readme|changelog|docstrings?|jsdoc|tsdoc|javadoc|docs|documentation|release notes|api reference|contributing\.md|getting started|user guide|user manual|wiki|sphinx|rustdoc)\b/,
      5,
    ],
    [/(?:^|[,.;] ?|\b(?:please|to|and|you|should|let's|must|properly) )document\b/, 5],
    [
      /\b(?:write|add|create|update|need|put|draft|improve|missing|leave|make)\b[^.;\n]{0,40}\b(?:guide|tutorial|manual|comments|how-?to|walkthrough|examples?|runbook|faq|doc)\b/,
      4,
    ],
    [
      /\b(?:undocumented|comment (?:the|this|these|all|every|each|my)|code comments?|inline comments?|explanatory)\b/,
      4,
    ],
    [/\b(?:requirements?|design|spec\w{0,10}) docs?(?:ument\w{0,5})?\b/, -5],
    [/\b(?:in|to|into|on) the (?:readme|wiki|docs|changelog|documentation|manual)\b|\bwrite[- ]?up\b/, 2],
    [/\bcomment (?:the|this|these|all|every|tricky|complex)/, 3],
    [
      /\b(?:usage examples?|api examples?|describe\b[^.;\n]{0,40}\b(?:readme|docs|wiki)|onboarding (?:guide|doc)|architecture docs?|inline docs|doc ?comments?|annotat\w{1,4}|spell out|write down|faq|migration guide|upgrade guide)\b/,
      4,
    ],
    [/\b(?:in|as) (?:a )?(?:doc )?comments?\b|\bhow-?to\b/, 4],
    [
      /^(?:please |can you |could you |now |then |let's |i want to |we need to |i need to |help me )?(?:document)\b/,
      2,
    ],
  ],
  design: [
    [
      /\b(?:architect(?:ure|ural|ing)?|design docs?|system design|high-level design|redesign|data model(?:l?ing)?|domain model|entity relationship|\berd\b|(?:class|sequence|component|er|flow|architecture|state) diagrams?|uml|adr)\b/,
      5,
    ],
    [/\bdesign(?:s|ed|ing)?\b/, 4],
    [
      /\bhow (?:should|would|could|do|can) (?:we|i|you|one)\b[^?]{0,40}\b(?:structure|model|organi[sz]e|split|lay out|shape|approach|architect|design|arrange|partition|separate|represent)\b/,
      5,
    ],
    [/\bwhat (?:would|should|could|might) (?:a|an|the|our)\b[^?]{0,60}\blook like\b/, 5],
    [
      /\b(?:propose|sketch|outline|come up with|draft|think through|model|suggest)\b[^.;\n]{0,40}\b(?:architecture|schema|structure|interface|api|design|model|layout|tables?|diagram|approach|abstraction|hierarchy)\b/,
      4,
    ],
    [
      /\b(?:schema|microservices?|bounded contexts?|event[- ]driven|module boundaries|design patterns?|layers)\b/,
      2,
    ],
    [/\bwhere should .{1,40} live\b/, 3],
    [
      /\b(?:right|best|good|proper|cleanest) way to (?:model|structure|represent|organi[sz]e|split|design|lay out|separate|handle)\b/,
      5,
    ],
    [
      /\bto model\b|\bhow \w{1,20}(?: \w{1,20})? should (?:work|look|be|fit|talk|interact|communicate)\b|\bthink through\b|\bmodule boundaries\b|\bwhat abstractions?\b/,
      3.5,
    ],
    [
      /\bdesign\b[^.;\n]{0,30}\b(?:layer|system|service|module|api|schema|model|flow|engine|pipeline|database|tables?|interface)\b/,
      2,
    ],
    [
      /\b(?:define|specify|agree on|sort out|settle)\b[^.;\n]{0,20}\b(?:interfaces?|contracts?|boundaries|api|schema|protocol|data structures?)\b/,
      4,
    ],
    [
      /\b(?:high[- ]level|blueprint|whiteboard|conceptual\w{0,2}|state machine|topology|event flow)\b|\blet's (?:think about|discuss|talk about)\b/,
      2.5,
    ],
    [/\barchitecture docs?\b/, -3],
    [
      /\bhow (?:do|should|would|might|could) we want\b|\blaid out\b|\b(?:billing|business|core) domain\b|\bbefore (?:we|anyone|i) (?:write|code|build|implement)\w{0,3} anything\b/,
      3,
    ],
    [
      /^(?:please |can you |could you |now |then |let's |i want to |we need to |i need to |help me )?(?:design|architect)\b/,
      2,
    ],
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
  ],
  refactor: [
    [
      /\b(?:refactor\w{0,4}|restructur\w{1,3}|clean(?:ing)?[- ]?up|clean this|tidy(?: up)?|decoupl\w{1,3}|modulari[sz]e|spaghetti|god (?:class|object)|readab\w{2,5}|untangle|reorgani[sz]e|de-?duplicat\w{1,3}|dedup\w{0,2}|dead code|\bdry\b(?![- ]?run)|rework|magic (?:numbers?|strings?)|copy[- ]?past\w{1,3}|boilerplate|tech(?:nical)? debt)\b/,
      5,
    ],
    [
      /\b(?:simplif(?:y|ies|ied)|duplicat(?:e|ed|ion|es)|repeated|repetiti\w{2,4}|extract|inline|messy|unreadable|convoluted|ugly|too (?:long|big|complex|complicated)|nested|early returns?|lines long|hard to (?:read|follow|understand)|smaller (?:functions?|methods?|pieces|classes))\b/,
      3,
    ],
    [
      /\b(?:extract|split|break|pull|move|separate|turn|collapse|merge|inline|consolidate)\b[^.;\n]{0,50}\b(?:into|out of|out|up|to) ?(?:its|their|a|an|one|two|three|several|smaller|separate|own|shared|common|helper|multiple|single)?\b[^.;\n]{0,20}(?:class|functions?|methods?|helpers?|modules?|components?|files?|hook|interface|strategy|ones|pieces|parts|base|utility|constants?|returns?)\b/,
      3,
    ],
    [
      /\b(?:without changing (?:the |its |any )?(?:what|behaviou?r|functionality|logic|how|semantics)|(?:same|keep(?:ing)?(?: the)?|preserv\w{1,3}(?: the)?) behaviou?r|behaviou?r (?:unchanged|the same|stays|intact))\b/,
      4,
    ],
    [/\brename\b/, 3],
    [/\bget rid of\b/, 1.5],
    [/\bsplit (?:it|this|that|them)(?: up)?\b/, 2],
    [
      /\b(?:does too much|too many (?:responsibilities|parameters|arguments|ifs|branches)|(?:break|pull|tease) (?:it|this|them|that)? ?apart|polymorphism|easier to (?:read|maintain|understand|follow|test|extend)|more (?:readable|maintainable|idiomatic|concise)|tangled|shared (?:bits|parts|code|logic)|common (?:code|logic|parts)|into (?:a|its own|one|separate) (?:hook|helper|base class|function|method|module|class|service|mixin|trait)|responsibilit\w{1,4}|guard clauses?|named constants?|encapsulate|switch statement)\b/,
      4,
    ],
    [/\breplace (?:this|the|these|those)\b[^.;\n]{0,30}\bwith\b/, 1.5],
    [/\b(?:after|check that|since|the|my|your|did|that) (?:\w{1,10} )?refactor\w{0,4}/, -3.5],
    [
      /\b(?:mess|tidy it|clean it|deduplicate|flatten|unify|slim down|streamline|generali[sz]e|abstract (?:out|away)|factor out|pull out|split out|move .{1,30} into (?:its|their) own|kill the duplication|untidy|bloated|monolithic|improve the (?:naming|structure|readability)|better names?|variable names?|restructure|reuse)\b/,
      4,
    ],
    [/\bduplicate (?:rows?|entries|records|requests?|orders?|emails?|events?|keys?)\b/, -4],
    [/\bsmaller\b|\bcleaner\b|\bnicer\b/, 2],
    [
      /^(?:please |can you |could you |now |then |let's |i want to |we need to |i need to |help me )?(?:refactor|simplify|clean up|extract|deduplicate|tidy)\b/,
      2,
    ],
  ],
  multi_file_editing: [
    [
      /\b(?:rename|replace|change|update|apply|swap|convert|modify|edit|switch|fix|add|remove|use|need|needs|put|substitute|move|migrate|adjust|bump)\b[^.;\n]{0,90}\b(?:everywhere|across (?:all|the (?:\w{1,12} )?(?:repo\w{0,7}|codebase|project|app|code base)|every|multiple|several|our)|throughout|(?:all|every|each)(?: of)?(?: the| our)?(?: \w{1,16}){0,2} (?:files?|modules?|controllers?|components?|services?|occurrences?|usages?|call ?sites?|imports?|places?|endpoints?|class(?:es)?|handlers?|packages?|routes?|views?|templates?|models?|repositories|source files?)|(?:whole|entire) (?:repo\w{0,7}|codebase|project|code base|app)|in bulk|globally|(?:project|repo|codebase)[- ]?wide|(?:multiple|several|many|\d{1,4}|these|all) files|all over|in one go|at once|simultaneously)\b/,
      8,
    ],
    [
      /\b(?:all|every|each|both)(?: of)?(?: the| our)?(?: \w{1,16}){0,2} (?:files?|modules?|controllers?|components?|services?|occurrences?|usages?|call ?sites?|imports?|endpoints?|handlers?|packages?)\b[^.;\n]{0,60}\b(?:together|at once|consistent\w{0,2}|needs?|updated|renamed|replaced|changed|same)\b/,
      7,
    ],
    [
      /\b(?:find[- ]and[- ]replace|search[- ]and[- ]replace|codemod|mass[- ](?:rename|edit|change|update)|bulk[- ](?:edit|rename|change|update|replace)|multi-?file|global (?:rename|replace|search))\b/,
      9,
    ],
    [
      /\b(?:every|all|each)(?: of)?(?: the| our)?(?: \w{1,16}){0,3}\b[^.;\n]{0,40}\b(?:fix them all|change them all|update them|them all|all of them)\b/,
      6,
    ],
    [
      /\b(?:every|all|each)(?: of)?(?: the| our)? (?:\w{1,12} )?(?:component|controller|file|module|page|service|handler|endpoint|view|test file|config|class|package|header|import)s?\b/,
      3,
    ],
    [
      /\b(?:in |across )?(?:all|every|each) (?:of the )?(?:\d{1,4} )?(?:\w{1,12} ){0,2}files\b|\bpropagate\b|\bthrough (?:the )?(?:dto|model|service|controller|layers?|stack)\b|\b(?:dto|service|controller|repository|tests?|types?|views?)(?:, (?:\w{1,12} ?){1,2}){1,3}(?:,? and \w{1,15})/,
      6,
    ],
  ],
  git_workflow: [
    [
      /\b(?:commit(?:s|ted|ting)?|rebas\w{1,3}|cherry[- ]?pick\w{0,3}|stash|squash\w{0,3}|pull request|merge request|force[- ]push|amend|merge conflicts?|unstage|gitignore|git ?hub pr|bisect)\b/,
      5,
    ],
    [
      /\b(?:branch(?:es)?|merge|push(?:ed)?|prs?|mr|revert|git|checkout (?:main|master|develop|the|a|-b|branch)|check out (?:the|a|main|master|branch)|upstream|origin|conflicts?|fast-?forward|hotfix)\b/,
      3,
    ],
    [
      /\b(?:push|merge|branch|pull|tag|revert|undo|switch|open|create|make|raise|submit|draft)\b[^.;\n]{0,40}\b(?:main|master|develop|dev|branch|origin|remote|upstream|release|commits?|pr|prs|v?\d{1,3}\.\d{1,3})\b/,
      3,
    ],
    [/\bon (?:every|each) (?:push|commit|pr|pull request|merge)\b/, -4],
    [
      /\bgit (?:\w{2,12})\b|\b(?:discard|stage|unstage|reset|throw away|drop) (?:all |my |the |these |those |local )*(?:changes|edits|work|files|modifications)\b|\blocal changes\b|\b(?:who last|blame)\b|\b(?:working tree|reflog|head~?\d?|submodule|history|changeset)\b/,
      4,
    ],
    [
      /^(?:please |can you |could you |now |then |let's |i want to |we need to |i need to |help me )?(?:commit|push|merge|rebase|stash|cherry-pick|squash)\b/,
      2,
    ],
  ],
  agent_planning: [
    [
      /\b(?:plan(?:s|ned|ning)?|roadmap|game plan|backlog|milestones?|prioriti[sz]e\w{0,1}|work breakdown)\b/,
      5,
    ],
    [
      /\b(?:break|split|divide|decompose|slice|chop|turn)\b[^.;\n]{0,50}\b(?:down|into (?:\w{1,12} ){0,3}(?:tasks?|steps?|sub-?tasks?|tickets?|stories|issues|chunks|phases|milestones|todos?|work items))\b/,
      5,
    ],
    [
      /\b(?:step[- ]by[- ]step|to-?do list|to-?dos|task list|list of (?:tasks|steps)|(?:what|which|in what|in which) order|sequence of (?:steps|tasks)|next steps|where (?:should|do) (?:we|i) (?:start|begin)|what should (?:we|i) (?:do|tackle|work on|start with) (?:first|next)|lay out|phases)\b/,
      4,
    ],
    [/\b(?:sprint|epic|tickets?|estimates?|timeline|schedule|deadline|tackle|subtasks?|effort)\b/, 2.5],
    [/\b(?:don't|do not|no|before (?:any|we|you|writing|anyone)) (?:start )?cod(?:e|ing)\b/, 1],
    [
      /\b(?:the )?steps (?:you|we|i|to|for|needed|required|involved)\b|\bgive me (?:the )?steps\b|\bhow would you (?:sequence|approach|tackle|order|go about|attack)\b|\bsequence (?:this|the)\b|\bbefore (?:coding|you code|writing code|implementing|starting)\b|\bwhat should (?:i|we) do (?:first|next)\b/,
      4.5,
    ],
    [
      /\b(?:phase (?:this|the|in)|how should we phase|list (?:of )?(?:the |all )?(?:tasks|steps|work|todos|work items)|tasks? (?:needed|required|to do|for)|tasks? we need|action items|checklist|action plan|rollout plan|kick ?off|scope (?:out|this)|in what sequence|work items|divide the work|get started)\b/,
      4.5,
    ],
    [/\bphase\b/, 3],
    [
      /\b(?:how long would (?:this|it|that) take|in what order|outline (?:the )?(?:steps|work|phases|tasks|approach)|what are the steps)\b/,
      5,
    ],
    [
      /^(?:please |can you |could you |now |then |let's |i want to |we need to |i need to |help me )?(?:plan)\b/,
      2,
    ],
  ],
  impact_analysis: [
    [
      /\b(?:what|which|who|anything|something|how much)(?: \w{1,12}){0,3} (?:would|will|could|might|may|can|gets?|is|are|else)(?: \w{1,12}){0,2} (?:break|breaks|broken|affected|impacted|happen|change|fail|suffer|need to change)\b/,
      5,
    ],
    [
      /\b(?:impact(?:s|ed)?|affect(?:s|ed|ing)?|knock-?on|consequences|repercussions|fallout|implications)\b/,
      4,
    ],
    [/\b(?:blast radius|ripple(?: effects?)?|side[- ]effects?|impact analysis|how far[- ]reaching)\b/, 6],
    [
      /\b(?:what happens|what breaks|does anything break|will anything break|what else breaks|would it break|will it break|is it (?:safe|risky|ok|okay)|safe to|how risky|risk of|anything break)\b/,
      4,
    ],
    [
      /\b(?:if|when|before) (?:i|we|you|someone) (?:change|changed|remove|removed|touch|touched|modify|modified|delete|deleted|rename|renamed|drop|dropped|move|moved|alter|get rid of|make)\b/,
      4,
    ],
    [/\b(?:depends? on|dependents|downstream|relies on|rely on|consumers? of|coupled)\b/, 3],
    [
      /\b(?:can|could|may|is it) (?:i|we|ok|okay)?(?: to)? ?(?:safely )(?:delete|remove|drop|rename|change|upgrade|move)\b|\bsafely (?:delete|remove|drop|rename|change)\b/,
      5,
    ],
    [
      /\b(?:will|would|does|could|might|is) (?:changing|removing|deleting|renaming|dropping|moving|touching|modifying|switching|bumping)\b/,
      5,
    ],
    [
      /\b(?:hurt|cause (?:problems|trouble|issues)|who depends|what depends|would need (?:changes|to change|updating)|what else)\b/,
      3,
    ],
    [/\bwhat happens (?:when|under|behind|inside)\b/, -4],
    [
      /\bcan i (?:drop|delete|remove|kill|get rid of|change|rename)\b|\bdrop it\b|\banyone (?:using|rely)/,
      3.5,
    ],
    [/\b(?:affects?|affected|impacted)\b[^.;\n]{0,30}\b(?:by|if|when)\b|\ba change (?:in|to|of)\b/, 2.5],
    [
      /\b(?:thinking of|planning to|about to|want to|considering) (?:remov|delet|renam|chang|dropp|mov)\w{1,4}\b|\b(?:rely|relies) on\b|\bbreak any\b|\bcascade\b/,
      3.5,
    ],
  ],
  migration: [
    [
      /\b(?:migrat(?:e|es|ed|ing|ion|ions)|port (?:it|this|the|our|to|from|over)|porting|moderni[sz]e|codebase off|transition(?:ing)? (?:to|from|off)|sunset)\b/,
      5,
    ],
    [/\b(?:upgrad(?:e|ing)|bump)\b/, 3],
    [
      /\b(?:upgrade|bump|move|update|switch|go|get|bring)\b[^.;\n]{0,50}\b(?:to|onto|off|from) (?:the )?(?:latest|v\d{1,3}|version|next|[a-z.+#]{1,20} ?v?\d{1,3})\b/,
      3,
    ],
    [
      /\b(?:move|moving|switch|switching|convert|converting|change|transition|go|going|swap|leaving|replace|rewrite|get|bring|drop|ditch)\b[^.;\n]{0,50}\b(?:from|off|over to|away from|for|with|to|in|into)\b[^.;\n]{0,30}\b(?:react|vue|angular|svelte|next(?:\.?js)?|nuxt|vite|webpack|rollup|typescript|ts|esm|es modules|commonjs|python|java|kotlin|go|golang|rust|node|deno|bun|postgres\w{0,5}|mysql|mongo\w{0,2}|sqlite|oracle|redis|dynamodb|graphql|rest|grpc|spring boot|django|flask|fastapi|rails|laravel|express|nestjs|jest|vitest|hooks|async|junit|gradle|maven|swift\w{0,2}|flutter|tailwind|redux|zustand|pnpm|yarn|kafka|aws|gcp|azure|php|ruby|scala|composition api|monorepo)\b/,
      4,
    ],
    [/\bfrom [a-z.+#]{1,20}(?: ?\d{1,3}(?:\.\d{1,3})?)? to [a-z.+#]{1,20}/, 1.5],
    [/\b(?:legacy|deprecated|end of life|eol)\b/, 1],
    [/\b(?:after|since) (?:the |our |an? )?(?:upgrad\w{1,4}|migrat\w{1,4}|updat\w{1,4})\b/, -4],
    [
      /\b(?:convert|port|rewrite|transform|translate|switch|move|change)\b[^.;\n]{0,50}\b(?:to|into|in|onto) (?:use )?(?:promises|async|observables|signals|hooks|functional components|modules|classes|sass|css modules|prisma|drizzle|gradle|bazel|esm|poetry|uv|terraform|kotlin|compose)\b/,
      5,
    ],
    [/\b(?:want|get|move|wean|take|be|come)\b[^.;\n]{0,20}\boff (?:of )?\w/, 3],
    [/\b(?:can you|to) verify\b|\bverify that\b/, -3],
    [
      /\b(?:move|get|moving|going) (?:\w{1,8} )?(?:off|onto|away from)\b|\btime to (?:move|switch|upgrade|leave|ditch|drop)\b|\bswitching (?:libraries|frameworks|databases|providers|vendors|to|from)\b|\b(?:strict mode|newer version|latest version|next major|new version)\b/,
      4,
    ],
    [
      /\breplace [a-z.]{2,20}(?: \w{1,12})? (?:with|by) (?:zustand|redux|vite|vitest|prisma|tailwind|axios|fetch|dayjs|date-fns|pnpm|yarn|bun|playwright|cypress|jest|postgres\w{0,5}|mysql|redis|kafka|react|vue|svelte|typescript|pydantic|fastapi|sqlalchemy|junit\w?|kotlin|webpack|swc|esbuild|biome|grpc|graphql)\b/,
      5,
    ],
    [
      /\b(?:our|the) (?:ci|builds?|code|app|database|db|data|tests|backend|frontend|services?)\b[^.;\n]{0,40}\b(?:over to|across to|move it to|migrate it)\b|\b(?:move|bring|carry) (?:it|them|us|everything) (?:over|across) to\b|\bdrop \w{1,20}(?: \w{1,20})? (?:in favou?r of|for)\b|\bin favou?r of\b/,
      5,
    ],
    [
      /^(?:please |can you |could you |now |then |let's |i want to |we need to |i need to |help me )?(?:migrate|port|upgrade)\b/,
      3,
    ],
  ],
  dependency_intelligence: [
    [
      /\b(?:dependenc(?:y|ies)|deps|transitive|peer dep\w{0,8}|npm (?:audit|outdated|ls|modules?|packages?)|pip-?audit|cargo (?:audit|tree)|snyk|dependabot|renovate|cves?|supply chain|node_modules|third[- ]party|requirements\.txt|go\.mod|pom\.xml|cargo\.toml|sbom)\b/,
      4,
    ],
    [
      /\b(?:outdated|out of date|out-of-date|stale|abandoned|unmaintained|newer versions?|unused|vulnerab\w{2,8}|deprecated|duplicated?|known)\b[^.;\n]{0,40}\b(?:packages?|dependenc(?:y|ies)|deps|librar(?:y|ies)|modules?)\b/,
      5,
    ],
    [
      /\b(?:packages?|dependenc(?:y|ies)|deps|librar(?:y|ies)|modules)\b[^.;\n]{0,40}\b(?:outdated|out of date|out-of-date|stale|old|abandoned|unmaintained|unused|never used|vulnerab\w{2,8}|deprecated|license\w{0,2}|behind|security|installed|pull(?:s|ed)? in|need|use)\b/,
      5,
    ],
    [/\b(?:licen[sc]es?)\b/, 3],
    [/\b(?:packages?|lock ?file|package-lock|package\.json|yarn\.lock|libraries)\b/, 2.5],
    [
      /\b(?:outdated|out of date|pulls? in|pulled in|version conflicts?|still (?:use|need)|versions? of)\b/,
      2.5,
    ],
    [/\bdependency injection\b/, -5],
    [/\blicen[sc]e headers?\b/, -3],
    [/\b(?:two|three|four|\d|multiple|several|duplicate|many) (?:copies|versions) of\b/, 6],
    [/\b(?:lodash|moment|axios|left-pad|tslib|chalk|rxjs|underscore|log4j|requests|numpy)\b/, 1.5],
    [/\b(?:major|minor|latest|newer|new) versions?\b|\bnobody (?:imports|uses)\b/, 2],
    [
      /\b(?:gpl|agpl|copyleft|packages|ancient version|haven't been updated|not been updated|who pulls|what pulls|bundled libraries|dependency tree|version ranges?|semver)\b/,
      4,
    ],
    [
      /\b(?:dependenc(?:y|ies)|packages)\b[^.;\n]{0,40}\b(?:redundant|lighter|advisories|bloat|duplicates?|needed|necessary)\b|\bsecurity advisor\w{1,4}\b|\badvisories\b/,
      5,
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
  ],
  performance_profiling: [
    [
      /\b(?:slow(?:er|est|ly|ness|s)?|sluggish|bottlenecks?|profil(?:ing|er)|flame ?graphs?|hot ?spots?|hot (?:path|paths|functions?|loops?|code)|memory (?:leaks?|usage|keeps?|grows?|growth|consumption|footprint|hog|profile)|leak(?:s|ing)?|heap (?:dump|snapshot|usage)|gc pauses?|n\+1|cpu|lags?|laggy|janky)\b/,
      5,
    ],
    [/\bprofile\b/, 3],
    [
      /\b(?:user|my|your|edit|public|own|their|customer) profiles?\b|\bprofile (?:page|picture|pic|image|photo|form|screen|settings?|endpoint|service|view|component|editor)\b/,
      -4,
    ],
    [
      /\b(?:takes?|taking|took|needs|spends?)\b[^.;\n]{0,30}\b(?:too long|so long|forever|ages|\d{1,4} ?(?:s|secs?|seconds?|minutes?|mins?|ms|milliseconds))\b/,
      5,
    ],
    [
      /\bwhere\b[^.;\n]{0,30}\btime\b[^.;\n]{0,20}\b(?:going|goes|go|spent|spending)\b|\b(?:time|cpu|memory) (?:is |are )?(?:being )?(?:spent|going|eaten|wasted|hogg\w{1,3})\b/,
      6,
    ],
    [
      /\b(?:latency|performance|speed up|optimi[sz]e|eat(?:s|ing) (?:up )?(?:memory|ram|cpu)|hogging|load time|response times?|spik(?:e|es|ing)|ram)\b/,
      3,
    ],
    [/\bprofile (?:the|this|our|a|it|why|where|how)\b/, 3],
    [/\b(?:memory|ram)\b/, 3],
    [/\b(?:eating|climb(?:s|ing)?|swallow\w{0,3}|balloon\w{0,3}|burn(?:s|ing)?)\b/, 2],
    [/\b(?:painfully|terribly|unbearably|really|so|too|very|pretty) slow\b|\bhot\b/, 1.5],
    [
      /\b(?:slowest|time (?:go|goes|going|spent|sink)|where does (?:the|all the|all that) time|long[- ]running|blocking the (?:event loop|main thread|ui)|event loop|allocations?|garbage collection|thrash\w{0,3}|performance (?:problem|issue|profile|hot ?spot)|reduce (?:the )?(?:latency|memory|cpu|load)|query plan|explain analy[sz]e)\b/,
      5,
    ],
    [
      /\b(?:eats?|takes?|uses?|consumes?|costs?|spends?|wastes?) (?:up )?(?:the |so |too )?(?:most|much) (?:of the )?(?:time|memory|cpu|ram)\b|\bmost time\b/,
      6,
    ],
    [
      /\b(?:takes?|need|needs|wait(?:s|ing)?) (?:\w{1,10} ){0,2}(?:second|seconds|minute|minutes|secs|mins|ms)\b|\bcosts? (?:us )?(?:the )?most\b|\bslow quer\w{1,3}\b|\bmost expensive\b|\bunresponsive\b|\bchok(?:es|ing)\b|\bunder load\b/,
      5,
    ],
    [
      /^(?:please |can you |could you |now |then |let's |i want to |we need to |i need to |help me )?(?:profile)\b/,
      2,
    ],
  ],
  ops_infra: [
    [
      /\b(?:docker\w{0,6}|docker-compose|compose file|kubernetes|k8s|helm|kustomize|terraform|ansible|pulumi|nginx|traefik|ci\/cd|github actions?|gitlab[- ]ci|jenkins(?:file)?|circleci|argocd|prometheus|grafana|datadog|load balancer|ingress|eks|ecs|cloudformation|systemd|reverse proxy|infra(?:structure)?|autoscal\w{1,4}|liveness|readiness|canary|blue[-/]green|cloudfront|cloudwatch|ec2|rollout)\b/,
      5,
    ],
    [
      /\b(?:deploy(?:s|ed|ing|ment|ments)?|health ?checks?|pods?|cluster|staging|provision\w{0,3}|monitoring|alert(?:s|ing)|tls|ssl cert\w{0,8}|s3 bucket|aws|gcp|azure|heroku|vercel|fly\.io|cloud)\b/,
      4,
    ],
    [
      /\b(?:ci|pipeline|workflow file|container(?:s|i[sz]e)?|build server|production|prod|servers?|backups?|cron ?job)\b/,
      2.5,
    ],
    [
      /\b(?:build pipeline|publish the image|image registry|registry|uptime|sre|on-?call|secrets? manager|vpn|dns|cdn|subnets?|iam|scale (?:up|out|down)|replicas?|terraform|serverless|lambda|github runner|self-hosted|artifact|nightly build|release pipeline|rollback the deploy\w{0,4}|logging stack|elk|loki|sentry|docker image)\b/,
      4,
    ],
    [
      /\b(?:multi-?stage|(?:docker |container )?image (?:smaller|size)|base image|(?:the|our|an?) image\b|entrypoint script|build agent|runners?|scaling|failover|disaster recovery|firewall|bastion|cluster|node pool|namespace|config ?map)\b/,
      3,
    ],
    [
      /^(?:please |can you |could you |now |then |let's |i want to |we need to |i need to |help me )?(?:deploy|provision|containeri[sz]e|dockeri[sz]e)\b/,
      2,
    ],
  ],
  environment_reproduction: [
    [
      /\b(?:works? (?:on|in) (?:my|his|her|their|one|mine)(?: own)?(?: \w{1,12})?|dev ?containers?|\.?nvmrc|nvm|asdf|volta|pyenv|tool-versions|mise|conda|virtualenv|venv|nix|vagrant|toolchain|my (?:machine|laptop|computer|box) (?:but|and|only)|\w{1,20}'s (?:machine|laptop|computer|mac|pc))\b/,
      6,
    ],
    [
      /\b(?:re-?create|reproduc\w{1,6}|replicate|mirror|match|same|identical|clone|rebuild|restore)\b[^.;\n]{0,40}\b(?:environments?|envs?|set-?ups?|tool(?:s|ing)?|versions?|machines?|runtime)\b/,
      5,
    ],
    [/\b(?:environments?|env)\b/, 3],
    [/\b(?:environment|env)[- ]?(?:variables?|vars?|file|config)\b|\.env\b/, -4],
    [
      /\b(?:pin|lock|freeze|fix)\b[^.;\n]{0,40}\b(?:versions?|toolchain|tools|node|python|pnpm|ruby|java)\b/,
      6,
    ],
    [
      /\b(?:tool|node|python|java|ruby|go|sdk|runtime|compiler) versions?\b|\bversions? of (?:the )?(?:tools?|node|python|java|ruby)\b/,
      4,
    ],
    [
      /\b(?:set ?up|setup|bootstrap|onboard\w{0,3}|get)\b[^.;\n]{0,50}\b(?:locally|local|machine|laptop|from scratch|new (?:dev\w{0,7}|hires?|people|joiners?)|same tools|running|dev environment)\b/,
      3.5,
    ],
    [/\b(?:from scratch|fresh clone|clean machine|new laptop|on another machine)\b/, 2],
    [
      /\b(?:works?|pass(?:es)?|builds?|runs?|fails?|fine)\b[^.;\n]{0,20}\b(?:locally|on my|here|in ci)\b[^.;\n]{0,10}\b(?:but|and|while|yet)\b/,
      7,
    ],
    [
      /\bfresh (?:laptop|machine|install|vm)\b|\b(?:exact )?same (?:setup|set-up|environment|versions?)\b|\brunning (?:on|locally)\b|\blocally\b/,
      3,
    ],
    [
      /\b(?:setup script|bootstrap script|one command|newcomers|sync our|reproducible|hermetic|dev setup|dev shell|interpreter|same (?:os|image|versions)|only (?:builds?|works?|runs?|compiles?|passes) on|new (?:contributor|developer|hire|starter|joiner|teammate)s?)\b/,
      3.5,
    ],
    [/\b(?:setup|install|bootstrap) script\b|\bdev(?:elopment)? environments?\b/, 4],
    [
      /\b(?:what|which) (?:do|should|must) i (?:have to |need to )?install\b|\bdockeri[sz]e the dev\b|\bdev (?:env|environment|box|machine)\b|\beveryone (?:has|gets|uses|runs) the same\b|\brun this project\b|\bprerequisites\b/,
      5,
    ],
  ],
  benchmark: [
    [
      /\b(?:benchmark\w{0,3}|micro-?benchmark\w{0,3}|load[- ]test\w{0,3}|stress[- ]test\w{0,3}|perf(?:ormance)?[- ]tests?|hyperfine|autocannon|jmh|jmeter|wrk|locust|k6)\b/,
      8,
    ],
    [
      /\b(?:throughput|(?:requests|req|ops|operations|queries|messages|transactions|calls|events|rows|writes|reads|inserts) ?(?:per|\/|a) ?s(?:ec(?:ond)?)?|rps|qps|tps|ops\/s(?:ec)?|p9[059]|percentiles?)\b/,
      5,
    ],
    [
      /\b(?:measure|compare|quantify|time|clock|test)\b[^.;\n]{0,50}\b(?:speed|performance|faster|latency|timings?|runtime|execution time|how (?:fast|long|much time)|before and after|rows|records|iterations|startup)\b/,
      5,
    ],
    [/\b(?:faster|fastest|how fast|quicker)\b/, 4],
    [
      /\b(?:before[- ](?:and|vs\.?|versus)[- ]after|before\/after|how many \w{1,20} per|concurrent users?|measure|in numbers|statistically)\b/,
      3,
    ],
    [
      /\b(?:show|give) me (?:the )?numbers\b|\b(?:soak|stress|load)[- ]?test\b|\bp(?:50|90|95|99)\b|\bhow much (?:faster|slower|throughput|quicker)\b/,
      5,
    ],
    [
      /\bhow (?:fast|quick(?:ly)?) (?:is|are|does|do|can|will)\b|\bcompare the (?:runtime|speed|performance|latency|throughput|timing)\b|\b(?:runtime|speed|latency|performance) of (?:v?\d|both|the two|these)\b|\b(?:plot|baseline|iterations|warm-?up|cold start|quantify)\b|\bhow long (?:does|do|would|will) .{1,40} take\b/,
      4,
    ],
    [
      /\b(?:can|could) (?:it|we|this|the \w{1,15}) (?:handle|sustain|cope|take)\b|\bconcurrent (?:connections|users|requests|clients)\b|\bbefore\/after\b|\btest the limits\b|\bhow many \w{1,20} (?:can|could|does|will)\b/,
      5,
    ],
    [
      /^(?:please |can you |could you |now |then |let's |i want to |we need to |i need to |help me )?(?:benchmark)\b/,
      2,
    ],
  ],
  ml_integration: [
    [
      /\b(?:machine[- ]learning|ml|pytorch|torch|tensorflow|onnx|hugging ?face|scikit-learn|sklearn|keras|bert|llms?|gpt-?\d{0,2}|xgboost|lightgbm|neural|deep learning|fine-?tun\w{1,3}|training (?:data|set|pipeline|loop|job)|feature store|mlflow|langchain|rag|vector (?:search|db|database|store|index)|embeddings?|inference|classifiers?|transformers?|drift|whisper|yolo|gguf|llama)\b/,
      5,
    ],
    [
      /\b(?:train|trained|predict(?:s|ed|ion|ions)?|sentiment|recommend(?:er|ation)|datasets?|checkpoint|model weights|regression model|anomaly detection|image recognition|spam (?:detection|filter))\b/,
      4,
    ],
    [
      /\b(?:plug|serve|serving|load|integrat\w{1,3}|connect|deploy|swap|hook|call|expose|embed|use|put|retrain|evaluate|quanti[sz]e)\b[^.;\n]{0,40}\bmodels?\b/,
      4,
    ],
    [/\bmodel\b/, 1],
    [
      /\b(?:data|domain|object|view|user|order|product|database|db|django|eloquent|sequelize|orm) models?\b/,
      -3,
    ],
    [
      /\b(?:tokeni[sz]er|model server|prompts?|auto-?tag|transcri(?:be|ption)|speech|ocr model|input shape|feature vector|labels?|hyperparameters?|epochs?|gpu|cuda|chatbot|semantic search|similarity)\b/,
      3,
    ],
  ],
  exploratory_research: [
    [
      /\b(?:research|alternatives?|pros and cons|pros\/cons|feasib\w{2,6}|state[- ]of[- ]the[- ]art|prior art|literature|survey|explore|landscape|proof of concept|poc|spike|investigate (?:options|whether|possib\w{3,6}|different|approaches))\b/,
      5,
    ],
    [
      /\b(?:trade-?offs?|options? (?:for|are|do|we|to)|our options|what(?:'s| is| are) (?:the |some )?(?:best|good|recommended|most popular|common|existing|available)|best (?:library|tool|framework|way|approach|practices? for)|evaluate|look into|how do (?:other|others|big|companies|people|teams)|how (?:other|others)|what do (?:people|others|teams)|is it (?:possible|feasible|worth)|worth (?:it|switching|using|adopting)|would it make sense|should we (?:use|adopt|pick|choose|go with))\b/,
      4,
    ],
    [
      /\b(?:which|what|recommend|suggest)\b(?: \w{1,15}){0,3} (?:librar(?:y|ies)|frameworks?|databases?|tools?|approach(?:es)?|packages?|solutions?|techniques?|algorithms?|vendors?|services|queue|orm|strategies)\b[^.;\n]{0,60}\b(?:best|better|should|would|suits?|fits?|exist|available|recommend|use|there|pick|choose|out there|for)\b/,
      4,
    ],
    [/\bcompare\b/, 3],
    [/\b(?:vs\.?|versus|better than|compared? (?:to|with)|differences? between|or)\b[^.;\n]{0,40}\?/, 1],
    [/\b(?:vs\.?|versus)(?: |$)/, 3],
    [
      /\b(?:digging|dig into|read up on|scout|find out (?:how|what|which)|look around|what exists|what's out there|should (?:we|i) (?:go with|use|pick|choose|adopt|switch)|(?:could|can) we (?:use|get away with)|good alternatives?|evaluate whether)\b/,
      4,
    ],
    [
      /\b(?:candidates?|drawbacks?|strengths and weaknesses|upsides|downsides|these days|nowadays|suits? us|right for us|fits? us|experience with|what would it take|look into|shortlist|rundown|overview of (?:available|existing|current)|industry|blog posts?|papers?|benchmarks? from others|how mature|ecosystem)\b/,
      4,
    ],
    [
      /\b(?:consensus|ways (?:people|others|teams|companies) |(?:two|three|several|different|various|other) (?:ways|approaches|options|solutions)|what(?:'s| is) (?:everyone|the industry|out there)|find me)\b/,
      3.5,
    ],
    [
      /^(?:please |can you |could you |now |then |let's |i want to |we need to |i need to |help me )?(?:research|survey|explore)\b/,
      2.5,
    ],
  ],
};
