import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * Creates a logger that writes JSON lines. It removes the fields that contain secrets or email addresses, in case they are logged by
 * mistake: fields with the names in SECRET_FIELDS, in a logged object and up to two levels deeper.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null, // no process id and host name in each line
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_PATHS, remove: true },
  };
  return destination ? pino(options, destination) : pino(options);
}

const SECRET_FIELDS = [
  'pin',
  'code',
  'token',
  'email',
  'password',
  'authorization',
  'cookie',
  'set-cookie',
  'device-id',
  'linking_code',
  // an error of PostgreSQL quotes values of the row in them
  'detail',
  'where',
];
const SECRET_PATHS = SECRET_FIELDS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);
