import { createHook } from 'node:async_hooks';

// The test runner follows each promise and socket with an async hook, only to know which test caused an error that nothing caught.
// That takes a tenth of the CPU time of the tests. This module limits the hook to the tests and suites themselves, by which the runner
// knows where hooks and subtests belong. An uncaught error still makes the run fail, but the runner does not print its stack.

const prototype = Object.getPrototypeOf(createHook({}));
const { enable } = prototype;
prototype.enable = function enableForTests(this: Record<symbol, unknown>) {
  const setValue = (name: string, change: (value: unknown) => unknown) => {
    const symbol = Object.getOwnPropertySymbols(this).find(({ description }) => description === name);
    if (symbol) this[symbol] = change(this[symbol]);
  };
  setValue('kNoPromiseHook', () => true);
  setValue('destroy', () => undefined);
  setValue('init', (init) => (id: number, type: string, triggerId: number, resource: object) => {
    if (type === 'Test' && typeof init === 'function') init(id, type, triggerId, resource);
  });
  return enable.call(this);
};

for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error) => console.error('Nothing has caught this error of a test:', error));
