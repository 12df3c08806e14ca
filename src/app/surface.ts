import {
  logoutPanel,
  sendPanelEmailCode,
  verifyManagerCode,
  verifyPanelEmailCode,
} from '../features/access/panel-routes.ts';
import {
  createManagerCode,
  generateLink,
  listProfiles,
  loginChildWithPin,
  loginParent,
  logout,
  redeemLinkCode,
  registerChild,
  registerParent,
  verifyEmail,
} from '../features/access/routes.ts';
import { getMe, patchMe } from '../features/accounts/routes.ts';
import { getItemPicture, getLookPicture, listAvatarItems, patchAvatar } from '../features/avatar/routes.ts';
import { getMedium, getPicture } from '../features/content-media/routes.ts';
import { getFile, postSubmitCreative } from '../features/learning/submissions/routes.ts';
import { patchAttempt, postAnswer, postComplete, postHint, postStart } from '../features/learning/tasks/routes.ts';
import { getLocation, getTask, getWorld, listLocations, listWorlds } from '../features/learning/worlds/routes.ts';
import { completeOnboarding, getOnboarding } from '../features/onboarding/routes.ts';
import { listMyPlanets, listPlanetsToJoin, postJoin, postLeave } from '../features/planets/routes.ts';
import { getStats, listLevels, listMyBadges } from '../features/progress/routes.ts';
import { getRankings } from '../features/rankings/routes.ts';
import { deleteTodo, getTodos, patchTodo, postTodo } from '../features/todos/routes.ts';
import {
  showAccount,
  submitEmailSettings,
  submitKeepAccount,
  submitLanguage,
  submitSignOut,
  submitSignOutEverywhere,
} from '../panel/account/account-page.ts';
import { showAccountDelete, submitAccountDelete } from '../panel/account/delete-account.ts';
import { getAccountExport, showAccountExport } from '../panel/account/export-account.ts';
import { showPrivacy, submitPrivacy } from '../panel/account/privacy-page.ts';
import { listApprovals } from '../panel/approvals/approval-list.ts';
import { showApprovals, submitApprovals } from '../panel/approvals/approvals-page.ts';
import { submitSubmissionReview } from '../panel/approvals/review-submission.ts';
import { submitTodoReview } from '../panel/approvals/review-todo.ts';
import { getAsset } from '../panel/assets.ts';
import { listActivity, showActivity } from '../panel/child/activity.ts';
import { listAnswers, showAnswers } from '../panel/child/answers.ts';
import { listBadges, showBadges } from '../panel/child/badges.ts';
import { listChildLedger, showLedger } from '../panel/child/ledger.ts';
import { showChildOverview } from '../panel/child/overview.ts';
import { showChildDelete, submitChildDelete } from '../panel/child/settings/delete-child.ts';
import { getChildExport, showChildExport } from '../panel/child/settings/export-child.ts';
import { showNewPin, submitNewPin } from '../panel/child/settings/new-pin.ts';
import {
  showSettings,
  submitChildProfile,
  submitInvitation,
  submitInvitationCancel,
  submitKeepChild,
  submitPause,
  submitPermissions,
  submitPinLock,
  submitResume,
} from '../panel/child/settings/settings-page.ts';
import { showUnlink, submitUnlink } from '../panel/child/settings/unlink-guardian.ts';
import { listChildSubmissions, showSubmissions } from '../panel/child/submissions.ts';
import { listChildTodos } from '../panel/child/todos/todo-list.ts';
import { showTodos, submitTodo } from '../panel/child/todos/todos-page.ts';
import { showAddChild, submitAddChild } from '../panel/children/add-child.ts';
import { listMyChildren } from '../panel/children/child-cards.ts';
import { showChildren, submitLogout } from '../panel/children/children-page.ts';
import {
  showPlanets,
  submitOwnPlanetJoin,
  submitPlanet,
  submitPlanetEnd,
  submitPlanetInvite,
  submitPlanetJoin,
} from '../panel/planets/planets-page.ts';
import { showDeletionInstructions, submitDeletionCode, submitDeletionEmail } from '../panel/public/account-deletion.ts';
import { showInvitation, submitInvitationAccept, submitInvitationCode } from '../panel/public/invitation.ts';
import { showUnsubscribe, submitUnsubscribe } from '../panel/public/unsubscribe.ts';
import { showConfirm, submitConfirmEmail, submitConfirmManager, submitConfirmSend } from '../panel/sign-in/confirm.ts';
import {
  showHome,
  showLogin,
  submitLoginEmail,
  submitLoginEmailCode,
  submitLoginManagerCode,
} from '../panel/sign-in/login.ts';
import { type SurfaceRow, surfaceRow } from '../platform/http/surface-row.ts';
import { docsPage } from './api-reference/docs-page.ts';
import { openapiDocument } from './api-reference/openapi-document.ts';
import * as operations from './health-routes.ts';
import type { Group } from './rate-limits.ts';

/**
 * All endpoints of the service: method, path, auth policy, rate limits and the function that runs. The routes, the OpenAPI
 * document, docs/api.md, the table of limits and the authorization tests all derive from these rows.
 */
// biome-ignore format: the columns of a table are easier to read
export const surface: readonly SurfaceRow<Group>[] = [
  // Mobile app: sign-in
  surfaceRow('POST',  '/app/auth/register/child',      'public',             ['app-auth'],                   registerChild),
  surfaceRow('POST',  '/app/auth/register/parent',     'public',             ['app-auth'],                   registerParent),
  surfaceRow('POST',  '/app/auth/verify-email',        'public',             ['app-auth'],                   verifyEmail),
  surfaceRow('POST',  '/app/auth/login/child',         'public',             ['app-auth'],                   loginChildWithPin),
  surfaceRow('POST',  '/app/auth/login/parent',        'public',             ['app-auth'],                   loginParent),
  surfaceRow('POST',  '/app/auth/link/generate',       'parent',             ['app-auth'],                   generateLink),
  surfaceRow('POST',  '/app/auth/link/redeem',         'child',              ['app-auth'],                   redeemLinkCode),
  surfaceRow('POST',  '/app/auth/manager-code',        'parent',             ['app-auth'],                   createManagerCode),
  surfaceRow('POST',  '/app/auth/logout',              'bearer',             ['app-auth'],                   logout),
  surfaceRow('GET',   '/app/auth/profiles',            'public',             ['app-read'],                   listProfiles),

  // Mobile app: the caller
  surfaceRow('GET',   '/app/users/me',                 'bearer',             ['app-read'],                   getMe),
  surfaceRow('PATCH', '/app/users/me',                 'bearer',             ['app-change'],                 patchMe),
  surfaceRow('GET',   '/app/users/me/stats',           'bearer',             ['app-read'],                   getStats),
  surfaceRow('GET',   '/app/users/me/badges',          'bearer',             ['app-read'],                   listMyBadges),
  surfaceRow('GET',   '/app/levels',                   'bearer',             ['app-read'],                   listLevels),
  surfaceRow('GET',   '/app/avatar/items',             'bearer',             ['app-read'],                   listAvatarItems),
  surfaceRow('PATCH', '/app/avatar',                   'bearer',             ['app-change'],                 patchAvatar),
  surfaceRow('GET',   '/app/onboarding/status',        'bearer',             ['app-read'],                   getOnboarding),
  surfaceRow('POST',  '/app/onboarding/complete',      'bearer',             ['app-write'],                  completeOnboarding),

  // Mobile app: learning
  surfaceRow('GET',   '/app/worlds',                   'bearer',             ['app-read'],                   listWorlds),
  surfaceRow('GET',   '/app/worlds/:id',               'bearer',             ['app-read'],                   getWorld),
  surfaceRow('GET',   '/app/worlds/:id/locations',     'bearer',             ['app-read'],                   listLocations),
  surfaceRow('GET',   '/app/locations/:id',            'bearer',             ['app-read'],                   getLocation),
  surfaceRow('GET',   '/app/tasks/:id',                'bearer',             ['app-read'],                   getTask),
  surfaceRow('POST',  '/app/tasks/:id/start',          'child',              ['app-write'],                  postStart),
  surfaceRow('PATCH', '/app/tasks/:id/attempt',        'child',              ['app-change'],                 patchAttempt),
  surfaceRow('POST',  '/app/tasks/:id/answer',         'child',              ['app-write'],                  postAnswer),
  surfaceRow('POST',  '/app/tasks/:id/hint',           'child',              ['app-write'],                  postHint),
  surfaceRow('POST',  '/app/tasks/:id/complete',       'child',              ['app-write'],                  postComplete),
  surfaceRow('POST',  '/app/tasks/:id/submit-creative', 'child',              ['app-write'],                  postSubmitCreative),

  // Mobile app: to-dos
  surfaceRow('GET',   '/app/todos',                    'bearer',             ['app-read'],                   getTodos),
  surfaceRow('POST',  '/app/todos',                    'bearer',             ['app-write'],                  postTodo),
  surfaceRow('PATCH', '/app/todos/:id',                'bearer',             ['app-change'],                 patchTodo),
  surfaceRow('DELETE', '/app/todos/:id',               'bearer',             ['app-change'],                 deleteTodo),

  // Mobile app: planets
  surfaceRow('GET',   '/app/planets/open',             'child',              ['app-read'],                   listPlanetsToJoin),
  surfaceRow('GET',   '/app/planets/mine',             'child',              ['app-read'],                   listMyPlanets),
  surfaceRow('POST',  '/app/planets/:id/join',         'child',              ['app-write'],                  postJoin),
  surfaceRow('POST',  '/app/planets/:id/leave',        'child',              ['app-write'],                  postLeave),

  // Mobile app: rankings
  surfaceRow('GET',   '/app/rankings',                 'bearer',             ['app-read'],                   getRankings),

  // Panel: sign-in
  surfaceRow('POST',  '/api/auth/verify-code',         'public',             ['panel-auth', 'verify-code'],  verifyManagerCode),
  surfaceRow('POST',  '/api/auth/send-email-code',     'public',             ['panel-auth'],                 sendPanelEmailCode),
  surfaceRow('POST',  '/api/auth/verify-email-code',   'public',             ['panel-auth'],                 verifyPanelEmailCode),
  surfaceRow('POST',  '/api/auth/logout',              'session',            ['panel-auth'],                 logoutPanel, 'session'),

  // Panel: lists, each as JSON, CSV and a fragment of its page
  surfaceRow('GET',   '/api/children',                 'session',            [],                             listMyChildren, 'session'),
  surfaceRow('GET',   '/api/children/:id/activity',    'session',            [],                             listActivity, 'session'),
  surfaceRow('GET',   '/api/children/:id/answers',     'session',            [],                             listAnswers, 'session'),
  surfaceRow('GET',   '/api/children/:id/submissions', 'session',            [],                             listChildSubmissions, 'session'),
  surfaceRow('GET',   '/api/children/:id/todos',       'session',            [],                             listChildTodos, 'session'),
  surfaceRow('GET',   '/api/children/:id/badges',      'session',            [],                             listBadges, 'session'),
  surfaceRow('GET',   '/api/children/:id/ledger',      'session',            [],                             listChildLedger, 'session'),
  surfaceRow('GET',   '/api/approvals',                'session',            [],                             listApprovals, 'session'),

  // Panel: pages
  surfaceRow('GET',   '/',                             'optional-session',   [],                             showHome),
  surfaceRow('GET',   '/login',                        'optional-session',   [],                             showLogin),
  surfaceRow('POST',  '/login/manager-code',           'optional-session',   ['panel-auth', 'verify-code'],  submitLoginManagerCode),
  surfaceRow('POST',  '/login/email',                  'optional-session',   ['panel-auth'],                 submitLoginEmail),
  surfaceRow('POST',  '/login/email-code',             'optional-session',   ['panel-auth'],                 submitLoginEmailCode),
  surfaceRow('POST',  '/logout',                       'session',            ['panel-auth'],                 submitLogout, 'session'),
  surfaceRow('GET',   '/panel',                        'session',            [],                             showChildren, 'session'),
  surfaceRow('GET',   '/panel/children/:id',           'session',            [],                             showChildOverview, 'session'),
  surfaceRow('GET',   '/panel/children/:id/activity',  'session',            [],                             showActivity, 'session'),
  surfaceRow('GET',   '/panel/children/:id/answers',   'session',            [],                             showAnswers, 'session'),
  surfaceRow('GET',   '/panel/children/:id/works',     'session',            [],                             showSubmissions, 'session'),
  surfaceRow('GET',   '/panel/children/:id/todos',     'session',            [],                             showTodos, 'session'),
  surfaceRow('POST',  '/panel/children/:id/todos',     'session',            ['panel-write'],                submitTodo, 'session'),
  surfaceRow('GET',   '/panel/children/:id/badges',    'session',            [],                             showBadges, 'session'),
  surfaceRow('GET',   '/panel/children/:id/ledger',    'session',            [],                             showLedger, 'session'),
  surfaceRow('POST',  '/panel/todos/:id/decide',       'session',            ['panel-write'],                submitTodoReview, 'session'),
  surfaceRow('POST',  '/panel/works/:id/decide',       'session',            ['panel-write'],                submitSubmissionReview, 'session'),
  surfaceRow('GET',   '/panel/approvals',              'session',            [],                             showApprovals, 'session'),
  surfaceRow('POST',  '/panel/approvals',              'session',            ['panel-write'],                submitApprovals, 'session'),

  // Panel: settings, confirmation, planets, account and invitations
  surfaceRow('GET',  '/panel/children/:id/settings',               'session',            [],                            showSettings, 'session'),
  surfaceRow('POST', '/panel/children/:id/settings',               'session',            ['panel-write'],               submitChildProfile, 'session'),
  surfaceRow('POST', '/panel/children/:id/switches',               'session',            ['panel-write'],               submitPermissions, 'session'),
  surfaceRow('POST', '/panel/children/:id/pin-lock',               'session',            ['panel-write'],               submitPinLock, 'fresh-code'),
  surfaceRow('POST', '/panel/children/:id/pause',                  'session',            ['panel-write'],               submitPause, 'session'),
  surfaceRow('POST', '/panel/children/:id/resume',                 'session',            ['panel-write'],               submitResume, 'session'),
  surfaceRow('POST', '/panel/children/:id/invitations',            'session',            ['panel-write'],               submitInvitation, 'fresh-code'),
  surfaceRow('POST', '/panel/children/:id/invitations/cancel',     'session',            ['panel-write'],               submitInvitationCancel, 'session'),
  surfaceRow('POST', '/panel/children/:id/keep',                   'session',            ['panel-write'],               submitKeepChild, 'session'),
  surfaceRow('GET',  '/panel/children/:id/pin',                    'session',            [],                            showNewPin, 'fresh-code'),
  surfaceRow('POST', '/panel/children/:id/pin',                    'session',            ['panel-write'],               submitNewPin, 'fresh-code'),
  surfaceRow('GET',  '/panel/children/:id/unlink',                 'session',            [],                            showUnlink, 'fresh-code'),
  surfaceRow('POST', '/panel/children/:id/unlink',                 'session',            ['panel-write'],               submitUnlink, 'fresh-code'),
  surfaceRow('GET',  '/panel/children/:id/delete',                 'session',            [],                            showChildDelete, 'fresh-code'),
  surfaceRow('POST', '/panel/children/:id/delete',                 'session',            ['panel-write'],               submitChildDelete, 'fresh-code'),
  surfaceRow('GET',  '/panel/children/:id/export',                 'session',            [],                            showChildExport, 'fresh-code'),
  surfaceRow('GET',  '/panel/children/:id/export.zip',             'session',            ['export'],                    getChildExport, 'fresh-code'),
  surfaceRow('GET',  '/panel/confirm',                             'session',            [],                            showConfirm, 'session'),
  surfaceRow('POST', '/panel/confirm/email',                       'session',            ['panel-auth'],                submitConfirmSend, 'session'),
  surfaceRow('POST', '/panel/confirm/email-code',                  'session',            ['panel-auth'],                submitConfirmEmail, 'session'),
  surfaceRow('POST', '/panel/confirm/manager-code',                'session',            ['panel-auth', 'verify-code'], submitConfirmManager, 'session'),
  surfaceRow('GET',  '/panel/link',                                'session',            [],                            showAddChild, 'session'),
  surfaceRow('POST', '/panel/link',                                'session',            ['panel-auth'],                submitAddChild, 'session'),
  surfaceRow('GET',  '/panel/planets',                             'session',            [],                            showPlanets, 'session'),
  surfaceRow('POST', '/panel/planets',                             'session',            ['panel-write'],               submitPlanet, 'session'),
  surfaceRow('POST', '/panel/planets/invite',                      'session',            ['panel-write'],               submitPlanetInvite, 'session'),
  surfaceRow('POST', '/panel/planets/end',                         'session',            ['panel-write'],               submitPlanetEnd, 'session'),
  surfaceRow('POST', '/panel/planets/join',                        'session',            ['panel-write'],               submitPlanetJoin, 'session'),
  surfaceRow('POST', '/panel/planets/join-own',                    'session',            ['panel-write'],               submitOwnPlanetJoin, 'session'),
  surfaceRow('GET',  '/panel/account',                             'session',            [],                            showAccount, 'session'),
  surfaceRow('POST', '/panel/account/language',                    'session',            ['panel-write'],               submitLanguage, 'session'),
  surfaceRow('POST', '/panel/account/letters',                     'session',            ['panel-write'],               submitEmailSettings, 'session'),
  surfaceRow('POST', '/panel/account/sign-out',                    'session',            ['panel-write'],               submitSignOut, 'session'),
  surfaceRow('POST', '/panel/account/sign-out-everywhere',         'session',            ['panel-write'],               submitSignOutEverywhere, 'session'),
  surfaceRow('POST', '/panel/account/keep',                        'session',            ['panel-write'],               submitKeepAccount, 'session'),
  surfaceRow('GET',  '/panel/account/delete',                      'session',            [],                            showAccountDelete, 'fresh-code'),
  surfaceRow('POST', '/panel/account/delete',                      'session',            ['panel-write'],               submitAccountDelete, 'fresh-code'),
  surfaceRow('GET',  '/panel/account/export',                      'session',            [],                            showAccountExport, 'fresh-code'),
  surfaceRow('GET',  '/panel/account/export.zip',                  'session',            ['export'],                    getAccountExport, 'fresh-code'),
  surfaceRow('GET',  '/panel/privacy',                             'session',            [],                            showPrivacy, 'session'),
  surfaceRow('POST', '/panel/privacy',                             'session',            ['panel-write'],               submitPrivacy, 'session'),
  surfaceRow('GET',  '/account-deletion',                          'optional-session',   [],                            showDeletionInstructions),
  surfaceRow('POST', '/account-deletion',                          'optional-session',   ['panel-auth'],                submitDeletionEmail),
  surfaceRow('POST', '/account-deletion/code',                     'optional-session',   ['panel-auth'],                submitDeletionCode),
  surfaceRow('GET',  '/invitations/:token',                        'optional-session',   [],                            showInvitation),
  surfaceRow('POST', '/invitations/:token/code',                   'optional-session',   ['panel-auth'],                submitInvitationCode),
  surfaceRow('POST', '/invitations/:token/accept',                 'optional-session',   ['panel-auth'],                submitInvitationAccept),
  surfaceRow('GET',  '/letters/:token',                            'optional-session',   [],                            showUnsubscribe),
  surfaceRow('POST', '/letters/:token',                            'optional-session',   ['panel-write'],               submitUnsubscribe),
  surfaceRow('GET',   '/assets/:file',                 'public',             [],                             getAsset),

  // Pictures: public, without a rate limit
  surfaceRow('GET',   '/avatars/:file',                'public',             [],                             getLookPicture),
  surfaceRow('GET',   '/avatars/items/:file',          'public',             [],                             getItemPicture),
  surfaceRow('GET',   '/pictures/:file',               'public',             [],                             getPicture),
  surfaceRow('GET',   '/media/:file',                  'public',             [],                             getMedium),

  // Files of submissions: for the child and its guardians
  surfaceRow('GET',   '/files/:name',                  'optional-bearer-or-session',  [],                             getFile),

  // Operations
  surfaceRow('GET',   '/healthz',                      'public',             [],                             operations.health),
  surfaceRow('GET',   '/readyz',                       'public',             [],                             operations.readiness),
  surfaceRow('GET',   '/metrics',                      'metrics',            [],                             operations.metrics),
  surfaceRow('GET',   '/openapi.json',                 'public',             [],                             openapiDocument(() => surface)),
  surfaceRow('GET',   '/docs',                         'public',             [],                             docsPage(() => surface)),
];
