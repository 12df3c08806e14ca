export { type AssignedTodoDraft, assignTodo } from './guardians/assign-todo.ts';
export {
  type ChangeScope,
  endAssignedSeries,
  getChangeableTodo,
  pauseAssignedTodo,
  resumeAssignedTodo,
} from './guardians/change-assigned-todo.ts';
export {
  countWaiting,
  type FinishedTodo,
  listDecisionsSince,
  listFinishedTodos,
  listTodoStatuses,
  listTodosAwaitingApproval,
  listTodosFinishedBetween,
  listTodosOfDay,
  listTodosPage,
  listTodoTitlesById,
  listWaitingTitles,
  type TodoAwaitingApproval,
  type TodosOfDay,
} from './guardians/guardian-todos-store.ts';
export {
  applyPlannedEdit,
  carryOutTodoChanges,
  getPlannedAct,
  getPlannedStatus,
  listPlannedDays,
  listTodosUntil,
  planTodoCompletion,
  planTodoDeletion,
  planTodoEdit,
  planTodoReview,
  planTodoReviews,
  undoTodoChanges,
} from './guardians/planned-changes.ts';
export { canDecisionBeUndone, reviewTodo, type TodoReview } from './guardians/review-todo.ts';
export { countTodosAssignedBy, unassignTodosOfFormerGuardian } from './lists-store.ts';
export { skipMissedDays } from './recurrence/occurrences.ts';
export {
  FREQUENCIES,
  findDueDay,
  MAX_DUE_DATE,
  type Recurrence,
  WEEKDAYS,
} from './recurrence/recurrence.ts';
export {
  addReward,
  decideOnRequest,
  editReward,
  endRewards,
  type RewardDecision,
  removeReward,
  turnRewardsOff,
  turnRewardsOn,
  undoRewardDecisions,
} from './rewards/family-rewards.ts';
export {
  areRewardsOn,
  countStars,
  listIdsWithRewards,
  listRequests,
  listRewards,
  listUndecidedRequests,
} from './rewards/rewards-store.ts';
export {
  DEFAULT_TODO_STARS,
  getSettledUntil,
  getTodoStars,
  MAX_REWARD_STARS,
  MAX_REWARD_TITLE_LENGTH,
  MAX_TODO_STARS,
} from './rewards/rules.ts';
export { INITIAL_DAY_LIMIT, isOpen, MAX_TODO_XP, TODO_PRIORITIES, TODO_STATUSES, type TodoStatus } from './rules.ts';
export { serializeTodo, TodoSchema } from './serializers.ts';
export type { Todo } from './todos-store.ts';
