export {
  type Advice,
  compareByShare,
  type Focus,
  findHomeTask,
  findNeed,
  findSkillOfQuestion,
  isUnsure,
  type MissedQuestion,
  type Need,
  type OpenQuestion,
  REST_DAYS,
  type SkillStanding,
  TELLING_ANSWERS,
} from './advice/advice.ts';
export { describeQuestion, type QuestionInWords } from './advice/describe-question.ts';
export { loadAdvice, loadAdviceByChild } from './advice/load-advice.ts';
export type { ShownMisconception } from './advice/misconception-of-answer.ts';
export {
  findHomeActivity,
  findShownMisconception,
  findSkillOfMisconception,
  listQuestionsShowing,
  listRepeatedMisconceptions,
} from './advice/shown-misconception.ts';
export { buildAttemptTask, drawItems } from './attempts/drawn-items.ts';
export { type AnswerPicture, AnswerPictureSchema, serializeAnswerPicture } from './grading/answer-picture.ts';
export {
  type Explanation,
  explainAnswer,
  findMistakeFeedback,
  formatAnswer,
  formatAnswers,
  getCorrectResponse,
  parseResponse,
} from './grading/grade.ts';
export { type SerializedItem, serializeItem } from './grading/item-serializers.ts';
export { isReader, type Learner, loadLearner } from './learner/learner.ts';
export { findRepairedQuiz } from './learner/repair.ts';
export { computeLocationProgress, computeWorldProgress } from './learner/task-status.ts';
export { computeAge, LOGITS_PER_DIFFICULTY } from './memory/ability.ts';
export { applyItemLevels, learnItemLevels } from './memory/item-levels.ts';
export { MASTERED_DAYS } from './memory/memory.ts';
export { rebuildRatings } from './memory/rebuild-ratings.ts';
export { loadNextSteps } from './next/load-next.ts';
export { beginsWithPlacement } from './placement/list-placements.ts';
export { chooseSheetExercises, findExercise, type SheetExercise } from './practice/choose-sheet.ts';
export { isPracticeDone } from './practice/practice-done.ts';
export { findPracticeTitle } from './practice/practice-id.ts';
export {
  loadNextMeetings,
  type NextMeeting,
  recordTriedTogether,
  undoTriedTogether,
} from './practice/practise-again.ts';
export { GUIDE, getPhraseKey, listPhraseGroups, type Phrase, type PhraseGroup } from './recordings/phrases.ts';
export { recordPhrase, removeRecording } from './recordings/record-phrase.ts';
export { listRecordingNames, listRecordings, type Recording } from './recordings/recordings-store.ts';
export { computeLearningCounts } from './reports/learning-counts-store.ts';
export {
  type AttemptSummary,
  countPendingSubmissions,
  countPendingSubmissionsByChild,
  findTaskIdsByAttempt,
  type LearningOfDay,
  listAttempts,
  listAttemptsBefore,
  listLearningOfDay,
  listMissedItems,
  listOldestPendingSubmissions,
  type MissedItem,
} from './reports/learning-reports-store.ts';
export { findMissedItem } from './reports/missed-questions.ts';
export type { SkillState } from './skills/list-skills.ts';
export {
  deleteFileRows,
  FILE_TABLES,
  hasFiles,
  listFileNames,
  listReferencedFileNames,
} from './stored-files-store.ts';
export { cleanUpLearning } from './submissions/cleanup.ts';
export { findOrphanedFiles, quarantineFiles } from './submissions/orphaned-files.ts';
export { approveSubmissions, reviewSubmission, type SubmissionReview } from './submissions/review-as-guardian.ts';
export {
  getSubmissionFilePath,
  SubmissionSchema,
  serializeSubmission,
  serializeSubmissionFiles,
} from './submissions/serializers.ts';
export { STICKERS, type Sticker } from './submissions/stickers.ts';
export {
  listSubmissionFileNamesOfChild,
  listSubmissionFilesPage,
  type SubmissionFileKey,
} from './submissions/submission-files-store.ts';
export {
  clearReviewer,
  listChildSubmissions,
  listPendingSubmissions,
  listReviewsSince,
  listSubmissionStatuses,
  type SubmissionDetails,
} from './submissions/submissions-store.ts';
export { listUndoableReviews, undoReviews } from './submissions/undo-reviews.ts';
export { loadOpenAttempt } from './tasks/play-task.ts';
