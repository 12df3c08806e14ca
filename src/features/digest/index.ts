export { digestPersonalTables } from './digest-personal-data.ts';
export { getUnsubscribingParent, isDigestEnabled, setDigestEnabled, unsubscribe } from './email-settings.ts';
export { sendDigests } from './send-digests.ts';
