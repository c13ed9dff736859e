export { createConversations, type Conversations, createLearned, type Learned } from './remembered';
