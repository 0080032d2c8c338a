import { Worker } from "node:worker_threads";

type Running<M> = {
  /** So long it may take, in seconds; then what it said last counts. */
  seconds: number;
  /** True for the message that is the answer. */
  ends: (message: M) => boolean;
  /** What counts if the thread does not answer in time, of what it said last; null for nothing. */
  late: (last: M | null) => M | null;
  /** Ends the thread before its answer. */
  signal?: AbortSignal;
  /** Hears everything that it says. */
  heard?: (message: M) => void;
};

/**
 * Runs a question in a thread of its own, for a solve blocks its thread. The thread is ended with its
 * answer, or when its time is over. Throws what the thread throws.
 */
export const runInThread = <M>(
  file: URL,
  question: unknown,
  { seconds, ends, late, signal, heard }: Running<M>,
): Promise<M> =>
  new Promise<M>((resolve, reject) => {
    const worker = new Worker(file, { workerData: question });
    let last: M | null = null;
    const timer = setTimeout(() => {
      const answer = late(last);
      if (answer === null) reject(new Error("The solver did not answer in time."));
      else resolve(answer);
      void worker.terminate();
    }, seconds * 1000);
    const done = (work: () => void) => {
      clearTimeout(timer);
      work();
      void worker.terminate();
    };
    signal?.addEventListener("abort", () => done(() => reject(signal.reason as Error)));
    worker.on("message", (message: M) => {
      last = message;
      heard?.(message);
      if (ends(message)) done(() => resolve(message));
    });
    worker.on("error", (error) => done(() => reject(error)));
    worker.on("exit", (code) => done(() => reject(new Error(`The solver ended early (${code}).`))));
  });
