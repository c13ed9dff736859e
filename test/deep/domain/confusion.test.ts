import { describeConfusion } from '../../support/confusion';
import { analysisAmongOthers } from '../../support/loop-analysis';
import { analysisOf } from '../../support/tool-output';

describeConfusion('a whole output', analysisOf);
describeConfusion('what a run decides on beside other checks and after many warnings', analysisAmongOthers);
