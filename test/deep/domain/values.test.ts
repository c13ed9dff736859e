import { describeValues } from '../../support/value-properties';

describeValues(400);
