/** The global names of Node and the web that stand-ins give, apart from those of the bigger libraries. */
import { setInspect } from '../node/errors';
import { URL } from '../node/url';
import { URLSearchParams } from '../node/url-params';
import { inspect } from '../node/user-inspect';
import { AbortController, AbortSignal } from '../web/abort';
import { structuredClone } from '../web/clone';
import { DOMException } from '../web/dom-exception';
import { CustomEvent, Event, EventTarget } from '../web/events';
import { MessageChannel, MessageEvent, MessagePort } from '../web/message-channel';
import { fetch, Navigator, navigator } from '../web/navigator';
import {
  Performance,
  performance,
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  PerformanceObserver,
  PerformanceObserverEntryList,
} from '../web/performance';
import { atob, btoa, TextDecoder, TextEncoder } from '../web/text';
import process from './process';

setInspect((value) => inspect(value));

export default {
  AbortController,
  AbortSignal,
  atob,
  btoa,
  CustomEvent,
  DOMException,
  Event,
  EventTarget,
  fetch,
  MessageChannel,
  MessageEvent,
  MessagePort,
  Navigator,
  navigator,
  Performance,
  performance,
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  PerformanceObserver,
  PerformanceObserverEntryList,
  process,
  structuredClone,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
};
