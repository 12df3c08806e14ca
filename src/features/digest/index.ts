export { digestPersonalDataTables } from './digest-personal-data.ts';
export { getUnsubscribingParent, isDigestEnabled, setDigestEnabled, unsubscribe } from './digest-settings.ts';
export { sendDigests } from './send-digests.ts';
