export { createConversations, type Conversations } from './conversations';
export { createLearned, type Learned } from './learned';
