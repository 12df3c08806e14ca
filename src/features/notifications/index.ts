export {
  claimSubscription,
  type DueEmail,
  type DueSubscription,
  deleteOtherSubscriptions,
  deleteSubscription,
  deleteSubscriptionsOfSessions,
  finishSubscription,
  getNotificationSettings,
  hasNotificationSettings,
  keepNotificationSettings,
  listDueEmails,
  listDueSubscriptions,
  listSubscriptions,
  noteForGuardians,
  noteTest,
  postponeSubscription,
  type Subscription,
  saveNotificationSettings,
  updateDailyEmail,
} from './notifications-store.ts';
export {
  findEmailTime,
  findQuietEnd,
  getSecondsUntilRetry,
  MAX_AGE_SECONDS,
  MIN_GAP_SECONDS,
  type NotificationSettings,
  type Occasion,
} from './rules.ts';
export { continueSubscriptions, findPushTarget, subscribe } from './subscribe.ts';
export { buildUnsubscribeLink, type RegularEmail, readUnsubscribeToken } from './unsubscribe-links.ts';
