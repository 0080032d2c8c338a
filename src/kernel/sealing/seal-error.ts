/** Why an envelope cannot be opened; `fault` says on whose side, as far as it can be told. */
export class SealError extends Error {
  readonly code: "ciphertext" | "server_part" | "share" | "decrypt" | "commitment" | "content";
  constructor(code: SealError["code"], message: string) {
    super(message);
    this.name = "SealError";
    this.code = code;
  }
}
