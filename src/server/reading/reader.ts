import { totalmem } from "node:os";
import { Worker } from "node:worker_threads";
import { Problem, type ProblemKind } from "#kernel/errors.ts";
import type { FromReader } from "./thread.ts";

export type Reading = {
  /** The field that the file stands in, for the refusal. */
  path: string;
  /** Memory of the thread's own values, in megabytes. */
  megabytes?: number;
  /** So long, in seconds, whoever asks waits for answers, all in all. */
  seconds?: number;
  /** Asked twice a second while nothing comes; where it throws, the reading ends with that. */
  beat?: () => Promise<unknown>;
};

const memory = Math.min(process.constrainedMemory() || Infinity, totalmem());
/**
 * So many files are read at once, two to four by the machine's memory; who comes later waits for as
 * long as its own reading may take.
 */
export const mostReadings = Math.max(2, Math.min(4, Math.floor(memory / 2 ** 31)));
let reading = 0;
const waiting: (() => void)[] = [];

const busy = () =>
  new Problem("upstream", "reading_busy", "Many files are being read. Try again in a minute.", {
    status: 503,
    extra: { retryAfter: 30 },
  });

const enter = async (seconds: number): Promise<void> => {
  if (reading < mostReadings) return void reading++;
  await new Promise<void>((resolve, reject) => {
    const turn = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(turn), 1);
      reject(busy());
    }, seconds * 1000);
    waiting.push(turn);
  });
};
/** Whoever waits longest takes the place over. */
const leave = () => {
  const next = waiting.shift();
  if (next) next();
  else reading--;
};

const refuse = (path: string, message: string) =>
  new Problem("invalid", "unreadable_file", message, { errors: [{ path, message }] });

const tooMuch = "Reading this file takes more memory than a file may. Divide it and try again.";
/** What an error of the thread means; null for one that is a fault of the program. */
const meaningOf = (error: Error & { code?: string }, path: string): Problem | null => {
  if (error.code === "ERR_WORKER_OUT_OF_MEMORY") return refuse(path, tooMuch);
  if (error.name !== "RangeError") return null;
  return /call stack/.test(error.message)
    ? refuse(path, "This file is nested too deeply to be read.")
    : /Invalid (string|array|typed array)|allocation failed|larger than/i.test(error.message)
      ? refuse(path, tooMuch)
      : null;
};

type Heard<T> = FromReader<T> | { failed: Error };

/** What a thread says, in order, for one who takes it piece by piece. */
const listenTo = <T>(worker: Worker) => {
  const heard: Heard<T>[] = [];
  let wake = () => {};
  const hear = (message: Heard<T>) => {
    heard.push(message);
    wake();
  };
  worker.on("message", hear);
  worker.on("messageerror", (failed) => hear({ failed }));
  worker.on("error", (failed: Error) => hear({ failed }));
  worker.on("exit", (code) => hear({ failed: new Error(`the reader ended early (${code})`) }));
  return {
    next: () => heard.shift(),
    /** Resolves when there is something to take, or after so many milliseconds. */
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
};

const beatMs = 500;

/**
 * Reads an upload in a thread of its own, with limits of memory and time, and gives what
 * `answerPieces` of that thread gives. The thread ends with the reading, also where whoever asked
 * goes away. 422 `unreadable_file` beyond a limit; the thread's own problems come as they are.
 */
export async function* readApart<Question, Piece>(
  thread: URL,
  question: Question,
  { path, megabytes = 256, seconds = 60, beat }: Reading,
): AsyncGenerator<Piece> {
  await enter(seconds);
  let worker: Worker | undefined;
  try {
    worker = new Worker(thread, {
      workerData: question,
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 },
    });
    const from = listenTo<Piece>(worker);
    for (let left = seconds * 1000; ;) {
      const message = from.next();
      if (message === undefined) {
        if (left <= 0)
          throw refuse(path, `Reading this file takes longer than ${seconds} s. Divide it.`);
        const began = performance.now();
        await from.wait(Math.min(beatMs, left));
        left -= performance.now() - began;
        await beat?.();
      } else if ("piece" in message) {
        worker.postMessage("more");
        yield message.piece;
      } else if ("refused" in message) {
        const { kind, code, text, status, errors, extra } = message.refused;
        throw new Problem(kind as ProblemKind, code, text, { status, errors, extra });
      } else if ("failed" in message) throw meaningOf(message.failed, path) ?? message.failed;
      else return;
    }
  } finally {
    await worker?.terminate();
    leave();
  }
}

/** The one answer of a reading. */
export const readWhole = async <Question, Answer>(
  thread: URL,
  question: Question,
  limits: Reading,
): Promise<Answer> => {
  for await (const answer of readApart<Question, Answer>(thread, question, limits)) return answer;
  throw new Error("the reader gave nothing");
};
