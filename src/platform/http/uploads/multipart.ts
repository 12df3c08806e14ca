import type { Multipart, MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Refusal, Unavailable } from '../../../core/refusal.ts';
import { localized } from '../../../locales/index.ts';
import type { Context } from '../../context.ts';
import { errorCode } from '../../database/database.ts';
import { fieldRefusal } from '../validation.ts';

import { type StoredUpload, storeUpload } from './temporary-files.ts';

/** The files that an endpoint takes in a multipart body, all of them under one name. */
export interface MultipartFiles {
  readonly name: string;
  readonly most: number;
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
 * The hooks of a route that takes files: reads its parts to the disk, a piece at a time, so that no rush of them fills
 * the memory, and lets go of them when there is an answer.
 */
export function receiveUploads(ctx: Context, parts: MultipartFiles) {
  return {
    async preValidation(request: FastifyRequest) {
      if (!isMultipart(request)) return;
      if ((request.headers['content-type'] ?? '').length > LONGEST_TYPE) throw refusalOf(undefined, parts);
      const form = new Form(ctx, parts);
      try {
        for await (const part of request.parts({ limits: boundsOf(parts) })) await form.take(part);
      } catch (error) {
        await form.close();
        throw refusalOf(error, parts);
      } finally {
        request.raw.unpipe();
        request.raw.resume(); // what we do not want to read must not stand in the way of the next request
      }
      request.body = form.fields;
      request.uploads = form.uploads;
      request.bodyText = form.fingerprint;
    },
    async onSend({ uploads }: FastifyRequest, _reply: unknown, payload: unknown) {
      for (const upload of uploads ?? []) await upload.close();
      return payload;
    },
  };
}

/** A boundary has at most 70 characters (RFC 2046); looking for a longer one can take as many steps for each byte. */
const LONGEST_TYPE = 200;
const PART_HEADER_BYTES = 4 * 1024;

/** Five thousand characters of any script, and room to say that there were more. */
const FIELD_BYTES = 64 * 1024;

function boundsOf({ most, maxBytes }: MultipartFiles) {
  const fields = 10;
  const head = { headerPairs: 20, headerSize: PART_HEADER_BYTES };
  return { fieldSize: FIELD_BYTES, fields, files: most, fileSize: maxBytes + 1, parts: most + fields, ...head };
}

/** A multipart body as far as it has come. */
class Form {
  readonly fields: Record<string, unknown> = {};
  readonly uploads: StoredUpload[] = [];
  readonly #said: string[][] = [];
  readonly #ctx: Context;
  readonly #parts: MultipartFiles;

  constructor(ctx: Context, parts: MultipartFiles) {
    this.#ctx = ctx;
    this.#parts = parts;
  }

  /** The same for the same parts in the same order, whatever stands between them. */
  get fingerprint(): string {
    return JSON.stringify(this.#said);
  }

  async take(part: Multipart): Promise<void> {
    if (part.type === 'field') this.#takeField(part);
    else await this.#takeFile(part);
  }

  async close(): Promise<void> {
    for (const upload of this.uploads) await upload.close();
  }

  #takeField({ fieldname, value, valueTruncated }: MultipartValue): void {
    if (fieldname === this.#parts.name) throw fieldRefusal(fieldname, localized.uploads.notAFile);
    const sayable = /^\w{1,40}$/.test(fieldname ?? '') ? fieldname : '';
    if (fieldname === undefined || Object.hasOwn(this.fields, fieldname))
      throw fieldRefusal(sayable, localized.uploads.repeatedField);
    if (valueTruncated) throw fieldRefusal(sayable, localized.uploads.fieldTooLong);
    this.fields[fieldname] = value;
    this.#said.push([fieldname, 'text', JSON.stringify(value)]);
  }

  async #takeFile({ fieldname, filename, file }: MultipartFile): Promise<void> {
    const { name, maxBytes } = this.#parts;
    if (fieldname !== name) throw fieldRefusal(name, localized.uploads.notAFile);
    const upload = await storeUpload(this.#ctx, file, maxBytes);
    this.uploads.push(upload);
    if (upload.size > maxBytes) throw fieldRefusal(name, localized.uploads.fileTooLarge);
    // A browser's form sends a file without name and content where none was chosen.
    if (!filename && upload.size === 0) await this.uploads.pop()?.close();
    else this.#said.push([name, 'file', upload.hash]);
  }
}

/** What the parser throws says that the body cannot be read; what the disk throws is an outage. */
function refusalOf(error: unknown, { name }: MultipartFiles): unknown {
  if (error instanceof Refusal || error instanceof Unavailable) return error;
  if (error instanceof TypeError || error instanceof RangeError) return error; // ours, not the body's
  const code = errorCode(error);
  if (code === 'FST_FILES_LIMIT') return fieldRefusal(name, localized.uploads.tooManyFiles);
  if (/^E[A-Z]+$/.test(code)) return new Unavailable('An upload could not be kept.', 10, error);
  return new Refusal('VALIDATION_ERROR', localized.uploads.unreadableParts, {
    reason: 'malformed_request',
    fields: [name],
  });
}
