import * as access from '../features/access/index.ts';
import * as accounts from '../features/accounts/index.ts';
import * as avatar from '../features/avatar/index.ts';
import * as content from '../features/content/index.ts';
import * as learning from '../features/learning/index.ts';
import * as onboarding from '../features/onboarding/index.ts';
import * as planets from '../features/planets/index.ts';
import * as progress from '../features/progress/index.ts';
import * as rankings from '../features/rankings/index.ts';
import * as todos from '../features/todos/index.ts';
import * as panel from '../panel/index.ts';
import { type Row, row } from '../platform/http/surface.ts';
import type { Group } from './limits.ts';
import { openapiDocument } from './openapi.ts';
import * as operations from './operations.ts';
import { referencePage } from './reference-page.ts';

/**
 * Everything that this service answers: method, path, who may call, which limits count it, what runs. Routes, OpenAPI,
 * docs/api.md, the limit table and the authorisation tests all derive from these rows.
 */
// biome-ignore format: a table reads by its columns
export const surface: readonly Row<Group>[] = [
  // Mobile app: sign-in
  row('POST',  '/app/auth/register/child',      'none',     ['app-auth'],                   access.registerChild),
  row('POST',  '/app/auth/register/parent',     'none',     ['app-auth'],                   access.registerParent),
  row('POST',  '/app/auth/verify-email',        'none',     ['app-auth'],                   access.verifyEmail),
  row('POST',  '/app/auth/login/child',         'none',     ['app-auth'],                   access.loginChildWithPin),
  row('POST',  '/app/auth/login/parent',        'none',     ['app-auth'],                   access.loginParent),
  row('POST',  '/app/auth/link/generate',       'parent',   ['app-auth'],                   access.generateLink),
  row('POST',  '/app/auth/link/redeem',         'child',    ['app-auth'],                   access.redeemLinkCode),
  row('POST',  '/app/auth/manager-code',        'parent',   ['app-auth'],                   access.createManagerCode),
  row('POST',  '/app/auth/logout',              'any',      ['app-auth'],                   access.logout),
  row('GET',   '/app/auth/profiles',            'none',     ['app-read'],                   access.listProfiles),

  // Mobile app: the caller
  row('GET',   '/app/users/me',                 'any',      ['app-read'],                   accounts.getMe),
  row('PATCH', '/app/users/me',                 'any',      ['app-change'],                 accounts.patchMe),
  row('GET',   '/app/users/me/stats',           'any',      ['app-read'],                   progress.getStats),
  row('GET',   '/app/users/me/badges',          'any',      ['app-read'],                   progress.listMyBadges),
  row('GET',   '/app/levels',                   'any',      ['app-read'],                   progress.listLevels),
  row('GET',   '/app/avatar/items',             'any',      ['app-read'],                   avatar.listAvatarItems),
  row('PATCH', '/app/avatar',                   'any',      ['app-change'],                 avatar.patchAvatar),
  row('GET',   '/app/onboarding/status',        'any',      ['app-read'],                   onboarding.getOnboarding),
  row('POST',  '/app/onboarding/complete',      'any',      ['app-write'],                  onboarding.completeOnboarding),

  // Mobile app: learning
  row('GET',   '/app/worlds',                   'any',      ['app-read'],                   learning.listWorlds),
  row('GET',   '/app/worlds/:id',               'any',      ['app-read'],                   learning.getWorld),
  row('GET',   '/app/worlds/:id/locations',     'any',      ['app-read'],                   learning.listLocations),
  row('GET',   '/app/locations/:id',            'any',      ['app-read'],                   learning.getLocation),
  row('GET',   '/app/tasks/:id',                'any',      ['app-read'],                   learning.getTask),
  row('POST',  '/app/tasks/:id/start',          'child',    ['app-write'],                  learning.postStart),
  row('PATCH', '/app/tasks/:id/attempt',        'child',    ['app-change'],                 learning.patchAttempt),
  row('POST',  '/app/tasks/:id/hint',           'child',    ['app-write'],                  learning.postHint),
  row('POST',  '/app/tasks/:id/complete',       'child',    ['app-write'],                  learning.postComplete),
  row('POST',  '/app/tasks/:id/submit-creative', 'child',   ['app-write'],                  learning.postSubmitCreative),

  // Mobile app: to-dos
  row('GET',   '/app/todos',                    'any',      ['app-read'],                   todos.getTodos),
  row('POST',  '/app/todos',                    'any',      ['app-write'],                  todos.postTodo),
  row('PATCH', '/app/todos/:id',                'any',      ['app-change'],                 todos.patchTodo),
  row('DELETE', '/app/todos/:id',               'any',      ['app-change'],                 todos.deleteTodo),

  // Mobile app: planets
  row('GET',   '/app/planets/open',             'child',    ['app-read'],                   planets.listPlanetsToJoin),
  row('GET',   '/app/planets/mine',             'child',    ['app-read'],                   planets.listMyPlanets),
  row('POST',  '/app/planets/:id/join',         'child',    ['app-write'],                  planets.postJoin),
  row('POST',  '/app/planets/:id/leave',        'child',    ['app-write'],                  planets.postLeave),

  // Mobile app: rankings
  row('GET',   '/app/rankings',                 'any',      ['app-read'],                   rankings.getRankings),

  // Panel: sign-in
  row('POST',  '/api/auth/verify-code',         'none',     ['panel-auth', 'verify-code'],  access.verifyManagerCode),
  row('POST',  '/api/auth/send-email-code',     'none',     ['panel-auth'],                 access.sendPanelEmailCode),
  row('POST',  '/api/auth/verify-email-code',   'none',     ['panel-auth'],                 access.verifyPanelEmailCode),
  row('POST',  '/api/auth/logout',              'cookie',   ['panel-auth'],                 access.logoutPanel, 'session'),

  // Panel: lists, each as JSON, CSV and a fragment of its page
  row('GET',   '/api/children',                 'cookie',   [],                             panel.listMyChildren, 'session'),
  row('GET',   '/api/children/:id/activity',    'cookie',   [],                             panel.listActivity, 'session'),
  row('GET',   '/api/children/:id/answers',     'cookie',   [],                             panel.listAnswers, 'session'),
  row('GET',   '/api/children/:id/submissions', 'cookie',   [],                             panel.listSubmissionsOfChild, 'session'),
  row('GET',   '/api/children/:id/todos',       'cookie',   [],                             panel.listTodosOfChild, 'session'),
  row('GET',   '/api/children/:id/badges',      'cookie',   [],                             panel.listBadges, 'session'),
  row('GET',   '/api/children/:id/ledger',      'cookie',   [],                             panel.listLedgerOfChild, 'session'),
  row('GET',   '/api/approvals',                'cookie',   [],                             panel.listApprovals, 'session'),

  // Panel: pages
  row('GET',   '/',                             'visitor',  [],                             panel.showFront),
  row('GET',   '/login',                        'visitor',  [],                             panel.showLogin),
  row('POST',  '/login/manager-code',           'visitor',  ['panel-auth', 'verify-code'],  panel.submitManagerCode),
  row('POST',  '/login/email',                  'visitor',  ['panel-auth'],                 panel.submitEmail),
  row('POST',  '/login/email-code',             'visitor',  ['panel-auth'],                 panel.submitEmailCode),
  row('POST',  '/logout',                       'cookie',   ['panel-auth'],                 panel.submitLogout, 'session'),
  row('GET',   '/panel',                        'cookie',   [],                             panel.showPanel, 'session'),
  row('GET',   '/panel/children/:id',           'cookie',   [],                             panel.showChild, 'session'),
  row('GET',   '/panel/children/:id/activity',  'cookie',   [],                             panel.showActivity, 'session'),
  row('GET',   '/panel/children/:id/answers',   'cookie',   [],                             panel.showAnswers, 'session'),
  row('GET',   '/panel/children/:id/works',     'cookie',   [],                             panel.showWorks, 'session'),
  row('GET',   '/panel/children/:id/todos',     'cookie',   [],                             panel.showTodos, 'session'),
  row('POST',  '/panel/children/:id/todos',     'cookie',   ['panel-write'],                panel.submitTodo, 'session'),
  row('GET',   '/panel/children/:id/badges',    'cookie',   [],                             panel.showBadges, 'session'),
  row('GET',   '/panel/children/:id/ledger',    'cookie',   [],                             panel.showLedger, 'session'),
  row('POST',  '/panel/todos/:id/decide',       'cookie',   ['panel-write'],                panel.submitTodoDecision, 'session'),
  row('POST',  '/panel/works/:id/decide',       'cookie',   ['panel-write'],                panel.submitWorkDecision, 'session'),
  row('GET',   '/panel/approvals',              'cookie',   [],                             panel.showApprovals, 'session'),
  row('POST',  '/panel/approvals',              'cookie',   ['panel-write'],                panel.submitApprovals, 'session'),

  // Panel: what a parent sets, asks for and takes back
  row('GET',  '/panel/children/:id/settings',               'cookie',   [],                            panel.showSettings, 'session'),
  row('POST', '/panel/children/:id/settings',               'cookie',   ['panel-write'],               panel.submitChild, 'session'),
  row('POST', '/panel/children/:id/switches',               'cookie',   ['panel-write'],               panel.submitSwitches, 'session'),
  row('POST', '/panel/children/:id/pin-lock',               'cookie',   ['panel-write'],               panel.submitPinLock, 'fresh-code'),
  row('POST', '/panel/children/:id/pause',                  'cookie',   ['panel-write'],               panel.submitPause, 'session'),
  row('POST', '/panel/children/:id/resume',                 'cookie',   ['panel-write'],               panel.submitResume, 'session'),
  row('POST', '/panel/children/:id/invitations',            'cookie',   ['panel-write'],               panel.submitInvitation, 'fresh-code'),
  row('POST', '/panel/children/:id/invitations/cancel',     'cookie',   ['panel-write'],               panel.submitCancel, 'session'),
  row('POST', '/panel/children/:id/keep',                   'cookie',   ['panel-write'],               panel.submitKeepChild, 'session'),
  row('GET',  '/panel/children/:id/pin',                    'cookie',   [],                            panel.showPin, 'fresh-code'),
  row('POST', '/panel/children/:id/pin',                    'cookie',   ['panel-write'],               panel.submitPin, 'fresh-code'),
  row('GET',  '/panel/children/:id/unlink',                 'cookie',   [],                            panel.showUnlink, 'fresh-code'),
  row('POST', '/panel/children/:id/unlink',                 'cookie',   ['panel-write'],               panel.submitUnlink, 'fresh-code'),
  row('GET',  '/panel/children/:id/delete',                 'cookie',   [],                            panel.showDelete, 'fresh-code'),
  row('POST', '/panel/children/:id/delete',                 'cookie',   ['panel-write'],               panel.submitDelete, 'fresh-code'),
  row('GET',  '/panel/children/:id/export',                 'cookie',   [],                            panel.showExport, 'fresh-code'),
  row('GET',  '/panel/children/:id/export.zip',             'cookie',   [],                            panel.getExport, 'fresh-code'),
  row('GET',  '/panel/confirm',                             'cookie',   [],                            panel.showConfirm, 'session'),
  row('POST', '/panel/confirm/email',                       'cookie',   ['panel-auth'],                panel.submitConfirmSend, 'session'),
  row('POST', '/panel/confirm/email-code',                  'cookie',   ['panel-auth'],                panel.submitConfirmEmail, 'session'),
  row('POST', '/panel/confirm/manager-code',                'cookie',   ['panel-auth', 'verify-code'], panel.submitConfirmManager, 'session'),
  row('GET',  '/panel/link',                                'cookie',   [],                            panel.showLink, 'session'),
  row('POST', '/panel/link',                                'cookie',   ['panel-auth'],                panel.submitLink, 'session'),
  row('GET',  '/panel/planets',                             'cookie',   [],                            panel.showPlanets, 'session'),
  row('POST', '/panel/planets',                             'cookie',   ['panel-write'],               panel.submitPlanet, 'session'),
  row('POST', '/panel/planets/invite',                      'cookie',   ['panel-write'],               panel.submitPlanetInvite, 'session'),
  row('POST', '/panel/planets/end',                         'cookie',   ['panel-write'],               panel.submitPlanetEnd, 'session'),
  row('POST', '/panel/planets/join',                        'cookie',   ['panel-write'],               panel.submitPlanetJoin, 'session'),
  row('POST', '/panel/planets/join-own',                    'cookie',   ['panel-write'],               panel.submitOwnPlanetJoin, 'session'),
  row('GET',  '/panel/account',                             'cookie',   [],                            panel.showAccount, 'session'),
  row('POST', '/panel/account/language',                    'cookie',   ['panel-write'],               panel.submitLanguage, 'session'),
  row('POST', '/panel/account/letters',                     'cookie',   ['panel-write'],               panel.submitLetters, 'session'),
  row('POST', '/panel/account/sign-out',                    'cookie',   ['panel-write'],               panel.submitSignOut, 'session'),
  row('POST', '/panel/account/sign-out-everywhere',         'cookie',   ['panel-write'],               panel.submitSignOutEverywhere, 'session'),
  row('POST', '/panel/account/keep',                        'cookie',   ['panel-write'],               panel.submitKeepAccount, 'session'),
  row('GET',  '/panel/account/delete',                      'cookie',   [],                            panel.showAccountDelete, 'fresh-code'),
  row('POST', '/panel/account/delete',                      'cookie',   ['panel-write'],               panel.submitAccountDelete, 'fresh-code'),
  row('GET',  '/panel/account/export',                      'cookie',   [],                            panel.showAccountExport, 'fresh-code'),
  row('GET',  '/panel/account/export.zip',                  'cookie',   [],                            panel.getAccountExport, 'fresh-code'),
  row('GET',  '/panel/privacy',                             'cookie',   [],                            panel.showPrivacy, 'session'),
  row('POST', '/panel/privacy',                             'cookie',   ['panel-write'],               panel.submitPrivacy, 'session'),
  row('GET',  '/account-deletion',                          'visitor',  [],                            panel.showAccountDeletion),
  row('POST', '/account-deletion',                          'visitor',  ['panel-auth'],                panel.submitDeletionEmail),
  row('POST', '/account-deletion/code',                     'visitor',  ['panel-auth'],                panel.submitDeletionCode),
  row('GET',  '/invitations/:token',                        'visitor',  [],                            panel.showInvitation),
  row('POST', '/invitations/:token/code',                   'visitor',  ['panel-auth'],                panel.submitInvitationSend),
  row('POST', '/invitations/:token/accept',                 'visitor',  ['panel-auth'],                panel.submitAcceptance),
  row('GET',  '/letters/:token',                            'visitor',  [],                            panel.showLettersOff),
  row('POST', '/letters/:token',                            'visitor',  ['panel-write'],               panel.submitLettersOff),
  row('GET',   '/assets/:file',                 'none',     [],                             panel.getAsset),

  // Pictures: public, counted against no limit
  row('GET',   '/avatars/:file',                'none',     [],                             avatar.getLookPicture),
  row('GET',   '/avatars/items/:file',          'none',     [],                             avatar.getItemPicture),
  row('GET',   '/pictures/:file',               'none',     [],                             content.getPicture),
  row('GET',   '/media/:file',                  'none',     [],                             content.getMedium),

  // What children have handed in: for themselves and their guardians
  row('GET',   '/files/:name',                  'holder',   [],                             learning.getFile),

  // Operations
  row('GET',   '/healthz',                      'none',     [],                             operations.health),
  row('GET',   '/readyz',                       'none',     [],                             operations.readiness),
  row('GET',   '/metrics',                      'operator', [],                             operations.metrics),
  row('GET',   '/openapi.json',                 'none',     [],                             openapiDocument(() => surface)),
  row('GET',   '/docs',                         'none',     [],                             referencePage(() => surface)),
];
