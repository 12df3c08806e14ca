export {
  showAccount,
  submitKeepAccount,
  submitLanguage,
  submitLetters,
  submitSignOut,
  submitSignOutEverywhere,
} from './account/account-page.ts';
export {
  getAccountExport,
  showAccountDelete,
  showAccountExport,
  submitAccountDelete,
} from './account/delete-account.ts';
export { showPrivacy, submitPrivacy } from './account/privacy-page.ts';
export { listApprovals } from './approvals/approval-list.ts';
export { showApprovals, submitApprovals } from './approvals/approvals-page.ts';
export { submitSubmissionReview } from './approvals/review-submission.ts';
export { submitTodoReview } from './approvals/review-todo.ts';
export { getAsset } from './assets.ts';
export { listActivity } from './child/activity.ts';
export { listAnswers } from './child/answers.ts';
export { listBadges } from './child/badges.ts';
export { listLedgerOfChild } from './child/ledger.ts';
export { showActivity, showAnswers, showBadges, showChild, showLedger, showSubmissions } from './child/overview.ts';
export {
  getExport,
  showDelete,
  showExport,
  showPin,
  showUnlink,
  submitDelete,
  submitPin,
  submitUnlink,
} from './child/settings/danger-zone.ts';
export {
  showSettings,
  submitCancel,
  submitChild,
  submitInvitation,
  submitKeepChild,
  submitPause,
  submitPinLock,
  submitResume,
  submitSwitches,
} from './child/settings/settings-page.ts';
export { listSubmissionsOfChild } from './child/submissions.ts';
export { listTodosOfChild } from './child/todos/todo-list.ts';
export { showTodos, submitTodo } from './child/todos/todos-page.ts';
export { showLink, submitLink } from './children/add-child.ts';
export { listMyChildren } from './children/child-cards.ts';
export { showPanel, submitLogout } from './children/children-page.ts';
export { errorFragment, errorPage } from './layout/error-page.ts';
export { layout } from './layout/layout.ts';
export {
  showPlanets,
  submitOwnPlanetJoin,
  submitPlanet,
  submitPlanetEnd,
  submitPlanetInvite,
  submitPlanetJoin,
} from './planets/planets-page.ts';
export { showAccountDeletion, submitDeletionCode, submitDeletionEmail } from './public/account-deletion.ts';
export { showInvitation, submitAcceptance, submitInvitationSend } from './public/invitation.ts';
export { showUnsubscribe, submitUnsubscribe } from './public/unsubscribe.ts';
export { showConfirm, submitConfirmEmail, submitConfirmManager, submitConfirmSend } from './sign-in/confirm.ts';
export { showHome, showLogin, submitEmail, submitEmailCode, submitManagerCode } from './sign-in/login.ts';
