const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** SHA-256 of bytes, in hex. */
export const bytesHash = async (bytes: BufferSource): Promise<string> =>
  hex(await crypto.subtle.digest("SHA-256", bytes));

/** SHA-256 of a text (UTF-8), in hex. */
export const textHash = (text: string): Promise<string> =>
  bytesHash(new TextEncoder().encode(text));
