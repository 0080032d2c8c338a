/** A file that the server holds. `size` in bytes, `sha256` in hex. */
export type StoredFile = { id: string; name: string; size: number; sha256: string };

/** The record that a file is uploaded for: it may then have 300 MB, else 25 MB. */
export type UploadFor = { objectType: string; objectId: string };
