export type * from './api.ts';
export { type ClientOptions, createClient, type FamilyClient } from './client.ts';
export { isRequestError, type RequestError, type RequestErrorCode } from './errors.ts';
export type { CallInput, GetPath, PagePath, ResponseData, UploadProgress } from './operations.ts';
export { randomId } from './random-id.ts';
