export { countLearned } from './counts-store.ts';
export { listHardQuestions } from './hard-questions.ts';
export { patchAttempt, postComplete, postHint, postStart } from './play-routes.ts';
export { getLocation, getTask, getWorld, listLocations, listWorlds } from './routes.ts';
