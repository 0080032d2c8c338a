import { parentPort, workerData } from "node:worker_threads";
import { Problem, type FieldError } from "#kernel/errors.ts";

type Refused = {
  kind: string;
  code: string;
  text: string;
  status: number;
  errors: readonly FieldError[];
  extra: Record<string, unknown>;
};
/** What a reading thread says. */
export type FromReader<T> = { piece: T } | { refused: Refused } | { end: true };

/** So many pieces are ahead of who takes them. */
const ahead = 2;

/**
 * The work of a reading thread (`readApart`): sends what `read` makes of the question, piece by
 * piece and no faster than they are taken. Problems go to whoever asked; other errors end the
 * thread.
 */
export const answerPieces = async <Question, Piece>(
  read: (question: Question) => AsyncIterable<Piece> | Iterable<Piece>,
): Promise<void> => {
  const port = parentPort!;
  const say = (message: FromReader<Piece>) => port.postMessage(message);
  let credit = ahead;
  let wake = () => {};
  port.on("message", () => {
    credit++;
    wake();
  });
  try {
    for await (const piece of read(workerData as Question)) {
      while (credit === 0) await new Promise<void>((resolve) => (wake = resolve));
      credit--;
      say({ piece });
    }
    say({ end: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { kind, code, message: text, status, errors, extra } = error;
    say({ refused: { kind, code, text, status, errors, extra } });
  }
  port.close();
};
