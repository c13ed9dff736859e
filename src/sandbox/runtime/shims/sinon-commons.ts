/** The global that @sinonjs/fake-timers fakes unless it is told another: nobody uses that. */
const global = { Date };
export { global };
