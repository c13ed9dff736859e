import type { Cues } from '../../cue';

/** Cues of English, for what runs the code: speed, environments, dependencies, models, git. */
export const RUNNING = {
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
    [
      /\b(?:times?|latenc\w{1,3}) (?:are|is) (?:terrible|bad|awful|horrible|high|poor|insane)\b|\bfrom \d{1,5} ?(?:s|ms|sec\w{0,4}|min\w{0,4}) to \d{1,5}|\b(?:endpoint|response|load|build|startup|start-up) times?\b/,
      4.5,
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
    [
      /\b(?:want|show|give|need)(?: me| us)? (?:the |some |hard |real )?(?:numbers|figures|measurements)\b|\bpay(?:s|ed)? off\b|^(?:please )?time \d/,
      5,
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
    [
      /\b(?:pipeline|workflow|ci) (?:should|must|needs?|has to)\b|\b(?:in|to) (?:the |our )?(?:ci|pipeline)\b/,
      3.5,
    ],
    [/\bdev(?:elopment)? (?:env|environments?|containers?|setup|box)\b/, -5],
    [
      /\b(?:fix|change|update|adjust) (?:the|our) (?:ci|pipeline|docker\w{0,4}|deploy\w{0,5})\b|\b(?:ci|pipeline|docker\w{0,4}) (?:config\w{0,8}|setup|file)\b/,
      4,
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
    [/\bfor you but not\b|\bbut not (?:for|on) (?:me|mine|my)\b|\bsame versions?\b/, 7],
    [/\bonboarding (?:easy|easier|quick|fast|simple)\b|\bright versions?\b/, 5],
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
    [
      /\bneed (?:all|any of) (?:these|those|our|the) (?:packages|libs|libraries|dependencies|modules|deps)\b/,
      5,
    ],
  ],
  ml_integration: [
    [
      /\b(?:machine[- ]learning|ml|pytorch|torch|tensorflow|onnx|hugging ?face|scikit-learn|sklearn|keras|bert|llms?|gpt-?\d{0,2}|xgboost|lightgbm|neural|deep learning|fine-?tun\w{1,3}|training (?:data|set|pipeline|loop|job)|feature store|mlflow|langchain|rag|vector (?:search|db|database|store|index)|embeddings?|inference|classifiers?|transformers?|drift|whisper|yolo|gguf|llama)\b/,
      5,
    ],
    [
      /\b(?:(?<!\bthe )train|trained|predict(?:s|ed|ion|ions)?|sentiment|recommend(?:er|ation)|datasets?|checkpoint|model weights|regression model|anomaly detection|image recognition|spam (?:detection|filter))\b/,
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
    [/\bmodels?\b[^.;\n]{0,40}\bfeatures?\b|\bfeatures?\b[^.;\n]{0,40}\bmodels?\b/, 5],
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
    [
      /\bdiff (?:to|against|with|from|between|vs)\b|\bwhat (?:did|have) (?:i|we) changed?\b|\b(?:un)?stage (?:only |just )?(?:the|my|all|these|this|src)\b/,
      4.5,
    ],
    [/\b(?:error|else|if|both|code|all) branches\b|\bbranch coverage\b/, -5],
    [/\b(?:every|each) branch(?:es)? (?:in|of)\b/, -5],
  ],
} satisfies Partial<Cues>;
