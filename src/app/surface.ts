import * as panelAccess from '../features/access/panel-routes.ts';
import * as access from '../features/access/routes.ts';
import { getMe, patchMe } from '../features/accounts/routes.ts';
import { getItemPicture, getLookPicture, listAvatarItems, patchAvatar } from '../features/avatar/routes.ts';
import { getDrawnPicture, getMediaFile, getPicture } from '../features/content-media/routes.ts';
import { deleteMe } from '../features/data-rights/routes.ts';
import { listNewLinks, undoNewLink } from '../features/guardianship/routes.ts';
import { getChallenge } from '../features/learning/challenge/routes.ts';
import { getReading, postReading } from '../features/learning/learner/routes.ts';
import { getNext } from '../features/learning/next/routes.ts';
import { getPlacements } from '../features/learning/placement/routes.ts';
import { getTodaysPractice } from '../features/learning/practice/routes.ts';
import { getRecordings } from '../features/learning/recordings/routes.ts';
import { getSkills } from '../features/learning/skills/routes.ts';
import { getSubmissionFile, getSubmissions, postSubmitCreative } from '../features/learning/submissions/routes.ts';
import {
  patchAttempt,
  postAnswer,
  postComplete,
  postHint,
  postStart,
  postTwin,
} from '../features/learning/tasks/routes.ts';
import { getLocation, getTask, getWorld, listLocations, listWorlds } from '../features/learning/worlds/routes.ts';
import { completeOnboarding, getOnboarding } from '../features/onboarding/routes.ts';
import { listMyPlanets, listPlanetsToJoin, postJoin, postLeave } from '../features/planets/routes.ts';
import { getCalendar } from '../features/progress/calendar/routes.ts';
import { getGoal, postGoal } from '../features/progress/goal/routes.ts';
import { listAllBadges, listLevels } from '../features/progress/levels/routes.ts';
import { getStats, listMyBadges } from '../features/progress/routes.ts';
import { getRankings } from '../features/rankings/routes.ts';
import { postReport } from '../features/reports/routes.ts';
import { getRewards, postRedeem } from '../features/todos/rewards/routes.ts';
import { deleteTodo, getTodos, patchTodo, postTodo } from '../features/todos/routes.ts';
import * as account from '../panel/account/account-page.ts';
import { showAddress, submitAddress, submitAddressCancel, submitAddressCodes } from '../panel/account/address.ts';
import { showAccountDelete, submitAccountDelete } from '../panel/account/delete-account.ts';
import { getAccountExport, showAccountExport } from '../panel/account/export-account.ts';
import {
  getPushWorker,
  submitNotificationSettings,
  submitPushRemoval,
  submitPushSubscription,
  submitPushTest,
} from '../panel/account/notifications.ts';
import { showPanelPin, submitPanelPin } from '../panel/account/panel-pin.ts';
import { getPasskeyCreation, showPasskeys, submitPasskey, submitPasskeyRemoval } from '../panel/account/passkeys.ts';
import { showPrivacy, submitPrivacy } from '../panel/account/privacy-page.ts';
import { submitOfferDeclined } from '../panel/account/proof-offer.ts';
import { showRecoveryCodes, submitRecoveryCodes } from '../panel/account/recovery-codes.ts';
import { showSignOutEverywhere, submitSignOutEverywhere } from '../panel/account/sign-out-everywhere.ts';
import { listApprovals } from '../panel/approvals/approval-list.ts';
import {
  showApprovals,
  submitApprovals,
  submitRewardReview,
  submitSubmissionReview,
  submitTodoDone,
  submitTodoReview,
} from '../panel/approvals/approvals-page.ts';
import { submitUndo } from '../panel/approvals/undo.ts';
import { getAsset } from '../panel/assets.ts';
import { listActivity } from '../panel/child/activity.ts';
import { listAnswers, showAnswers, submitPractiseAgain } from '../panel/child/answers.ts';
import { listBadges, showBadges } from '../panel/child/badges.ts';
import { showLearning } from '../panel/child/first-child.ts';
import { listChildLedger } from '../panel/child/ledger.ts';
import { showChildOverview } from '../panel/child/overview.ts';
import * as rewardsPage from '../panel/child/rewards/rewards-page.ts';
import { showChildDelete, submitChildDelete } from '../panel/child/settings/delete-child.ts';
import { getChildExport, showChildExport } from '../panel/child/settings/export-child.ts';
import { showNewPin, submitNewPin } from '../panel/child/settings/new-pin.ts';
import * as settings from '../panel/child/settings/settings-page.ts';
import { showUnlink, submitUnlink } from '../panel/child/settings/unlink-guardian.ts';
import { showVouch, submitVouch } from '../panel/child/settings/vouch.ts';
import { showSheet } from '../panel/child/sheet.ts';
import { listChildSubmissions, showSubmissions } from '../panel/child/submissions.ts';
import { showActivity, showLedger } from '../panel/child/timeline.ts';
import { showPlan } from '../panel/child/todos/board-page.ts';
import * as editPage from '../panel/child/todos/edit-page.ts';
import { listChildTodos } from '../panel/child/todos/todo-list.ts';
import { showTodos, submitTodo } from '../panel/child/todos/todos-page.ts';
import { showTogether, submitTogether } from '../panel/child/together.ts';
import { showAddChild, showChildForm, submitAddChild, submitChild } from '../panel/children/add-child.ts';
import { listMyChildren } from '../panel/children/child-cards.ts';
import { showChildren, submitLogout } from '../panel/children/children-page.ts';
import { openTabletAddress, showTablet, submitTablet } from '../panel/children/tablet-page.ts';
import { showConsent, submitConsent } from '../panel/first-steps/consent.ts';
import { showName, submitName } from '../panel/first-steps/name.ts';
import * as planetsPage from '../panel/planets/planets-page.ts';
import { showDeletionInstructions, submitDeletionCode, submitDeletionEmail } from '../panel/public/account-deletion.ts';
import { showAddressLink, submitAddressLink } from '../panel/public/address-link.ts';
import { showDeparture, submitStay } from '../panel/public/departure.ts';
import { showFront } from '../panel/public/front-page.ts';
import { showInvitation, submitInvitationAccept, submitInvitationCode } from '../panel/public/invitation.ts';
import { showPublicPrivacy } from '../panel/public/privacy.ts';
import { showReportedSignIn, submitPinAfterReport, submitSignInEnd } from '../panel/public/reported-sign-in.ts';
import { getFavicon, getManifest, getRobots, getSecurityTxt, getTouchIcon } from '../panel/public/site-files.ts';
import { showUnsubscribe, submitUnsubscribe } from '../panel/public/unsubscribe.ts';
import * as recordingsPage from '../panel/recordings/recordings-page.ts';
import * as confirm from '../panel/sign-in/confirm.ts';
import { showEmailLink, submitEmailLink } from '../panel/sign-in/email-link.ts';
import { showLogin, submitLoginEmail, submitLoginEmailCode, submitLoginManagerCode } from '../panel/sign-in/login.ts';
import { getPasskeyRequest, submitConfirmPasskey, submitLoginPasskey } from '../panel/sign-in/passkey.ts';
import { showRecovery, submitRecovery } from '../panel/sign-in/recovery.ts';
import { defineRoute, type Route } from '../platform/http/route.ts';
import { defineOpenApiEndpoint } from './api-reference/openapi-document.ts';
import { defineDocsPage } from './api-reference/page/docs-page.ts';
import * as operations from './health-routes.ts';
import { searchFamilies, showFamilyPage, submitFamilyAct } from './operator/families.ts';
import { showOperator, submitEmailAct, submitPlanetEnd } from './operator/overview.ts';
import { getPlayFile, getPlayManifest, getServiceWorker, showPlay } from './play/play-routes.ts';
import type { RateLimitGroup } from './rate-limits.ts';

/**
 * The surface table: all routes of the service, each with its method, path, auth policy, rate limits and endpoint. Routes that
 * need a session of the panel also have a session policy: whether the session is enough, the parent must be there, or a fresh code
 * is required. The HTTP server, the OpenAPI document, docs/api.md, the table of limits and the authorization tests all derive from this table.
 */
// biome-ignore format: the columns of a table are easier to read
export const surface: readonly Route<RateLimitGroup>[] = [
  // Mobile app: sign-in
  defineRoute('POST',  '/app/auth/register/child',      'public',             ['app-auth'],                   access.registerChild),
  defineRoute('POST',  '/app/auth/register/parent',     'public',             ['app-auth'],                   access.registerParent),
  defineRoute('POST',  '/app/auth/verify-email',        'public',             ['app-auth'],                   access.verifyEmail),
  defineRoute('POST',  '/app/auth/login/child',         'public',             ['app-auth'],                   access.loginChildWithPin),
  defineRoute('POST',  '/app/auth/login/parent',        'public',             ['app-auth'],                   access.loginParent),
  defineRoute('POST',  '/app/auth/link/generate',       'parent',             ['app-auth'],                   access.createLinkingCode),
  defineRoute('POST',  '/app/auth/link/redeem',         'child',              ['app-auth'],                   access.redeemLinkingCode),
  defineRoute('POST',  '/app/auth/tablet',              'public',             ['app-auth'],                   access.connectToTablet),
  defineRoute('POST',  '/app/auth/manager-code',        'parent',             ['app-auth'],                   access.createManagerCode),
  defineRoute('POST',  '/app/auth/logout',              'bearer',             ['app-auth'],                   access.logout),
  defineRoute('GET',   '/app/auth/profiles',            'public',             ['app-read'],                   access.listSavedProfiles),
  defineRoute('GET',   '/app/auth/new-links',           'public',             ['app-read'],                   listNewLinks),
  defineRoute('POST',  '/app/auth/new-links/undo',      'public',             ['app-auth'],                   undoNewLink),

  // Mobile app: the caller
  defineRoute('GET',   '/app/users/me',                 'bearer',             ['app-read'],                   getMe),
  defineRoute('PATCH', '/app/users/me',                 'bearer',             ['app-change'],                 patchMe),
  defineRoute('DELETE', '/app/users/me',                'bearer',             ['app-change'],                 deleteMe),
  defineRoute('GET',   '/app/users/me/stats',           'bearer',             ['app-read'],                   getStats),
  defineRoute('GET',   '/app/users/me/badges',          'bearer',             ['app-read'],                   listMyBadges),
  defineRoute('GET',   '/app/users/me/calendar',        'child',              ['app-read'],                   getCalendar),
  defineRoute('GET',   '/app/goal',                     'child',              ['app-read'],                   getGoal),
  defineRoute('POST',  '/app/goal',                     'child',              ['app-write'],                  postGoal),
  defineRoute('GET',   '/app/badges',                   'child',              ['app-read'],                   listAllBadges),
  defineRoute('GET',   '/app/levels',                   'bearer',             ['app-read'],                   listLevels),
  defineRoute('GET',   '/app/avatar/items',             'bearer',             ['app-read'],                   listAvatarItems),
  defineRoute('PATCH', '/app/avatar',                   'bearer',             ['app-change'],                 patchAvatar),
  defineRoute('GET',   '/app/onboarding/status',        'bearer',             ['app-read'],                   getOnboarding),
  defineRoute('POST',  '/app/onboarding/complete',      'bearer',             ['app-write'],                  completeOnboarding),

  // Mobile app: learning
  defineRoute('GET',   '/app/worlds',                   'bearer',             ['app-read'],                   listWorlds),
  defineRoute('GET',   '/app/worlds/:id',               'bearer',             ['app-read'],                   getWorld),
  defineRoute('GET',   '/app/worlds/:id/locations',     'bearer',             ['app-read'],                   listLocations),
  defineRoute('GET',   '/app/locations/:id',            'bearer',             ['app-read'],                   getLocation),
  defineRoute('GET',   '/app/reading',                  'child',              ['app-read'],                   getReading),
  defineRoute('POST',  '/app/reading',                  'child',              ['app-write'],                  postReading),
  defineRoute('GET',   '/app/recordings',               'child',              ['app-read'],                   getRecordings),
  defineRoute('GET',   '/app/placements',               'child',              ['app-read'],                   getPlacements),
  defineRoute('GET',   '/app/practice/today',           'child',              ['app-read'],                   getTodaysPractice),
  defineRoute('GET',   '/app/practice/challenge',       'child',              ['app-read'],                   getChallenge),
  defineRoute('GET',   '/app/next',                     'child',              ['app-read'],                   getNext),
  defineRoute('GET',   '/app/skills',                   'child',              ['app-read'],                   getSkills),
  defineRoute('GET',   '/app/tasks/:id',                'bearer',             ['app-read'],                   getTask),
  defineRoute('POST',  '/app/tasks/:id/start',          'child',              ['app-write'],                  postStart),
  defineRoute('PATCH', '/app/tasks/:id/attempt',        'child',              ['app-change'],                 patchAttempt),
  defineRoute('POST',  '/app/tasks/:id/answer',         'child',              ['app-write'],                  postAnswer),
  defineRoute('POST',  '/app/tasks/:id/twin',           'child',              ['app-write'],                  postTwin),
  defineRoute('POST',  '/app/tasks/:id/hint',           'child',              ['app-write'],                  postHint),
  defineRoute('POST',  '/app/tasks/:id/complete',       'child',              ['app-write'],                  postComplete),
  defineRoute('POST',  '/app/tasks/:id/submit-creative', 'child',              ['app-write'],                  postSubmitCreative),
  defineRoute('GET',   '/app/submissions',              'child',              ['app-read'],                   getSubmissions),

  // Mobile app: to-dos
  defineRoute('GET',   '/app/todos',                    'bearer',             ['app-read'],                   getTodos),
  defineRoute('POST',  '/app/todos',                    'bearer',             ['app-write'],                  postTodo),
  defineRoute('PATCH', '/app/todos/:id',                'bearer',             ['app-change'],                 patchTodo),
  defineRoute('DELETE', '/app/todos/:id',               'bearer',             ['app-change'],                 deleteTodo),
  defineRoute('GET',   '/app/rewards',                  'child',              ['app-read'],                   getRewards),
  defineRoute('POST',  '/app/rewards/:id/redeem',       'child',              ['app-write'],                  postRedeem),

  // Mobile app: planets
  defineRoute('GET',   '/app/planets/open',             'child',              ['app-read'],                   listPlanetsToJoin),
  defineRoute('GET',   '/app/planets/mine',             'child',              ['app-read'],                   listMyPlanets),
  defineRoute('POST',  '/app/planets/:id/join',         'child',              ['app-write'],                  postJoin),
  defineRoute('POST',  '/app/planets/:id/leave',        'child',              ['app-write'],                  postLeave),

  // Mobile app: reports
  defineRoute('POST',  '/app/reports',                  'bearer',             ['app-write'],                  postReport),

  // Mobile app: rankings
  defineRoute('GET',   '/app/rankings',                 'bearer',             ['app-read'],                   getRankings),

  // Panel: sign-in
  defineRoute('POST',  '/api/auth/verify-code',         'public',             ['panel-auth', 'verify-code'],  panelAccess.verifyManagerCode),
  defineRoute('POST',  '/api/auth/send-email-code',     'public',             ['panel-auth'],                 panelAccess.sendPanelEmailCode),
  defineRoute('POST',  '/api/auth/verify-email-code',   'public',             ['panel-auth'],                 panelAccess.verifyPanelEmailCode),
  defineRoute('POST',  '/api/auth/logout',              'session',            ['panel-auth'],                 panelAccess.logoutPanel, 'session'),

  // Panel: lists, each as JSON, CSV and a fragment of its page
  defineRoute('GET',   '/api/children',                 'session',            [],                             listMyChildren, 'session'),
  defineRoute('GET',   '/api/children/:id/activity',    'session',            [],                             listActivity, 'session'),
  defineRoute('GET',   '/api/children/:id/answers',     'session',            [],                             listAnswers, 'session'),
  defineRoute('GET',   '/api/children/:id/submissions', 'session',            [],                             listChildSubmissions, 'session'),
  defineRoute('GET',   '/api/children/:id/todos',       'session',            [],                             listChildTodos, 'session'),
  defineRoute('GET',   '/api/children/:id/badges',      'session',            [],                             listBadges, 'session'),
  defineRoute('GET',   '/api/children/:id/ledger',      'session',            [],                             listChildLedger, 'session'),
  defineRoute('GET',   '/api/approvals',                'session',            [],                             listApprovals, 'session'),

  // Panel: pages
  defineRoute('GET',   '/',                             'optional-session',   [],                             showFront),
  defineRoute('GET',   '/login',                        'optional-session',   [],                             showLogin),
  defineRoute('POST',  '/login/manager-code',           'optional-session',   ['panel-auth', 'verify-code'],  submitLoginManagerCode),
  defineRoute('POST',  '/login/email',                  'optional-session',   ['panel-auth'],                 submitLoginEmail),
  defineRoute('POST',  '/login/email-code',             'optional-session',   ['panel-auth'],                 submitLoginEmailCode),
  defineRoute('GET',   '/login/passkey',                'optional-session',   [],                             getPasskeyRequest),
  defineRoute('POST',  '/login/passkey',                'optional-session',   ['panel-auth'],                 submitLoginPasskey),
  defineRoute('GET',   '/login/recovery',               'optional-session',   [],                             showRecovery),
  defineRoute('POST',  '/login/recovery',               'optional-session',   ['panel-auth'],                 submitRecovery),
  defineRoute('GET',   '/login/link/:token',            'optional-session',   [],                             showEmailLink),
  defineRoute('POST',  '/login/link/:token',            'optional-session',   ['panel-auth'],                 submitEmailLink),
  defineRoute('POST',  '/logout',                       'session',            ['panel-auth'],                 submitLogout, 'session'),
  defineRoute('GET',   '/panel',                        'session',            [],                             showChildren, 'session'),
  defineRoute('GET',   '/panel/learning',               'session',            [],                             showLearning, 'session'),
  defineRoute('GET',   '/panel/plan',                   'session',            [],                             showPlan, 'session'),
  defineRoute('GET',   '/panel/children/:id',           'session',            [],                             showChildOverview, 'session'),
  defineRoute('GET',   '/panel/children/:id/activity',  'session',            [],                             showActivity, 'session'),
  defineRoute('GET',   '/panel/children/:id/answers',   'session',            [],                             showAnswers, 'session'),
  defineRoute('POST',  '/panel/children/:id/practise-again', 'session',       ['panel-write'],                submitPractiseAgain, 'presence'),
  defineRoute('GET',   '/panel/children/:id/sheet',     'session',            [],                             showSheet, 'session'),
  defineRoute('GET',   '/panel/children/:id/together',  'session',            [],                             showTogether, 'session'),
  defineRoute('POST',  '/panel/children/:id/together',  'session',            ['panel-write'],                submitTogether, 'presence'),
  defineRoute('GET',   '/panel/children/:id/submissions', 'session',          [],                             showSubmissions, 'session'),
  defineRoute('GET',   '/panel/children/:id/todos',     'session',            [],                             showTodos, 'session'),
  defineRoute('POST',  '/panel/children/:id/todos',     'session',            ['panel-write'],                submitTodo, 'presence'),
  defineRoute('GET',   '/panel/children/:id/badges',    'session',            [],                             showBadges, 'session'),
  defineRoute('GET',   '/panel/children/:id/ledger',    'session',            [],                             showLedger, 'session'),
  defineRoute('GET',   '/panel/children/:id/rewards',   'session',            [],                             rewardsPage.showRewards, 'session'),
  defineRoute('POST',  '/panel/children/:id/rewards',   'session',            ['panel-write'],                rewardsPage.submitReward, 'presence'),
  defineRoute('POST',  '/panel/children/:id/rewards/edit', 'session',         ['panel-write'],                rewardsPage.submitRewardEdit, 'presence'),
  defineRoute('POST',  '/panel/children/:id/rewards/remove', 'session',       ['panel-write'],                rewardsPage.submitRewardRemoval, 'presence'),
  defineRoute('POST',  '/panel/children/:id/rewards/switch', 'session',       ['panel-write'],                rewardsPage.submitRewardsSwitch, 'presence'),
  defineRoute('POST',  '/panel/reward-requests/:id/review', 'session',        ['panel-write'],                submitRewardReview, 'presence'),
  defineRoute('POST',  '/panel/undo',                   'session',            ['panel-write'],                submitUndo, 'presence'),
  defineRoute('GET',   '/panel/todos/:id',              'session',            [],                             editPage.showTodo, 'session'),
  defineRoute('POST',  '/panel/todos/:id',              'session',            ['panel-write'],                editPage.submitTodoEdit, 'presence'),
  defineRoute('POST',  '/panel/todos/:id/pause',        'session',            ['panel-write'],                editPage.submitTodoPause, 'presence'),
  defineRoute('POST',  '/panel/todos/:id/resume',       'session',            ['panel-write'],                editPage.submitTodoResume, 'presence'),
  defineRoute('POST',  '/panel/todos/:id/end',          'session',            ['panel-write'],                editPage.submitTodoEnd, 'presence'),
  defineRoute('POST',  '/panel/todos/:id/delete',       'session',            ['panel-write'],                editPage.submitTodoDelete, 'presence'),
  defineRoute('POST',  '/panel/todos/:id/done',         'session',            ['panel-write'],                submitTodoDone, 'presence'),
  defineRoute('POST',  '/panel/todos/:id/review',       'session',            ['panel-write'],                submitTodoReview, 'presence'),
  defineRoute('POST',  '/panel/submissions/:id/review', 'session',            ['panel-write'],                submitSubmissionReview, 'presence'),
  defineRoute('GET',   '/panel/approvals',              'session',            [],                             showApprovals, 'session'),
  defineRoute('POST',  '/panel/approvals',              'session',            ['panel-write'],                submitApprovals, 'presence'),

  // Panel: settings, confirmation, planets, account and invitations
  defineRoute('GET',  '/panel/children/:id/settings',               'session',            [],                            settings.showSettings, 'session'),
  defineRoute('POST', '/panel/children/:id/settings',               'session',            ['panel-write'],               settings.submitChildProfile, 'presence'),
  defineRoute('POST', '/panel/children/:id/permissions',            'session',            ['panel-write'],               settings.submitPermissions, 'presence'),
  defineRoute('POST', '/panel/children/:id/unlock-pin',             'session',            ['panel-write'],               settings.submitPinUnlock, 'fresh-code'),
  defineRoute('POST', '/panel/children/:id/devices/end',            'session',            ['panel-write'],               settings.submitDeviceEnd, 'presence'),
  defineRoute('POST', '/panel/children/:id/pause',                  'session',            ['panel-write'],               settings.submitPause, 'presence'),
  defineRoute('POST', '/panel/children/:id/resume',                 'session',            ['panel-write'],               settings.submitResume, 'presence'),
  defineRoute('POST', '/panel/children/:id/invitations',            'session',            ['panel-write'],               settings.submitInvitation, 'fresh-code'),
  defineRoute('POST', '/panel/children/:id/invitations/cancel',     'session',            ['panel-write'],               settings.submitCancelInvitation, 'presence'),
  defineRoute('POST', '/panel/children/:id/cancel-deletion',        'session',            ['panel-write'],               settings.submitCancelChildDeletion, 'presence'),
  defineRoute('GET',  '/panel/children/:id/pin',                    'session',            [],                            showNewPin, 'fresh-code'),
  defineRoute('POST', '/panel/children/:id/pin',                    'session',            ['panel-write'],               submitNewPin, 'fresh-code'),
  defineRoute('GET',  '/panel/children/:id/unlink',                 'session',            [],                            showUnlink, 'fresh-code'),
  defineRoute('POST', '/panel/children/:id/unlink',                 'session',            ['panel-write'],               submitUnlink, 'fresh-code'),
  defineRoute('POST', '/panel/children/:id/stay',                   'session',            ['panel-write'],               settings.submitStay, 'presence'),
  defineRoute('GET',  '/panel/children/:id/vouch',                  'session',            [],                            showVouch, 'fresh-code'),
  defineRoute('POST', '/panel/children/:id/vouch',                  'session',            ['panel-write'],               submitVouch, 'fresh-code'),
  defineRoute('POST', '/panel/children/:id/vouch/stop',             'session',            ['panel-write'],               settings.submitVouchingStop, 'presence'),
  defineRoute('GET',  '/panel/children/:id/delete',                 'session',            [],                            showChildDelete, 'fresh-code'),
  defineRoute('POST', '/panel/children/:id/delete',                 'session',            ['panel-write'],               submitChildDelete, 'fresh-code'),
  defineRoute('GET',  '/panel/children/:id/export',                 'session',            [],                            showChildExport, 'fresh-code'),
  defineRoute('GET',  '/panel/children/:id/export.zip',             'session',            ['export'],                    getChildExport, 'fresh-code'),
  defineRoute('GET',  '/panel/confirm',                             'session',            [],                            confirm.showConfirm, 'session'),
  defineRoute('POST', '/panel/confirm/email',                       'session',            ['panel-auth'],                confirm.submitConfirmEmail, 'session'),
  defineRoute('POST', '/panel/confirm/email-code',                  'session',            ['panel-auth'],                confirm.submitConfirmEmailCode, 'session'),
  defineRoute('POST', '/panel/confirm/passkey',                     'session',            ['panel-auth'],                submitConfirmPasskey, 'session'),
  defineRoute('GET',  '/panel/add-child',                           'session',            [],                            showAddChild, 'session'),
  defineRoute('POST', '/panel/add-child',                           'session',            ['panel-auth'],                submitAddChild, 'presence'),
  defineRoute('GET',  '/panel/children',                            'session',            [],                            showChildForm, 'session'),
  defineRoute('POST', '/panel/children',                            'session',            ['panel-write'],               submitChild, 'presence'),
  defineRoute('GET',  '/panel/tablet',                              'session',            [],                            showTablet, 'session'),
  defineRoute('POST', '/panel/tablet',                              'session',            ['panel-write'],               submitTablet, 'presence'),
  defineRoute('GET',  '/panel/name',                                'session',            [],                            showName, 'session'),
  defineRoute('POST', '/panel/name',                                'session',            ['panel-write'],               submitName, 'presence'),
  defineRoute('GET',  '/panel/consent',                             'session',            [],                            showConsent, 'session'),
  defineRoute('POST', '/panel/consent',                             'session',            ['panel-write'],               submitConsent, 'presence'),
  defineRoute('GET',  '/panel/recordings',                          'session',            [],                            recordingsPage.showRecordings, 'session'),
  defineRoute('GET',  '/panel/recordings/:group',                   'session',            [],                            recordingsPage.showPhrases, 'session'),
  defineRoute('POST', '/panel/recordings/:group',                   'session',            ['panel-write'],               recordingsPage.submitRecording, 'presence'),
  defineRoute('POST', '/panel/recordings/:group/remove',            'session',            ['panel-write'],               recordingsPage.submitRecordingRemoval, 'presence'),
  defineRoute('GET',  '/panel/planets',                             'session',            [],                            planetsPage.showPlanets, 'session'),
  defineRoute('POST', '/panel/planets',                             'session',            ['panel-write'],               planetsPage.submitPlanet, 'presence'),
  defineRoute('POST', '/panel/planets/invite',                      'session',            ['panel-write'],               planetsPage.submitPlanetInvite, 'presence'),
  defineRoute('POST', '/panel/planets/end',                         'session',            ['panel-write'],               planetsPage.submitPlanetEnd, 'presence'),
  defineRoute('POST', '/panel/planets/join',                        'session',            ['panel-write'],               planetsPage.submitPlanetJoin, 'presence'),
  defineRoute('POST', '/panel/planets/report',                      'session',            ['panel-write'],               planetsPage.submitReport, 'presence'),
  defineRoute('POST', '/panel/planets/add-child',                   'session',            ['panel-write'],               planetsPage.submitPlanetAddChild, 'presence'),
  defineRoute('GET',  '/panel/account',                             'session',            [],                            account.showAccount, 'session'),
  defineRoute('POST', '/panel/account/language',                    'session',            ['panel-write'],               account.submitLanguage, 'session'),
  defineRoute('POST', '/panel/account/notifications',               'session',            ['panel-write'],               submitNotificationSettings, 'presence'),
  defineRoute('POST', '/panel/account/notifications/browsers',      'session',            ['panel-write'],               submitPushSubscription, 'presence'),
  defineRoute('POST', '/panel/account/notifications/remove',        'session',            ['panel-write'],               submitPushRemoval, 'presence'),
  defineRoute('POST', '/panel/account/notifications/test',          'session',            ['panel-write'],               submitPushTest, 'presence'),
  defineRoute('POST', '/panel/account/sign-out',                    'session',            ['panel-write'],               account.submitSignOut, 'session'),
  defineRoute('GET',  '/panel/account/sign-out-everywhere',         'session',            [],                            showSignOutEverywhere, 'session'),
  defineRoute('POST', '/panel/account/sign-out-everywhere',         'session',            ['panel-write'],               submitSignOutEverywhere, 'presence'),
  defineRoute('POST', '/panel/account/cancel-deletion',             'session',            ['panel-write'],               account.submitCancelAccountDeletion, 'presence'),
  defineRoute('GET',  '/panel/account/address',                     'session',            [],                            showAddress, 'fresh-code'),
  defineRoute('POST', '/panel/account/address',                     'session',            ['panel-write'],               submitAddress, 'fresh-code'),
  defineRoute('POST', '/panel/account/address/codes',               'session',            ['panel-write'],               submitAddressCodes, 'session'),
  defineRoute('POST', '/panel/account/address/cancel',              'session',            ['panel-write'],               submitAddressCancel, 'presence'),
  defineRoute('GET',  '/panel/account/recovery-codes',              'session',            [],                            showRecoveryCodes, 'fresh-code'),
  defineRoute('POST', '/panel/account/recovery-codes',              'session',            ['panel-write'],               submitRecoveryCodes, 'fresh-code'),
  defineRoute('GET',  '/panel/account/pin',                         'session',            [],                            showPanelPin, 'fresh-code'),
  defineRoute('POST', '/panel/account/pin',                         'session',            ['panel-write'],               submitPanelPin, 'fresh-code'),
  defineRoute('GET',  '/panel/account/passkeys',                    'session',            [],                            showPasskeys, 'fresh-code'),
  defineRoute('GET',  '/panel/account/passkeys/options',            'session',            [],                            getPasskeyCreation, 'fresh-code'),
  defineRoute('POST', '/panel/account/passkeys',                    'session',            ['panel-write'],               submitPasskey, 'fresh-code'),
  defineRoute('POST', '/panel/account/passkeys/remove',             'session',            ['panel-write'],               submitPasskeyRemoval, 'fresh-code'),
  defineRoute('POST', '/panel/account/decline-offer',               'session',            ['panel-write'],               submitOfferDeclined, 'session'),
  defineRoute('GET',  '/panel/account/delete',                      'session',            [],                            showAccountDelete, 'fresh-code'),
  defineRoute('POST', '/panel/account/delete',                      'session',            ['panel-write'],               submitAccountDelete, 'fresh-code'),
  defineRoute('GET',  '/panel/account/export',                      'session',            [],                            showAccountExport, 'fresh-code'),
  defineRoute('GET',  '/panel/account/export.zip',                  'session',            ['export'],                    getAccountExport, 'fresh-code'),
  defineRoute('GET',  '/panel/privacy',                             'session',            [],                            showPrivacy, 'session'),
  defineRoute('POST', '/panel/privacy',                             'session',            ['panel-write'],               submitPrivacy, 'session'),
  defineRoute('GET',  '/privacy',                                   'optional-session',   [],                            showPublicPrivacy),
  defineRoute('GET',  '/account-deletion',                          'optional-session',   [],                            showDeletionInstructions),
  defineRoute('POST', '/account-deletion',                          'optional-session',   ['panel-auth'],                submitDeletionEmail),
  defineRoute('POST', '/account-deletion/code',                     'optional-session',   ['panel-auth'],                submitDeletionCode),
  defineRoute('GET',  '/invitations/:token',                        'optional-session',   [],                            showInvitation),
  defineRoute('POST', '/invitations/:token/code',                   'optional-session',   ['panel-auth'],                submitInvitationCode),
  defineRoute('POST', '/invitations/:token/accept',                 'optional-session',   ['panel-auth'],                submitInvitationAccept),
  defineRoute('GET',  '/sign-ins/:token',                           'optional-session',   [],                            showReportedSignIn),
  defineRoute('POST', '/sign-ins/:token/end',                       'optional-session',   ['panel-auth'],                submitSignInEnd),
  defineRoute('POST', '/sign-ins/:token/pin',                       'optional-session',   ['panel-auth'],                submitPinAfterReport),
  defineRoute('GET',  '/address-changes/:token',                    'optional-session',   [],                            showAddressLink),
  defineRoute('POST', '/address-changes/:token',                    'optional-session',   ['panel-auth'],                submitAddressLink),
  defineRoute('GET',  '/departures/:token',                         'optional-session',   [],                            showDeparture),
  defineRoute('POST', '/departures/:token',                         'optional-session',   ['panel-auth'],                submitStay),
  defineRoute('GET',  '/unsubscribe/:token',                        'optional-session',   [],                            showUnsubscribe),
  defineRoute('POST', '/unsubscribe/:token',                        'optional-session',   ['panel-write'],               submitUnsubscribe),
  // Emails sent before 2027 contain this path. Email programs send the POST themselves and follow no redirect. Remove it in 2029.
  defineRoute('GET',  '/letters/:token',                            'optional-session',   [],                            showUnsubscribe),
  defineRoute('POST', '/letters/:token',                            'optional-session',   ['panel-write'],               submitUnsubscribe),

  // Files of the pages
  defineRoute('GET',   '/assets/:file',                 'public',             [],                             getAsset),
  defineRoute('GET',   '/panel/push-worker.js',         'public',             [],                             getPushWorker),
  defineRoute('GET',   '/favicon.ico',                  'public',             [],                             getFavicon),
  defineRoute('GET',   '/apple-touch-icon.png',         'public',             [],                             getTouchIcon),
  defineRoute('GET',   '/manifest.webmanifest',         'public',             [],                             getManifest),
  defineRoute('GET',   '/robots.txt',                   'public',             [],                             getRobots),
  defineRoute('GET',   '/.well-known/security.txt',     'public',             [],                             getSecurityTxt),

  // The child's app: one page for all of its URLs
  defineRoute('GET',   '/t/:code',                      'optional-session',   [],                             openTabletAddress),
  defineRoute('GET',   '/play',                         'public',             [],                             showPlay),
  defineRoute('GET',   '/play/:screen',                 'public',             [],                             showPlay),
  defineRoute('GET',   '/play/:screen/:id',             'public',             [],                             showPlay),
  defineRoute('GET',   '/play-files/:file',             'public',             [],                             getPlayFile),
  defineRoute('GET',   '/play-sw.js',                   'public',             [],                             getServiceWorker),
  defineRoute('GET',   '/play.webmanifest',             'public',             [],                             getPlayManifest),

  // Pictures: public, without a rate limit
  defineRoute('GET',   '/avatars/:file',                'public',             [],                             getLookPicture),
  defineRoute('GET',   '/avatars/items/:file',          'public',             [],                             getItemPicture),
  defineRoute('GET',   '/pictures/:file',               'public',             [],                             getPicture),
  defineRoute('GET',   '/media/:file',                  'public',             [],                             getMediaFile),
  defineRoute('GET',   '/drawn/:task/:item/:file',      'public',             [],                             getDrawnPicture),

  // Files of submissions and recordings: for the child and its guardians
  defineRoute('GET',   '/files/:name',                  'optional-bearer-or-session', [],                          getSubmissionFile),

  // Operations
  defineRoute('GET',   '/healthz',                      'public',             [],                             operations.getHealth),
  defineRoute('GET',   '/readyz',                       'public',             [],                             operations.getReadiness),
  defineRoute('GET',   '/metrics',                      'metrics',            [],                             operations.getMetrics),
  defineRoute('GET',   '/operator',                     'operator',           ['panel-write'],                showOperator),
  defineRoute('POST',  '/operator/emails/:id',          'operator',           ['panel-write'],                submitEmailAct),
  defineRoute('POST',  '/operator/planets',             'operator',           ['panel-write'],                submitPlanetEnd),
  defineRoute('GET',   '/operator/families',            'operator',           ['panel-write'],                searchFamilies),
  defineRoute('GET',   '/operator/families/:id',        'operator',           ['panel-write'],                showFamilyPage),
  defineRoute('POST',  '/operator/families/:id',        'operator',           ['panel-write'],                submitFamilyAct),
  defineRoute('GET',   '/openapi.json',                 'public',             [],                             defineOpenApiEndpoint(() => surface)),
  defineRoute('GET',   '/docs',                         'public',             [],                             defineDocsPage(() => surface)),
];
