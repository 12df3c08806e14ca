import * as access from '../features/access/index.ts';
import * as accounts from '../features/accounts/index.ts';
import * as avatar from '../features/avatar/index.ts';
import * as content from '../features/content-media/index.ts';
import * as learning from '../features/learning/index.ts';
import * as onboarding from '../features/onboarding/index.ts';
import * as planets from '../features/planets/index.ts';
import * as progress from '../features/progress/index.ts';
import * as rankings from '../features/rankings/index.ts';
import * as todos from '../features/todos/index.ts';
import * as panel from '../panel/index.ts';
import { type SurfaceRow, surfaceRow } from '../platform/http/surface.ts';
import * as operations from './health-routes.ts';
import type { Group } from './limits.ts';
import { openapiDocument } from './reference/openapi.ts';
import { referencePage } from './reference/reference-page.ts';

/**
 * All endpoints of the service: method, path, auth policy, rate limits and the function that runs. The routes, the OpenAPI
 * document, docs/api.md, the table of limits and the authorization tests all derive from these rows.
 */
// biome-ignore format: the columns of a table are easier to read
export const surface: readonly SurfaceRow<Group>[] = [
  // Mobile app: sign-in
  surfaceRow('POST',  '/app/auth/register/child',      'public',             ['app-auth'],                   access.registerChild),
  surfaceRow('POST',  '/app/auth/register/parent',     'public',             ['app-auth'],                   access.registerParent),
  surfaceRow('POST',  '/app/auth/verify-email',        'public',             ['app-auth'],                   access.verifyEmail),
  surfaceRow('POST',  '/app/auth/login/child',         'public',             ['app-auth'],                   access.loginChildWithPin),
  surfaceRow('POST',  '/app/auth/login/parent',        'public',             ['app-auth'],                   access.loginParent),
  surfaceRow('POST',  '/app/auth/link/generate',       'parent',             ['app-auth'],                   access.generateLink),
  surfaceRow('POST',  '/app/auth/link/redeem',         'child',              ['app-auth'],                   access.redeemLinkCode),
  surfaceRow('POST',  '/app/auth/manager-code',        'parent',             ['app-auth'],                   access.createManagerCode),
  surfaceRow('POST',  '/app/auth/logout',              'bearer',             ['app-auth'],                   access.logout),
  surfaceRow('GET',   '/app/auth/profiles',            'public',             ['app-read'],                   access.listProfiles),

  // Mobile app: the caller
  surfaceRow('GET',   '/app/users/me',                 'bearer',             ['app-read'],                   accounts.getMe),
  surfaceRow('PATCH', '/app/users/me',                 'bearer',             ['app-change'],                 accounts.patchMe),
  surfaceRow('GET',   '/app/users/me/stats',           'bearer',             ['app-read'],                   progress.getStats),
  surfaceRow('GET',   '/app/users/me/badges',          'bearer',             ['app-read'],                   progress.listMyBadges),
  surfaceRow('GET',   '/app/levels',                   'bearer',             ['app-read'],                   progress.listLevels),
  surfaceRow('GET',   '/app/avatar/items',             'bearer',             ['app-read'],                   avatar.listAvatarItems),
  surfaceRow('PATCH', '/app/avatar',                   'bearer',             ['app-change'],                 avatar.patchAvatar),
  surfaceRow('GET',   '/app/onboarding/status',        'bearer',             ['app-read'],                   onboarding.getOnboarding),
  surfaceRow('POST',  '/app/onboarding/complete',      'bearer',             ['app-write'],                  onboarding.completeOnboarding),

  // Mobile app: learning
  surfaceRow('GET',   '/app/worlds',                   'bearer',             ['app-read'],                   learning.listWorlds),
  surfaceRow('GET',   '/app/worlds/:id',               'bearer',             ['app-read'],                   learning.getWorld),
  surfaceRow('GET',   '/app/worlds/:id/locations',     'bearer',             ['app-read'],                   learning.listLocations),
  surfaceRow('GET',   '/app/locations/:id',            'bearer',             ['app-read'],                   learning.getLocation),
  surfaceRow('GET',   '/app/tasks/:id',                'bearer',             ['app-read'],                   learning.getTask),
  surfaceRow('POST',  '/app/tasks/:id/start',          'child',              ['app-write'],                  learning.postStart),
  surfaceRow('PATCH', '/app/tasks/:id/attempt',        'child',              ['app-change'],                 learning.patchAttempt),
  surfaceRow('POST',  '/app/tasks/:id/hint',           'child',              ['app-write'],                  learning.postHint),
  surfaceRow('POST',  '/app/tasks/:id/complete',       'child',              ['app-write'],                  learning.postComplete),
  surfaceRow('POST',  '/app/tasks/:id/submit-creative', 'child',              ['app-write'],                  learning.postSubmitCreative),

  // Mobile app: to-dos
  surfaceRow('GET',   '/app/todos',                    'bearer',             ['app-read'],                   todos.getTodos),
  surfaceRow('POST',  '/app/todos',                    'bearer',             ['app-write'],                  todos.postTodo),
  surfaceRow('PATCH', '/app/todos/:id',                'bearer',             ['app-change'],                 todos.patchTodo),
  surfaceRow('DELETE', '/app/todos/:id',               'bearer',             ['app-change'],                 todos.deleteTodo),

  // Mobile app: planets
  surfaceRow('GET',   '/app/planets/open',             'child',              ['app-read'],                   planets.listPlanetsToJoin),
  surfaceRow('GET',   '/app/planets/mine',             'child',              ['app-read'],                   planets.listMyPlanets),
  surfaceRow('POST',  '/app/planets/:id/join',         'child',              ['app-write'],                  planets.postJoin),
  surfaceRow('POST',  '/app/planets/:id/leave',        'child',              ['app-write'],                  planets.postLeave),

  // Mobile app: rankings
  surfaceRow('GET',   '/app/rankings',                 'bearer',             ['app-read'],                   rankings.getRankings),

  // Panel: sign-in
  surfaceRow('POST',  '/api/auth/verify-code',         'public',             ['panel-auth', 'verify-code'],  access.verifyManagerCode),
  surfaceRow('POST',  '/api/auth/send-email-code',     'public',             ['panel-auth'],                 access.sendPanelEmailCode),
  surfaceRow('POST',  '/api/auth/verify-email-code',   'public',             ['panel-auth'],                 access.verifyPanelEmailCode),
  surfaceRow('POST',  '/api/auth/logout',              'session',            ['panel-auth'],                 access.logoutPanel, 'session'),

  // Panel: lists, each as JSON, CSV and a fragment of its page
  surfaceRow('GET',   '/api/children',                 'session',            [],                             panel.listMyChildren, 'session'),
  surfaceRow('GET',   '/api/children/:id/activity',    'session',            [],                             panel.listActivity, 'session'),
  surfaceRow('GET',   '/api/children/:id/answers',     'session',            [],                             panel.listAnswers, 'session'),
  surfaceRow('GET',   '/api/children/:id/submissions', 'session',            [],                             panel.listSubmissionsOfChild, 'session'),
  surfaceRow('GET',   '/api/children/:id/todos',       'session',            [],                             panel.listTodosOfChild, 'session'),
  surfaceRow('GET',   '/api/children/:id/badges',      'session',            [],                             panel.listBadges, 'session'),
  surfaceRow('GET',   '/api/children/:id/ledger',      'session',            [],                             panel.listLedgerOfChild, 'session'),
  surfaceRow('GET',   '/api/approvals',                'session',            [],                             panel.listApprovals, 'session'),

  // Panel: pages
  surfaceRow('GET',   '/',                             'optional-session',   [],                             panel.showHome),
  surfaceRow('GET',   '/login',                        'optional-session',   [],                             panel.showLogin),
  surfaceRow('POST',  '/login/manager-code',           'optional-session',   ['panel-auth', 'verify-code'],  panel.submitLoginManagerCode),
  surfaceRow('POST',  '/login/email',                  'optional-session',   ['panel-auth'],                 panel.submitLoginEmail),
  surfaceRow('POST',  '/login/email-code',             'optional-session',   ['panel-auth'],                 panel.submitLoginEmailCode),
  surfaceRow('POST',  '/logout',                       'session',            ['panel-auth'],                 panel.submitLogout, 'session'),
  surfaceRow('GET',   '/panel',                        'session',            [],                             panel.showChildren, 'session'),
  surfaceRow('GET',   '/panel/children/:id',           'session',            [],                             panel.showChildOverview, 'session'),
  surfaceRow('GET',   '/panel/children/:id/activity',  'session',            [],                             panel.showActivity, 'session'),
  surfaceRow('GET',   '/panel/children/:id/answers',   'session',            [],                             panel.showAnswers, 'session'),
  surfaceRow('GET',   '/panel/children/:id/works',     'session',            [],                             panel.showSubmissions, 'session'),
  surfaceRow('GET',   '/panel/children/:id/todos',     'session',            [],                             panel.showTodos, 'session'),
  surfaceRow('POST',  '/panel/children/:id/todos',     'session',            ['panel-write'],                panel.submitTodo, 'session'),
  surfaceRow('GET',   '/panel/children/:id/badges',    'session',            [],                             panel.showBadges, 'session'),
  surfaceRow('GET',   '/panel/children/:id/ledger',    'session',            [],                             panel.showLedger, 'session'),
  surfaceRow('POST',  '/panel/todos/:id/decide',       'session',            ['panel-write'],                panel.submitTodoReview, 'session'),
  surfaceRow('POST',  '/panel/works/:id/decide',       'session',            ['panel-write'],                panel.submitSubmissionReview, 'session'),
  surfaceRow('GET',   '/panel/approvals',              'session',            [],                             panel.showApprovals, 'session'),
  surfaceRow('POST',  '/panel/approvals',              'session',            ['panel-write'],                panel.submitApprovals, 'session'),

  // Panel: settings, confirmation, planets, account and invitations
  surfaceRow('GET',  '/panel/children/:id/settings',               'session',            [],                            panel.showSettings, 'session'),
  surfaceRow('POST', '/panel/children/:id/settings',               'session',            ['panel-write'],               panel.submitChildProfile, 'session'),
  surfaceRow('POST', '/panel/children/:id/switches',               'session',            ['panel-write'],               panel.submitPermissions, 'session'),
  surfaceRow('POST', '/panel/children/:id/pin-lock',               'session',            ['panel-write'],               panel.submitPinLock, 'fresh-code'),
  surfaceRow('POST', '/panel/children/:id/pause',                  'session',            ['panel-write'],               panel.submitPause, 'session'),
  surfaceRow('POST', '/panel/children/:id/resume',                 'session',            ['panel-write'],               panel.submitResume, 'session'),
  surfaceRow('POST', '/panel/children/:id/invitations',            'session',            ['panel-write'],               panel.submitInvitation, 'fresh-code'),
  surfaceRow('POST', '/panel/children/:id/invitations/cancel',     'session',            ['panel-write'],               panel.submitInvitationCancel, 'session'),
  surfaceRow('POST', '/panel/children/:id/keep',                   'session',            ['panel-write'],               panel.submitKeepChild, 'session'),
  surfaceRow('GET',  '/panel/children/:id/pin',                    'session',            [],                            panel.showNewPin, 'fresh-code'),
  surfaceRow('POST', '/panel/children/:id/pin',                    'session',            ['panel-write'],               panel.submitNewPin, 'fresh-code'),
  surfaceRow('GET',  '/panel/children/:id/unlink',                 'session',            [],                            panel.showUnlink, 'fresh-code'),
  surfaceRow('POST', '/panel/children/:id/unlink',                 'session',            ['panel-write'],               panel.submitUnlink, 'fresh-code'),
  surfaceRow('GET',  '/panel/children/:id/delete',                 'session',            [],                            panel.showChildDelete, 'fresh-code'),
  surfaceRow('POST', '/panel/children/:id/delete',                 'session',            ['panel-write'],               panel.submitChildDelete, 'fresh-code'),
  surfaceRow('GET',  '/panel/children/:id/export',                 'session',            [],                            panel.showChildExport, 'fresh-code'),
  surfaceRow('GET',  '/panel/children/:id/export.zip',             'session',            ['export'],                    panel.getChildExport, 'fresh-code'),
  surfaceRow('GET',  '/panel/confirm',                             'session',            [],                            panel.showConfirm, 'session'),
  surfaceRow('POST', '/panel/confirm/email',                       'session',            ['panel-auth'],                panel.submitConfirmSend, 'session'),
  surfaceRow('POST', '/panel/confirm/email-code',                  'session',            ['panel-auth'],                panel.submitConfirmEmail, 'session'),
  surfaceRow('POST', '/panel/confirm/manager-code',                'session',            ['panel-auth', 'verify-code'], panel.submitConfirmManager, 'session'),
  surfaceRow('GET',  '/panel/link',                                'session',            [],                            panel.showAddChild, 'session'),
  surfaceRow('POST', '/panel/link',                                'session',            ['panel-auth'],                panel.submitAddChild, 'session'),
  surfaceRow('GET',  '/panel/planets',                             'session',            [],                            panel.showPlanets, 'session'),
  surfaceRow('POST', '/panel/planets',                             'session',            ['panel-write'],               panel.submitPlanet, 'session'),
  surfaceRow('POST', '/panel/planets/invite',                      'session',            ['panel-write'],               panel.submitPlanetInvite, 'session'),
  surfaceRow('POST', '/panel/planets/end',                         'session',            ['panel-write'],               panel.submitPlanetEnd, 'session'),
  surfaceRow('POST', '/panel/planets/join',                        'session',            ['panel-write'],               panel.submitPlanetJoin, 'session'),
  surfaceRow('POST', '/panel/planets/join-own',                    'session',            ['panel-write'],               panel.submitOwnPlanetJoin, 'session'),
  surfaceRow('GET',  '/panel/account',                             'session',            [],                            panel.showAccount, 'session'),
  surfaceRow('POST', '/panel/account/language',                    'session',            ['panel-write'],               panel.submitLanguage, 'session'),
  surfaceRow('POST', '/panel/account/letters',                     'session',            ['panel-write'],               panel.submitEmailSettings, 'session'),
  surfaceRow('POST', '/panel/account/sign-out',                    'session',            ['panel-write'],               panel.submitSignOut, 'session'),
  surfaceRow('POST', '/panel/account/sign-out-everywhere',         'session',            ['panel-write'],               panel.submitSignOutEverywhere, 'session'),
  surfaceRow('POST', '/panel/account/keep',                        'session',            ['panel-write'],               panel.submitKeepAccount, 'session'),
  surfaceRow('GET',  '/panel/account/delete',                      'session',            [],                            panel.showAccountDelete, 'fresh-code'),
  surfaceRow('POST', '/panel/account/delete',                      'session',            ['panel-write'],               panel.submitAccountDelete, 'fresh-code'),
  surfaceRow('GET',  '/panel/account/export',                      'session',            [],                            panel.showAccountExport, 'fresh-code'),
  surfaceRow('GET',  '/panel/account/export.zip',                  'session',            ['export'],                    panel.getAccountExport, 'fresh-code'),
  surfaceRow('GET',  '/panel/privacy',                             'session',            [],                            panel.showPrivacy, 'session'),
  surfaceRow('POST', '/panel/privacy',                             'session',            ['panel-write'],               panel.submitPrivacy, 'session'),
  surfaceRow('GET',  '/account-deletion',                          'optional-session',   [],                            panel.showDeletionInstructions),
  surfaceRow('POST', '/account-deletion',                          'optional-session',   ['panel-auth'],                panel.submitDeletionEmail),
  surfaceRow('POST', '/account-deletion/code',                     'optional-session',   ['panel-auth'],                panel.submitDeletionCode),
  surfaceRow('GET',  '/invitations/:token',                        'optional-session',   [],                            panel.showInvitation),
  surfaceRow('POST', '/invitations/:token/code',                   'optional-session',   ['panel-auth'],                panel.submitInvitationCode),
  surfaceRow('POST', '/invitations/:token/accept',                 'optional-session',   ['panel-auth'],                panel.submitInvitationAccept),
  surfaceRow('GET',  '/letters/:token',                            'optional-session',   [],                            panel.showUnsubscribe),
  surfaceRow('POST', '/letters/:token',                            'optional-session',   ['panel-write'],               panel.submitUnsubscribe),
  surfaceRow('GET',   '/assets/:file',                 'public',             [],                             panel.getAsset),

  // Pictures: public, without a rate limit
  surfaceRow('GET',   '/avatars/:file',                'public',             [],                             avatar.getLookPicture),
  surfaceRow('GET',   '/avatars/items/:file',          'public',             [],                             avatar.getItemPicture),
  surfaceRow('GET',   '/pictures/:file',               'public',             [],                             content.getPicture),
  surfaceRow('GET',   '/media/:file',                  'public',             [],                             content.getMedium),

  // Files of submissions: for the child and its guardians
  surfaceRow('GET',   '/files/:name',                  'bearer-or-session',  [],                             learning.getFile),

  // Operations
  surfaceRow('GET',   '/healthz',                      'public',             [],                             operations.health),
  surfaceRow('GET',   '/readyz',                       'public',             [],                             operations.readiness),
  surfaceRow('GET',   '/metrics',                      'metrics',            [],                             operations.metrics),
  surfaceRow('GET',   '/openapi.json',                 'public',             [],                             openapiDocument(() => surface)),
  surfaceRow('GET',   '/docs',                         'public',             [],                             referencePage(() => surface)),
];
