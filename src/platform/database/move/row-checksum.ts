import { hash } from 'node:crypto';
import type { MovedTable } from './moved-tables.ts';

export type Row = Readonly<Record<string, string | number | null>>;

const MODULUS = 2n ** 128n;

/**
 * A checksum of rows that does not depend on their order, because databases sort text differently: the sum of the first 128 bits
 * of the SHA-256 hashes of all rows. Values are hashed as JSON, in which each number and text has only one form.
 */
export class RowChecksum {
  count = 0;
  #sum = 0n;

  add({ columns }: MovedTable, row: Row): void {
    const text = JSON.stringify(columns.map((column) => row[column]));
    this.count += 1;
    this.#sum = (this.#sum + BigInt(`0x${hash('sha256', text).slice(0, 32)}`)) % MODULUS;
  }

  toString(): string {
    return this.#sum.toString(16).padStart(32, '0');
  }
}
