/** Marks and measures of time. */
import {
  Performance,
  performance,
  PerformanceObserver,
  PerformanceObserverEntryList,
} from '../web/performance';
import { PerformanceEntry, PerformanceMark, PerformanceMeasure } from '../web/performance-entries';

export default {
  Performance,
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  PerformanceObserver,
  PerformanceObserverEntryList,
  performance,
};
