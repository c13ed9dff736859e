import type { Cues } from '../../cue';

/** Cues of English, for work that changes code. */
export const WRITING = {
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
    [
      /(?:\bwould|'d) be (?:\w{1,10} )?(?:lovely|great|nice|cool|handy|helpful|useful|good|awesome|wonderful)\b|\b(?:keep|keeps|kept|are|been) asking (?:for|if)\b/,
      3,
    ],
    [
      /\b(?:should|must|needs? to|has to|have to|ought to) (?:also |now |be |only |not ){0,2}(?:\w{2,15}able|support|accept|return|show|remember|allow|let|ignore|display|send|include|have|keep|default|expire|redirect|validate|reject|sort|filter|round|hide|open|close|save|log|notify|limit|stop|ask)\b/,
      3,
    ],
    [/^(?:can|could) (?:the|our|users?|people|admins?|customers?|it) \w/, 2],
    [
      /^(?:please |pls |can you |could you |now |then |let's |just |also |i want to |we need to |i need to |help me )?(?:change|set|increase|decrease|raise|lower|let|allow|give|put|turn (?:on|off)|enable|disable|hide|show|send|store|limit|default|remember)\b[^.;?\n]{1,60}\b(?:to|by|when|for|if|so|after|on)\b/,
      2,
    ],
    [
      /^(?:an? |new )?(?:function|method|class|component|endpoint|hook|helper|script|command) (?:that|which|to|for|called|named)\b/,
      3,
    ],
    [
      /^(?:when|whenever|after|once|if|every time) [^,.?\n]{3,60}, (?:send|show|redirect|notify|log|delete|create|update|save|close|open|ask|hide|let|add|store|mark|set|lock|email|play|refresh|reset)\b/,
      3,
    ],
    [/\b(?:we|i|they|users)(?:'d| would) (?:love|like|appreciate) (?:an?|to have|some|the) \b/, 3],
    [/^(?:class|function|method|interface|enum) \S{1,40} (?:with|that|which|having)\b/, 5],
    [
      /^(?:please |pls |can you |could you |now |then |let's |just |also |i want to |we need to |i need to |help me )?return \S/,
      2,
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
    [
      /\b(?:spin(?:s|ning)?|crash\w{0,4}|(?:do not|don't|doesn't) add up|(?:someone|somebody) else's|comes? back|came back|worked (?:yesterday|before|last|fine|until)|used to work|nothing (?:happens|shows|comes)|end(?:s|ed)? up (?:being|with|in)|jumps? (?:back|around)|flicker\w{0,3}|gibberish|cut off|double[- ]charged)\b/,
      3,
    ],
    [/(?:→|->|=>|\breturns?|\bgives?|\bgets?|\bresponds?|\bstatus|\bhttp) ?(?:with )?(?:an? )?[45]\d\d\b/, 3],
    [
      /\b(?:the|our|my|some|all|these|users?|images?|emails?|it) [^.;?\n]{0,40}\b(?:do not|don't|doesn't|does not|isn't|aren't|won't|can't|cannot|never|no longer) \w/,
      2,
    ],
    [
      /^(?:please |pls |can you |could you |now |then |let's |just |also |i want to |we need to |i need to |help me )?(?:add|implement|create|build|write|change|set|support|allow|introduce|increase|decrease|raise|lower)\b/,
      -3,
    ],
    [
      /\bstuck on (?:an? |the )?(?:old )?[a-z.]{2,15} ?v?\d|\b(?:keep|keeps|kept) asking (?:for|if)\b|\bwhat(?:'s| is) going on (?:in|inside)\b/,
      -4,
    ],
    [/\b(?:actually|really|truly|finally) (?:gone|fixed|solved|resolved|working)\b/, -3],
    [/\bsomething(?:'?s| is)? (?:off|wrong|fishy|weird|strange|broken)\b/, 3],
    [
      /\b(?:is|are|looks?|shows?(?: up)?|comes? (?:up|out|back)|stays?|appears?|renders?) (?:always |all |still |just |sometimes )?(?:empty|blank|wrong|missing|broken|grey|gray|black|cut|overlapping|zero|negative|null|doubled|duplicated|behind|invisible|unreadable|misaligned|swapped|reversed|garbled|stale)\b/,
      4,
    ],
    [/\berror (?:codes?|handling|messages?|boundar(?:y|ies)|pages?|responses?|format)\b/, -2.5],
    [/\b(?:don't|do not|didn't) (?:get|understand|see|know) (?:what|how|why|where)\b/, -3],
    [
      /^(?:please |pls |can you |could you |now |then |let's |just |also |i want to |we need to |i need to |help me )?return \S/,
      -3,
    ],
    [
      /^(?!(?:i|we|you|please|why|what|it)\b)[a-z]{3,20}(?: [a-z]{2,15}){0,3} (?:doesn't|does not|isn't|aren't|won't|can't|never|don't) \w/,
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
    [
      /\b(?:break|split|chop|cut|carve) (?:it|this|that|them) (?:up|down|apart|into)\b|\b\d{2,5}[- ]lines?\b|\bnames? (?:are |is )?(?:more )?(?:consistent|bad|confusing|misleading|meaningful)\b/,
      4.5,
    ],
    [/\b(?:shorter|clearer|cleaner|simpler|neater|more (?:elegant|modular|compact|expressive))\b/, 4],
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
    [/\bneed (?:all|any of) (?:these|those|our|the)\b/, -8],
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
    [
      /\b(?:leave|leaving|drop|ditch|abandon|dump|stop using)\b[^.;\n]{0,30}\b(?:and|to|for|instead)\b[^.;\n]{0,20}\b(?:use|move|go|switch|instead)\b|\bstuck on (?:an? |the )?(?:old )?[a-z.]{2,15} ?v?\d|\b[a-z.]{2,15} ?\d{0,2} ?(?:→|->|=>) ?[a-z.]{2,15}/,
      5,
    ],
    [
      /^(?:please |pls |can you |could you |now |then |let's |just |also |i want to |we need to |i need to |help me )?replace (?!the|this|that|these|those|all|every|each|any|it|\w{1,20}s\b)[a-z0-9.+-]{2,20} (?:with|by) (?!an? |the )[a-z]/,
      4,
    ],
    [
      /\bwould (?:switching|moving|going|migrating)\b|\bshould (?:we|i) (?:go|use|pick|choose|switch|stay|move)\b|\bmake sense\b/,
      -4,
    ],
    [/\b(?:move|switch|bring|take) (?:everything|all of it|it all|all) (?:over )?to \S/, 5],
    [/\b(?:switch|move|change|go|convert|transition)(?:ing)? from [\w.+#-]{1,25}(?: \w{1,12})? to \w/, 4],
  ],
} satisfies Partial<Cues>;
