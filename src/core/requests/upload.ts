/** A file that has been received completely. The file name and the media type that the client stated are not stored. */
export interface Upload {
  /** In bytes. */
  readonly size: number;
  /** The IP address of the client that sent the file. */
  readonly address: string;
  /** Reads the bytes from the disk. Works until the response has been sent or the client has disconnected. */
  read(): Promise<Buffer>;
}
