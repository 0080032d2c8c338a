import { createHash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { instantAt } from "#kernel/time.ts";
import { membersNamed, readOrganization } from "#areas/organization/organization.server.ts";
import { privatePersons } from "#areas/vendors/vendors.server.ts";
import { allFacts } from "#server/area.ts";
import { databaseNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { measuresOfPeople, seenAlike } from "#server/facts/figures.ts";
import {
  actionsAsked,
  asSystem,
  requireSeen,
  transition,
  type TakenStep,
} from "#server/lifecycle.ts";
import { keptRun, publication } from "../reporting.tables.ts";
import { keptResult } from "../run/run.model.ts";
import { hiddenIn, opened, type HiddenBefore } from "./closing.model.ts";
import { publicationNoun } from "./publication.noun.ts";
import {
  publicContent,
  type PublicationInput,
  type PublicationRecord,
  type PublicContent,
} from "./publication.model.ts";

type Earlier = { versionNo: number; status: string; content: string };

const earlierOf = (db: Db, slug: string) =>
  db.rows<Earlier>(sql`
    select version_no, status, content
    from publication
    where org_id = ${db.scope.orgId} and slug = ${slug}
    order by version_no
  `);

// What any version hid that was ever read stays hidden in all later ones.
const hiddenBefore = (earlier: readonly Earlier[]): HiddenBefore => {
  const all = new Map<string, Set<string>>();
  for (const { status, content } of earlier) {
    if (status === "proposed" || status === "declined") continue;
    const { measures, rows } = publicContent.parse(JSON.parse(content));
    for (const [measure, keys] of hiddenIn(measures, rows))
      all.set(measure, new Set([...(all.get(measure) ?? []), ...keys]));
  }
  return all;
};

type Run = typeof keptRun.$inferSelect;

/** What everybody would read of a run: private persons replaced, few people hidden. */
const contentOf = async (
  db: Db,
  run: Run,
  input: PublicationInput,
  earlier: readonly Earlier[],
): Promise<PublicContent> => {
  const { answer, moment } = keptResult.parse(JSON.parse(run.result));
  const [{ name: agency }, persons] = await Promise.all([
    readOrganization(db),
    privatePersons(
      db,
      answer.by.flatMap((each, at) =>
        each.id === "vendor" ? answer.rows.flatMap((row) => row.keys[at] ?? []) : [],
      ),
    ),
  ]);
  const { title, says, correction } = input;
  const { by, measures, period, from, until, posted, known } = answer;
  return {
    title,
    says,
    versionNo: (earlier.at(-1)?.versionNo ?? 0) + 1,
    correction,
    agency,
    moment,
    period,
    from,
    until,
    ...(posted && { posted }),
    ...(known && { known }),
    by,
    measures,
    ...opened(
      answer,
      measuresOfPeople(allFacts()),
      new Map([["vendor", persons]]),
      hiddenBefore(earlier),
    ),
    run: { number: run.number, sha256: run.sha256 },
  };
};

/**
 * Asks to publish a kept run, or a correction of what is published under the same address. Nothing is
 * read by anybody before a second person publishes it. @throws 404 for a run that the actor does not
 * see, 409 for one whose figures are not the same for all who may read them or where the address waits
 * already, 422 for a correction that does not say what it corrects.
 */
export const askToPublish = async (tx: Tx, actor: Actor, input: PublicationInput) => {
  await requireSeen(tx, actor, "keptRun", input.runId);
  const run = await getRow(tx, keptRun, input.runId, "kept run");
  if (!seenAlike(allFacts(), run.question.measures))
    throw conflict(
      "not_for_all",
      "A list behind this run shows each person other rows, so its figures are not the agency's. Publish another one.",
    );
  const people = measuresOfPeople(allFacts());
  if (run.question.beside && run.question.measures.some((id) => people.has(id)))
    throw conflict(
      "betrays_people",
      "What stands beside counts of people would betray those that are hidden. Keep a run without it, and publish that.",
    );
  const earlier = await earlierOf(tx, input.slug);
  if (earlier.some(({ status }) => status === "proposed"))
    throw conflict(
      "waits_already",
      "A version of this address waits for a second person. Decide that one first.",
    );
  const read = earlier.some(({ status }) => status !== "declined");
  if (read && !input.correction)
    throw invalidField("correction", "This address was published before: say what is corrected.");
  const content = await contentOf(tx, run, input, earlier);
  const text = JSON.stringify(content satisfies PublicContent);
  return create(tx, actor, publicationNoun, {
    number: { kind: "PUB" },
    from: [{ type: "keptRun", id: run.id }],
    row: {
      orgId: actor.orgId!,
      id: newId(),
      status: publicationNoun.cycle.initial,
      slug: input.slug,
      versionNo: content.versionNo,
      runId: run.id,
      title: input.title,
      says: input.says,
      correction: input.correction,
      content: text,
      sha256: createHash("sha256").update(text).digest("hex"),
      askedBy: actor.personId!,
    },
  });
};

const requireSeesRun = async (tx: Tx, actor: Actor, id: string) => {
  const row = await getRow(tx, publication, id, "publication");
  const { permissions } = await getRow(tx, keptRun, row.runId, "kept run");
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
  const row = await getRow(db, publication, id, "publication");
  const people = await membersNamed(db, {
    ids: [row.askedBy, row.decidedBy].filter((each) => each !== null),
  });
  const nameOf = (who: string | null) => people.find((each) => each.id === who)?.name ?? null;
  return {
    ...row,
    content: publicContent.parse(JSON.parse(row.content)),
    text: row.content,
    asker: nameOf(row.askedBy),
    decider: nameOf(row.decidedBy),
    actions: await actionsAsked(db, actor, publicationNoun, row),
  };
};
