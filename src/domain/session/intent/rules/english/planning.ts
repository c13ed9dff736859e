import type { Cues } from '../../cue';

/** Cues of English, for work on paper: design, plans, consequences, documents. */
export const PLANNING = {
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
    [
      /\bideas? (?:for|on|about) how to\b|\bhow to (?:split|structure|organi[sz]e|model|lay out|decompose)\b|\b(?:which|what) (?:design )?patterns?\b|\bsplit the monolith\b/,
      5,
    ],
    [
      /^(?:please |pls |can you |could you |now |then |let's |just |also |i want to |we need to |i need to |help me )?model (?:the|our|an?)\b/,
      4.5,
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
    [
      /\b(?:what|which) steps\b|\bhow do we get there\b|\b(?:we|i) have (?:two|three|four|\d{1,2}|a few|a couple of) (?:weeks|days|months|sprints)\b/,
      4.5,
    ],
    [/\bas (?:tasks|tickets|a (?:plan|checklist|to-?do))\b/, 4],
    [/\b(?:best|right|sensible|good) order\b|\border (?:to|should|of work)\b/, 5],
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
    [
      /\bwhich tests? (?:cover|exercise|touch|depend|would|will|need|are affected)\b|\bdepending on\b|\bwhat else could\b/,
      5,
    ],
    [
      /\b(?:have|need) to (?:touch|change|adapt|adjust|update|edit)\b[^.?\n]{0,30}\bif\b|\bif \w{1,20} (?:became|becomes|changed|were)\b/,
      5,
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
    [
      /\bwrite (?:it|this|that|them) (?:all )?down\b|\bnobody (?:understands|knows) how\b|\b(?:getting-started|quick-?start|onboarding|intro\w{0,8}) (?:page|section|docs?|guide)\b/,
      6,
    ],
  ],
} satisfies Partial<Cues>;
