/** The real global object of the isolate. `globalThis` in the runtime's bundle is private (scripts/build-sandbox.cjs). */
declare const realGlobal: Record<PropertyKey, unknown>;
