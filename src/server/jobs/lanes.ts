import type { PgBoss } from "pg-boss";
import { whileItTells } from "./leash.ts";

/**
 * Kinds of long work that do not wait for each other: each has a queue and workers of its own.
 * `short` is done in seconds and somebody waits for it; the heavy ones take minutes.
 */
export const lanes = {
  short: { queue: "levee-work", workers: 2, ofOneAgency: null },
  papers: { queue: "levee-papers", workers: 1, ofOneAgency: null },
  imports: { queue: "levee-imports", workers: 2, ofOneAgency: 1 },
  long: { queue: "levee-long", workers: 2, ofOneAgency: 1 },
} as const;
export type Lane = keyof typeof lanes;

/** What lies in a queue: whose job, and the trace of the request that asked for it, where one was kept. */
export type Work = { orgId: string; jobId: string; askedBy?: string | undefined };

// The most that the queue allows: what is silent is let go sooner, by whoever runs it.
const queued = {
  retryLimit: 5,
  retryDelay: 1,
  heartbeatSeconds: 10,
  expireInSeconds: 24 * 60 * 60,
};

/** Makes the queues of all lanes; a job whose instance dies is taken up by another one. */
export const makeLanes = async (boss: PgBoss): Promise<void> => {
  for (const { queue } of Object.values(lanes)) {
    await boss.createQueue(queue, queued as never);
    // One that an older version made keeps what it was made with.
    await boss.updateQueue(queue, queued as never);
  }
};

/** How a job of an agency is put into a lane: in heavy ones it waits for its agency's others. */
export const placeIn = (lane: Lane, orgId: string) =>
  lanes[lane].ofOneAgency === null ? {} : { group: { id: orgId } };

/**
 * Starts the workers of every lane. Of one agency one import and one other long work run at a time,
 * over all instances: two heavy jobs. Work that says nothing of itself for `quietMs` is taken up
 * again. Gives a function that has a lane look for work at once.
 */
export const workLanes = async (
  boss: PgBoss,
  run: (work: Work, beat: () => void, lane: Lane) => Promise<void>,
  quietMs: number,
): Promise<(lane: Lane) => void> => {
  const workers = new Map<Lane, string[]>();
  const lookIn = (lane: Lane) => {
    for (const worker of workers.get(lane) ?? []) boss.notifyWorker(worker);
  };
  for (const [name, { queue, workers: count, ofOneAgency }] of Object.entries(lanes)) {
    const lane = name as Lane;
    workers.set(lane, []);
    for (let n = 0; n < count; n++)
      workers.get(lane)!.push(
        await boss.work(
          queue,
          {
            pollingIntervalSeconds: 2,
            batchSize: 1,
            ...(ofOneAgency !== null && { groupConcurrency: ofOneAgency }),
          },
          async (jobs: { data: Work }[]) => {
            for (const { data } of jobs)
              await whileItTells(quietMs, (beat) => run(data, beat, lane)).finally(() =>
                lookIn(lane),
              );
          },
        ),
      );
  }
  return lookIn;
};
