export {
  showAccount,
  submitEmailSettings,
  submitKeepAccount,
  submitLanguage,
  submitSignOut,
  submitSignOutEverywhere,
} from './account/account-page.ts';
export { showAccountDelete, submitAccountDelete } from './account/delete-account.ts';
export { getAccountExport, showAccountExport } from './account/export-account.ts';
export { showPrivacy, submitPrivacy } from './account/privacy-page.ts';
export { listApprovals } from './approvals/approval-list.ts';
export { showApprovals, submitApprovals } from './approvals/approvals-page.ts';
export { submitSubmissionReview } from './approvals/review-submission.ts';
export { submitTodoReview } from './approvals/review-todo.ts';
export { getAsset } from './assets.ts';
export { listActivity, showActivity } from './child/activity.ts';
export { listAnswers, showAnswers } from './child/answers.ts';
export { listBadges, showBadges } from './child/badges.ts';
export { listLedgerOfChild, showLedger } from './child/ledger.ts';
export { showChildOverview } from './child/overview.ts';
export { showChildDelete, submitChildDelete } from './child/settings/delete-child.ts';
export { getChildExport, showChildExport } from './child/settings/export-child.ts';
export { showNewPin, submitNewPin } from './child/settings/new-pin.ts';
export {
  showSettings,
  submitChildProfile,
  submitInvitation,
  submitInvitationCancel,
  submitKeepChild,
  submitPause,
  submitPermissions,
  submitPinLock,
  submitResume,
} from './child/settings/settings-page.ts';
export { showUnlink, submitUnlink } from './child/settings/unlink-guardian.ts';
export { listSubmissionsOfChild, showSubmissions } from './child/submissions.ts';
export { listTodosOfChild } from './child/todos/todo-list.ts';
export { showTodos, submitTodo } from './child/todos/todos-page.ts';
export { showAddChild, submitAddChild } from './children/add-child.ts';
export { listMyChildren } from './children/child-cards.ts';
export { showChildren, submitLogout } from './children/children-page.ts';
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
export { showDeletionInstructions, submitDeletionCode, submitDeletionEmail } from './public/account-deletion.ts';
export { showInvitation, submitInvitationAccept, submitInvitationCode } from './public/invitation.ts';
export { showUnsubscribe, submitUnsubscribe } from './public/unsubscribe.ts';
export { showConfirm, submitConfirmEmail, submitConfirmManager, submitConfirmSend } from './sign-in/confirm.ts';
export {
  showHome,
  showLogin,
  submitLoginEmail,
  submitLoginEmailCode,
  submitLoginManagerCode,
} from './sign-in/login.ts';
