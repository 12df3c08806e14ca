export { getAsset } from './assets.ts';
export { layout } from './layout.ts';
export { listActivity } from './lists/activity.ts';
export { listAnswers } from './lists/answers.ts';
export { listApprovals } from './lists/approvals.ts';
export { listBadges } from './lists/badges.ts';
export { listMyChildren } from './lists/children.ts';
export { listLedgerOfChild } from './lists/ledger.ts';
export { listTodosOfChild } from './lists/todos.ts';
export { listSubmissionsOfChild } from './lists/works.ts';
export {
  showAccount,
  submitKeepAccount,
  submitLanguage,
  submitLetters,
  submitSignOut,
  submitSignOutEverywhere,
} from './pages/account.ts';
export { showAccountDeletion, submitDeletionCode, submitDeletionEmail } from './pages/account-deletion.ts';
export { showApprovals, submitApprovals } from './pages/approvals.ts';
export { showActivity, showAnswers, showBadges, showChild, showLedger, showWorks } from './pages/child.ts';
export { showTodos, submitTodo } from './pages/child-todos.ts';
export { showConfirm, submitConfirmEmail, submitConfirmManager, submitConfirmSend } from './pages/confirm.ts';
export { submitTodoDecision } from './pages/decide-todo.ts';
export { submitWorkDecision } from './pages/decide-work.ts';
export { errorFragment, errorPage } from './pages/error.ts';
export {
  getExport,
  showDelete,
  showExport,
  showPin,
  showUnlink,
  submitDelete,
  submitPin,
  submitUnlink,
} from './pages/grave.ts';
export { getAccountExport, showAccountDelete, showAccountExport, submitAccountDelete } from './pages/grave-account.ts';
export { showInvitation, submitAcceptance, submitInvitationSend } from './pages/invitation.ts';
export { showLettersOff, submitLettersOff } from './pages/letters-off.ts';
export { showLink, submitLink } from './pages/link.ts';
export { showFront, showLogin, submitEmail, submitEmailCode, submitManagerCode } from './pages/login.ts';
export { showPanel, submitLogout } from './pages/panel.ts';
export {
  showPlanets,
  submitOwnPlanetJoin,
  submitPlanet,
  submitPlanetEnd,
  submitPlanetInvite,
  submitPlanetJoin,
} from './pages/planets.ts';
export { showPrivacy, submitPrivacy } from './pages/privacy.ts';
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
} from './pages/settings.ts';
