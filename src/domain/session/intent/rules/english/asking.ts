import type { Cues } from '../../cue';

/** Cues of English, for talk, finding and research. */
export const ASKING = {
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
    [/\blet me (?:think|see|check|try|look|know|get back|sleep on|finish)\b/, 4],
    [
      /^(?:ping|sorry|oops|wow|whoa|phew|yay|later|night|sup)\b|\b(?:joke|weather|sing|hungry|sleepy|bored|chatgpt|your name|how old are you|love you)\b/,
      3,
    ],
    [
      /\b(?:can|do) you (?:speak|sing|dance|hear|sleep|dream|feel|like|love|eat)\b|\bmuch appreciated\b|\bexactly what i (?:was|needed|wanted)\b/,
      4,
    ],
    [/^(?:do|did|are|were|have|would|will) you\b/, 2],
    [
      /\b(?:great|good|fantastic|excellent|amazing|awesome|nice|super|brilliant|terrific) (?:job|work|stuff|one|going)\b|\b(?:call it a day|stop here|just looking around|just saying|just kidding|enough for (?:today|now)|that's it for (?:today|now))\b/,
      5,
    ],
    [/\b(?:need|have|got) to (?:run|go|leave|dash)\b|\btalk (?:tomorrow|soon|later)\b/, 4],
  ],
  context_navigation: [
    [
      /\bwhere(?! (?:possible|appropriate|needed|necessary|applicable))(?:'s|'re| is| are| do| does| did| can| in| exactly|abouts)?\b/,
      4,
    ],
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
    [
      /\bi(?:'d| would) like to (?:know|understand|see how)\b|\bi(?:'m| am)? ?(?:wonder(?:ing)?|curious)\b|\b(?:want|need|trying) to (?:know|understand)\b|\bany idea (?:where|how|what)\b|\bi(?:'m| am) lost\b/,
      4,
    ],
    [
      /\bentry ?points?\b|\bwhat(?:'s| is) going on (?:in|inside)\b|\bdoes (?:anything|anyone|anybody|something) (?:still |else )?(?:use|call|import|read|reference)\b|\b(?:list|show|find|name) (?:me )?(?:all |the |every ){0,2}(?:class(?:es)?|functions?|methods?|files?|modules?|types?|components?|hooks?|tables?) (?:that|which|who|where|with|implementing|using|extending)\b/,
      4,
    ],
    [/\bwho(?:'s| is| was)? \w{2,15}ing\b/, 3],
    [
      /\b(?:don't|do not|didn't) (?:get|understand|see|know) (?:what|how|why|where)\b|\bno idea (?:what|how|where)\b|\banywhere in (?:the|this|our) (?:code|codebase|repo|project)\b/,
      4,
    ],
    [
      /^(?:any|is there an?|are there any) (?:\w{1,12} ){0,3}(?:functions?|helpers?|class(?:es)?|utils?|methods?|modules?|code|places?|hooks?)\b/,
      4,
    ],
  ],
  exploratory_research: [
    [
      /\b(?:research|alternatives?|pros and cons|pros\/cons|feasib\w{2,6}|state[- ]of[- ]the[- ]art|prior art|literature|survey|explore|landscape|proof of concept|poc|spike|investigate (?:options|whether|possib\w{3,6}|different|approaches))\b/,
      5,
    ],
    [
      /\b(?:trade-?offs?|(?<!\ban )options? (?:for|are|do|we|to)|our options|what(?:'s| is| are) (?:the |some )?(?:best|good|recommended|most popular|common|existing|available)|best (?:library|tool|framework|way|approach|practices? for)|evaluate|look into|how do (?:other|others|big|companies|people|teams)|how (?:other|others)|what do (?:people|others|teams)|is it (?:possible|feasible|worth)|worth (?:it|switching|using|adopting)|would it make sense|should we (?:use|adopt|pick|choose|go with))\b/,
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
    [
      /\b(?:should|could|would) (?:we|i|you|it)\b[^?.\n]{0,60}\bor\b|\bmake sense (?:for us|to use|to switch|to adopt)\b|\bwould (?:switching|moving|going|using)\b/,
      5,
    ],
    [/\b(?:would|do|can|could) you (?:recommend|suggest|advise|prefer)\b/, 5],
    [
      /\b(?:look for|find|search for|suggest|any|recommend|is there) (?:me )?(?:an? |some )?(?:better|good|nice|lightweight|modern|maintained|open[- ]source|free|faster|simpler) (?:\w{2,15} ){0,3}(?:librar(?:y|ies)|tools?|frameworks?|packages?|alternatives?|options?|services?|databases?)\b/,
      6,
    ],
    [/\b(?:something|anything) (?:better|faster|simpler|nicer|lighter|more modern) than\b/, 6],
  ],
} satisfies Partial<Cues>;
