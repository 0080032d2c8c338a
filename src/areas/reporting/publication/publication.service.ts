import { createHash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { instantAt } from "#kernel/time.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { allFacts } from "#server/area.ts";
import { databaseNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { measuresOfPeople, seenAlike } from "#server/facts/figures.ts";
import {
  actionsAsked,
  asSystem,
  requireSeen,
  transition,
  type TakenStep,
} from "#server/lifecycle.ts";
import { keptRun, publication, publicationRun } from "../reporting.tables.ts";
import { contentOf, earlierOf, runsOf, type Run } from "./content.service.ts";
import { publicationNoun } from "./publication.noun.ts";
import {
  contentIn,
  hashedOf,
  type PublicationInput,
  type PublicationRecord,
} from "./publication.model.ts";

/** A kept run whose figures may go out. */
const runForAll = async (tx: Tx, actor: Actor, id: string): Promise<Run> => {
  await requireSeen(tx, actor, "keptRun", id);
  const run = await getRow(tx, keptRun, id, "kept run");
  if (!seenAlike(allFacts(), run.question.measures))
    throw conflict(
      "not_for_all",
      `A list behind ${run.number} shows each person other rows, so its figures are not the agency's. Publish another one.`,
    );
  const people = measuresOfPeople(allFacts());
  if (run.question.beside && run.question.measures.some((each) => people.has(each)))
    throw conflict(
      "betrays_people",
      `What stands beside counts of people in ${run.number} would betray those that are hidden. Keep a run without it, and publish that.`,
    );
  return run;
};

/**
 * Asks to publish kept runs as one in their order, or a correction of what is published under the same address. Nothing is
 * read by anybody before a second person publishes it. @throws 404 for a run that the actor does not
 * see, 409 for one whose figures are not the same for all who may read them or where the address waits
 * already, 422 for a correction that does not say what it corrects.
 */
export const askToPublish = async (tx: Tx, actor: Actor, input: PublicationInput) => {
  const runs: Run[] = [];
  for (const id of input.runIds) runs.push(await runForAll(tx, actor, id));
  const earlier = await earlierOf(tx, input.slug);
  if (earlier.some(({ status }) => status === "proposed"))
    throw conflict(
      "waits_already",
      "A version of this address waits for a second person. Decide that one first.",
    );
  const read = earlier.some(({ status }) => status !== "declined");
  if (read && !input.correction)
    throw invalidField("correction", "This address was published before: say what is corrected.");
  const content = await contentOf(tx, runs, input, earlier.at(-1)?.versionNo ?? 0);
  const text = JSON.stringify(hashedOf(content));
  const id = newId();
  return create(tx, actor, publicationNoun, {
    number: { kind: "PUB" },
    // Until it is published its figures are for those who may read them: the ledger keeps the hash.
    untold: ["content"],
    from: runs.map((run) => ({ type: "keptRun", id: run.id })),
    row: {
      orgId: actor.orgId!,
      id,
      status: publicationNoun.cycle.initial,
      slug: input.slug,
      versionNo: content.versionNo,
      title: input.title,
      says: input.says,
      correction: input.correction,
      content: text,
      sha256: createHash("sha256").update(text).digest("hex"),
      askedBy: actor.personId!,
    },
    store: async () => {
      await insertRows(
        tx,
        publicationRun,
        runs.map((run, n) => ({
          orgId: actor.orgId!,
          publicationId: id,
          place: n + 1,
          runId: run.id,
        })),
      );
    },
  });
};

const requireSeesRun = async (tx: Tx, actor: Actor, id: string) => {
  const row = await getRow(tx, publication, id, "publication");
  const runs = await runsOf(tx, id);
  const permissions = runs.flatMap((run) => run.permissions);
  const lacks = permissions.filter((each) => !actor.permissions.has(each as never));
  if (lacks.length)
    throw notAllowed(
      "You may not read the figures behind this report, so somebody else decides.",
      "figures_withheld",
    );
  return row;
};

/**
 * Publishes what somebody else asked for; a version that was published until now is corrected by it
 * and stays readable. @throws 403 for whoever asked, or may not read the figures behind it.
 */
export const publishReport = async (tx: Tx, actor: Actor, step: TakenStep) => {
  const row = await requireSeesRun(tx, actor, step.id);
  return transition(tx, actor, publicationNoun, {
    ...step,
    action: "publish",
    effect: async () => {
      const before = await tx.maybe<{ id: string }>(sql`
        select id
        from publication
        where org_id = ${actor.orgId} and slug = ${row.slug} and status = 'published'
      `);
      if (before)
        await transition(tx, asSystem(actor), publicationNoun, {
          id: before.id,
          action: "supersede",
          version: null,
        });
      return {
        patch: { decidedBy: actor.personId, publishedAt: instantAt(await databaseNow(tx)) },
      };
    },
  });
};

/** Declines what somebody asked to publish. */
export const declineReport = (tx: Tx, actor: Actor, step: TakenStep) =>
  transition(tx, actor, publicationNoun, { ...step, action: "decline" });

/** A publication with the text that was hashed. */
export const readPublication = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<PublicationRecord> => {
  await requireSeen(db, actor, "publication", id);
  const row = await getRow(db, publication, id, "publication");
  const people = await membersNamed(db, {
    ids: [row.askedBy, row.decidedBy].filter((each) => each !== null),
  });
  const nameOf = (who: string | null) => people.find((each) => each.id === who)?.name ?? null;
  return {
    ...row,
    content: contentIn(row.content),
    runIds: (await runsOf(db, id)).map((run) => run.id),
    text: row.content,
    asker: nameOf(row.askedBy),
    decider: nameOf(row.decidedBy),
    actions: await actionsAsked(db, actor, publicationNoun, row),
  };
};
