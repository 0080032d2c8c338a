import { z } from "zod";
import { newId } from "#kernel/ids.ts";
import { defineJob, enqueue } from "../../jobs/jobs.ts";
import { defineLetter } from "../../mail/letter-kinds.ts";
import { queueMail } from "../../mail/mail.ts";
import { greetMailServer } from "../../mail/send-mail.ts";
import { sql } from "../../db/sql.ts";
import type { Probe, ProbeAnswer } from "../checking.ts";

/** Work that does nothing: it shows that the queue takes work and gives it to a worker. */
export const probeJob = defineJob({
  kind: "operation.probe",
  payload: z.object({ token: z.uuid() }),
  run: async ({ payload }) => ({ result: payload }),
});

const jobLimitMs = 20_000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export const jobsProbe: Probe = {
  name: "jobs",
  label: "Long work",
  what: "Puts a piece of work into the queue and waits until a worker has done it.",
  run: async ({ app: { database }, actor }): Promise<ProbeAnswer> => {
    const scope = { orgId: actor.orgId, personId: null };
    const began = performance.now();
    const id = await database.transaction(scope, (tx) =>
      // Of nobody: it shows in no tray.
      enqueue(tx, { ...actor, personId: null }, probeJob, { token: newId() }, "System test"),
    );
    while (performance.now() - began < jobLimitMs) {
      const { state } = await database
        .read(scope)
        .one<{ state: string }>(
          sql`select state from job where org_id = ${actor.orgId} and id = ${id}`,
        );
      if (state === "done")
        return {
          outcome: "green",
          said: `It went through the short lane in ${Math.round(performance.now() - began)} ms.`,
        };
      if (state === "failed") break;
      await pause(100);
    }
    return {
      outcome: "red",
      said: `It was not done within ${jobLimitMs / 1000} seconds.`,
      todo: "Restart the instances one after the other; work that waits goes on by itself. If nothing helps, look for “jobs:” in the log.",
    };
  },
};

const testLetter = defineLetter({
  kind: "test_system",
  why: "You get this letter because {agency} tests its letters; it is never sent.",
  write: () => ({
    subject: "System test",
    paragraphs: ["This letter is written and taken back. Nobody gets it."],
  }),
  sample: {},
});

class Undone extends Error {}

export const letterProbe: Probe = {
  name: "letter",
  label: "Letters",
  what: "Writes a letter into the queue and takes it back; greets the mail server and signs in, without a letter.",
  run: async ({ app: { database, config }, actor }): Promise<ProbeAnswer> => {
    await database
      .transaction({ orgId: actor.orgId, personId: null }, async (tx) => {
        await queueMail(tx, { ...testLetter({}), orgId: actor.orgId, to: "nobody@levee.test" });
        throw new Undone();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error;
      });
    if (config.LEVEE_SMTP_URL) {
      await greetMailServer(config.LEVEE_SMTP_URL);
      return { outcome: "green", said: "The queue took a letter; the mail server let us in." };
    }
    return config.demo
      ? {
          outcome: "green",
          said: "The queue took a letter. This is a demo: letters go to the inbox in the app.",
        }
      : {
          outcome: "red",
          said: "The queue took a letter, and no mail server is set: letters wait.",
          todo: "Set LEVEE_SMTP_URL and restart. What waits goes out by itself.",
        };
  },
};
