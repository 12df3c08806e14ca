import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { getErrorCode } from '../../core/error-code.ts';
import { ApiError, createFieldError, UnavailableError } from '../../core/requests/api-error.ts';
import { localized } from '../../locales/index.ts';
import type { Context } from '../context.ts';
import { type StoredUpload, storeUpload } from '../files/uploads.ts';
import { readClient } from './client.ts';
import { findBoundary, limitParts } from './part-limit.ts';

/** The files that an endpoint accepts in a multipart body. All of them have the name `fieldName`. */
export interface AcceptedFiles {
  readonly fieldName: string;
  readonly maxFiles: number;
  readonly maxBytes: number;
  readonly description: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    uploads: readonly StoredUpload[] | undefined;
  }
}

export function isMultipart({ headers }: FastifyRequest): boolean {
  return /^\s*multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}

/**
 * Creates the hooks of a route that accepts files. The hooks stream the files to the disk, so that many simultaneous uploads do not
 * fill the memory, and delete the files before the response is sent.
 */
export function createUploadHooks(ctx: Context, accepted: AcceptedFiles) {
  return {
    async preValidation(request: FastifyRequest) {
      if (!isMultipart(request)) return;
      const uploads: StoredUpload[] = [];
      try {
        await receiveForm(ctx, accepted, request, uploads);
      } catch (error) {
        for (const upload of uploads) await upload.close();
        throw toUploadError(error, accepted);
      } finally {
        request.raw.unpipe();
        request.raw.resume(); // unread bytes must not block the next request
      }
      request.uploads = uploads;
    },
    async onSend({ uploads = [] }: FastifyRequest, _reply: unknown, payload: unknown) {
      for (const upload of uploads) await upload.close();
      return payload;
    },
  };
}

/** Parses the body. The parser searches for the same boundary that `limitParts` counts. */
function readParts(request: FastifyRequest, accepted: AcceptedFiles) {
  const boundary = findBoundary(request.headers['content-type'] ?? '');
  if (boundary === undefined) throw createUnreadablePartsError(accepted);
  const limits = {
    fieldSize: FIELD_BYTES,
    fields: MAX_FIELDS,
    files: accepted.maxFiles,
    fileSize: accepted.maxBytes + 1, // the extra byte shows that a file is too large
    parts: accepted.maxFiles + MAX_FIELDS,
    headerPairs: 20, // of one part; browsers send two
    headerSize: PART_HEADER_BYTES,
  };
  const maxBoundaries = limits.parts + 2; // includes the closing boundary, and one surplus part, which the parser itself rejects
  const limitedBody = limitParts(request, boundary, maxBoundaries);
  const limitedRequest = Object.create(request, { raw: { value: limitedBody } }); // `parts` reads the body from `raw`
  return request.parts.call(limitedRequest, { limits, isPartAFile });
}

/**
 * Treats every part with a file name or a type other than plain text as a file. Otherwise, the plugin would parse a JSON field
 * before its size has been checked.
 */
function isPartAFile(_name: string | undefined, type: string | undefined, filename: string | undefined): boolean {
  return filename !== undefined || type !== 'text/plain';
}

/**
 * The maximum size of the headers of a part: enough for a name, a file name of 255 characters and a type. Decoding longer headers
 * would take too much time.
 */
const PART_HEADER_BYTES = 1024;

/** The maximum size of a field: enough for the longest valid text, which has five thousand characters of any script. */
const FIELD_BYTES = 64 * 1024;
const ALL_FIELDS_BYTES = 128 * 1024;
const MAX_FIELDS = 10;

/** Receives the parts of a body: stores the files in `uploads`, and the fields as the body of the request. */
async function receiveForm(ctx: Context, accepted: AcceptedFiles, request: FastifyRequest, uploads: StoredUpload[]) {
  const { fieldName, maxBytes } = accepted;
  const { address } = readClient(request);
  const fields: Record<string, unknown> = {};
  const receivedParts: string[][] = [];
  let fieldBytes = 0;

  function receiveField({ fieldname, value, valueTruncated }: MultipartValue): void {
    if (fieldname === fieldName) throw createFieldError(fieldname, localized.uploads.notAFile);
    const reportableName = /^\w{1,40}$/.test(fieldname ?? '') ? fieldname : ''; // no other text from the client is repeated
    if (fieldname === undefined || Object.hasOwn(fields, fieldname))
      throw createFieldError(reportableName, localized.uploads.repeatedField);
    fieldBytes += Buffer.byteLength(String(value));
    if (valueTruncated || fieldBytes > ALL_FIELDS_BYTES)
      throw createFieldError(reportableName, localized.uploads.fieldTooLong);
    fields[fieldname] = value;
    receivedParts.push([fieldname, 'text', JSON.stringify(value)]);
  }

  async function receiveFile({ fieldname, filename, file }: MultipartFile): Promise<void> {
    if (fieldname !== fieldName) throw createFieldError(fieldName, localized.uploads.wrongField);
    const upload = await storeUpload(ctx, file, { maxBytes, address });
    uploads.push(upload);
    if (upload.size > maxBytes) throw createFieldError(fieldName, localized.uploads.fileTooLarge);
    // If a person chooses no file, the browser sends a file without a name and without content.
    if (!filename && upload.size === 0) await uploads.pop()?.close();
    else receivedParts.push([fieldName, 'file', upload.hash]);
  }

  for await (const part of readParts(request, accepted)) {
    if (part.type === 'field') receiveField(part);
    else await receiveFile(part);
  }
  request.body = fields;
  // The same text for requests with the same parts in the same order, even if their boundaries differ.
  request.bodyFingerprint = JSON.stringify(receivedParts);
}

const DISK_RETRY_AFTER_SECONDS = 10;

/** Converts an error of the parser to the error for a malformed body, and an error of the disk to an outage. */
function toUploadError(error: unknown, accepted: AcceptedFiles): unknown {
  if (error instanceof ApiError || error instanceof UnavailableError) return error;
  if (error instanceof TypeError || error instanceof RangeError) return error; // a bug of the service, not of the client
  const code = getErrorCode(error);
  if (code === 'FST_FILES_LIMIT') return createFieldError(accepted.fieldName, localized.uploads.tooManyFiles);
  const isSystemError = /^E[A-Z]+$/.test(code); // such as ENOSPC
  if (isSystemError) return new UnavailableError('An upload could not be stored.', DISK_RETRY_AFTER_SECONDS, error);
  return createUnreadablePartsError(accepted);
}

function createUnreadablePartsError({ fieldName }: AcceptedFiles): ApiError {
  return new ApiError('VALIDATION_ERROR', localized.uploads.unreadableParts, {
    reason: 'malformed_request',
    fields: [fieldName],
  });
}
