import { workerData } from 'node:worker_threads';
import { openFile } from './sqlite-connection.ts';

// The worker thread that rebuilds the database file. `vacuum` writes every page anew, without the remains of deleted rows, and the
// checkpoint copies the pages from the write-ahead log into the file and empties the log.

const database = openFile(workerData, 'PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL');
database.exec('vacuum');
const { busy } = database.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number };
database.close();
if (busy !== 0) throw new Error('The write-ahead log could not be emptied, because the database was in use.');
