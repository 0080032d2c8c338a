import { Problem } from "#kernel/errors.ts";

/** The storage of files does not answer: 503 `files_away`. What needs it waits and goes on. */
export class FilesAway extends Problem {
  /** What was heard of it, for whoever runs the server. */
  readonly said: string;

  constructor(said: string, options?: { cause?: unknown }) {
    super(
      "upstream",
      "files_away",
      "The storage of files does not answer at the moment. Nothing was lost, and nothing was saved of what you sent. Try again in a moment.",
      { status: 503, extra: { retryAfter: 10 } },
    );
    this.name = "FilesAway";
    this.said = said;
    if (options?.cause !== undefined) this.cause = options.cause;
  }
}
