export { countLearned } from './counts-store.ts';
export { decideSubmission, type SubmissionDecision } from './decide-submission.ts';
export { correctResponse } from './grade.ts';
export { listHardQuestions } from './hard-questions.ts';
export { inWords } from './in-words.ts';
export { sweepLearning } from './jobs.ts';
export { getLearner, type Learner } from './learner.ts';
export { listChildsSubmissions, listWaitingSubmissions, type ShownSubmission } from './list-submissions.ts';
export {
  countWaitingSubmissions,
  listMissed,
  listPlayed,
  listTasksOf,
  type MissedRow,
  type PlayedRow,
} from './panel-store.ts';
export { patchAttempt, postComplete, postHint, postStart } from './play-routes.ts';
export { getLocation, getTask, getWorld, listLocations, listWorlds } from './routes.ts';
export { standingInLocation, standingInWorld } from './standing.ts';
export { STICKERS, type Sticker } from './stickers.ts';
export { getFile, postSubmitCreative } from './submission-routes.ts';
export { hasFiles, listKnownNames, listNames } from './submissions-store.ts';
export { SubmissionShape } from './submissions-wire.ts';
export { findOrphans, quarantineFiles } from './sweep-files.ts';
