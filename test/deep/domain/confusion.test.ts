import { describeConfusion } from '../../support/confusion';
import { analysisAmongOthers } from '../../support/loop-analysis';

describeConfusion('what a run decides on beside other checks and after many warnings', analysisAmongOthers);
