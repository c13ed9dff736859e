/** Events of the web. */
import { DOMException } from '../web/dom-exception';
import { CustomEvent, Event, EventTarget } from '../web/events';

export default { CustomEvent, DOMException, Event, EventTarget };
