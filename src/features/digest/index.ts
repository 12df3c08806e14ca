export { digestPersonalTables } from './digest-personal-data.ts';
export { isDigestEnabled, parseUnsubscribeToken, setDigestEnabled, unsubscribe } from './email-settings.ts';
export { sendDigests } from './send-digests.ts';
