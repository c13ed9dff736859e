/** Parts of sucrase beneath its one function; the version is pinned, and tests notice when they change. */
declare module 'sucrase/dist/parser/index' {
  export * from 'sucrase/dist/types/parser/index';
}
declare module 'sucrase/dist/parser/tokenizer/index' {
  export * from 'sucrase/dist/types/parser/tokenizer/index';
}
declare module 'sucrase/dist/parser/tokenizer/keywords' {
  export * from 'sucrase/dist/types/parser/tokenizer/keywords';
}
declare module 'sucrase/dist/parser/tokenizer/types' {
  export * from 'sucrase/dist/types/parser/tokenizer/types';
}
declare module 'sucrase/dist/TokenProcessor' {
  export { default } from 'sucrase/dist/types/TokenProcessor';
}
declare module 'sucrase/dist/NameManager' {
  export { default } from 'sucrase/dist/types/NameManager';
}
declare module 'sucrase/dist/HelperManager' {
  export * from 'sucrase/dist/types/HelperManager';
}
declare module 'sucrase/dist/identifyShadowedGlobals' {
  export { default } from 'sucrase/dist/types/identifyShadowedGlobals';
}
declare module 'sucrase/dist/transformers/RootTransformer' {
  export { default } from 'sucrase/dist/types/transformers/RootTransformer';
}
declare module 'sucrase/dist/util/getNonTypeIdentifiers' {
  export * from 'sucrase/dist/types/util/getNonTypeIdentifiers';
}
