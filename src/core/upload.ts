/** A completely received file. The file name and the media type that the client claims are not stored. */
export interface Upload {
  readonly size: number;
  /** Reads the bytes from the disk on each call; available only until the response is sent. */
  read(): Promise<Buffer>;
}
