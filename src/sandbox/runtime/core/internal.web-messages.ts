/** Ports that messages go through. */
import { MessageChannel, MessageEvent, MessagePort } from '../web/message-channel';

export default { MessageChannel, MessageEvent, MessagePort };
