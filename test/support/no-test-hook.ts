import { createHook } from 'node:async_hooks';

// The test runner follows each promise and socket with an async hook, only to know which test caused an error that nothing caught.
// The hook takes a tenth of the CPU time of the tests. Without it, such an error still makes the run fail, but the runner does not print
// its stack.
Object.getPrototypeOf(createHook({})).enable = function enable() {
  return this;
};
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error) => console.error('Nothing has caught this error of a test:', error));
