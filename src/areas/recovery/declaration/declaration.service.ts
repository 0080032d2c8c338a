import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { keepDeadlines, type DeadlineRecordOf } from "#areas/workflow/workflow.server.ts";
import { change, note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { plusDays, plusMonths } from "../law/clocks.model.ts";
import { federalYearOf } from "../law/thresholds.data.ts";
import { declarationNoun } from "../recovery.nouns.ts";
import { paAmendment, paArea, paDeclaration, paPaper, paShare } from "../recovery.tables.ts";
import { changesOf, papersOf } from "./changes.model.ts";
import type { DeclarationAction } from "./declaration.labels.ts";
import type { AmendmentInput, DeclarationInput } from "./declaration.model.ts";
import { thresholdOf } from "./threshold.service.ts";

type Record_ = typeof paDeclaration.$inferSelect;
type Paper = typeof paPaper.$inferSelect;

const daysOf = (d: Pick<Record_, "id" | "number" | "ownerId">, papers: readonly Paper[]) =>
  ({
    id: d.id,
    number: d.number,
    link: `/fema-grants-hub/declarations/${d.id}`,
    deadlines: papers.flatMap((p) =>
      p.dueOn && !p.doneOn
        ? [
            {
              key: p.key,
              title: `${d.number}: ${p.title}`,
              dueOn: p.dueOn,
              follows: "From the days of the declaration.",
              citation: p.citation,
              ownerId: d.ownerId,
              notices: [14, 3, 0],
              byHand: false,
            },
          ]
        : [],
    ),
  }) satisfies DeadlineRecordOf;

const papersIn = (db: Db, declarationId: string): Promise<Paper[]> =>
  db.rows<Paper>(sql`
    select *
    from pa_paper
    where org_id = ${db.scope.orgId} and declaration_id = ${declarationId}
    order by place
  `);

const keep = async (tx: Tx, actor: Actor, d: Record_): Promise<void> =>
  keepDeadlines(
    tx,
    actor,
    "paDeclaration",
    d.status === "closed"
      ? { ...daysOf(d, []), deadlines: [] }
      : daysOf(d, await papersIn(tx, d.id)),
  );

/** The days of all open declarations. */
export const allDeclarationDays = async (db: Db): Promise<DeadlineRecordOf[]> => {
  const open = await db.rows<Record_>(sql`
    select *
    from pa_declaration
    where org_id = ${db.scope.orgId} and status <> 'closed'
    order by id
    limit 1000
  `);
  return Promise.all(open.map(async (d) => daysOf(d, await papersIn(db, d.id))));
};

// The same number in another state is a conflict that is shown; nothing is written over.
const checkNumber = async (tx: Tx, number: string): Promise<void> => {
  const known = await tx.maybe<{ number: string }>(sql`
    select number
    from pa_declaration
    where org_id = ${tx.scope.orgId} and left(number, 7) = ${number.slice(0, 7)}
    limit 1
  `);
  if (known)
    throw conflict(
      "known",
      known.number === number
        ? `${number} is on file already. Amend it there.`
        : `${known.number} is on file under this number in another state. Check which of the two is yours.`,
    );
};

const checkDays = (input: DeclarationInput): void => {
  if (input.periodTo && input.periodTo < input.periodFrom)
    throw invalidField("periodTo", "The incident ends before it begins.");
  if (input.declaredOn < input.periodFrom)
    throw invalidField("declaredOn", "A disaster is declared after it began.");
};

const storeParts = (tx: Tx, id: string, input: Pick<DeclarationInput, "areas" | "shares">) => {
  const of = { orgId: tx.scope.orgId!, declarationId: id };
  return Promise.all([
    insertRows(
      tx,
      paArea,
      input.areas.map((a) => ({ ...of, ...a, id: newId() })),
    ),
    input.shares.length
      ? insertRows(
          tx,
          paShare,
          input.shares.map((s) => ({ ...of, ...s, toDay: s.toDay ?? null, id: newId() })),
        )
      : null,
  ]);
};

/**
 * Enters a federal declaration of an incident. Thresholds freeze by the federal fiscal year of its day;
 * they stay empty while the notice of that year is not loaded. Its papers begin with their clocks.
 */
export const declare = async (
  tx: Tx,
  actor: Actor,
  { areas, shares, ...input }: DeclarationInput,
): Promise<Record_> => {
  checkDays({ ...input, areas, shares });
  await checkNumber(tx, input.number);
  const fiscalYear = federalYearOf(input.declaredOn);
  const threshold = await thresholdOf(tx, fiscalYear);
  const row = await insertRow(tx, paDeclaration, {
    ...input,
    orgId: actor.orgId!,
    id: newId(),
    state: input.number.slice(-2),
    fiscalYear,
    minimumCents: threshold?.minimumCents ?? null,
    largeCents: threshold?.largeCents ?? null,
    thresholdSource: threshold
      ? `${threshold.source}${threshold.verified ? "" : " (not verified)"}`
      : null,
    ownerId: actor.personId,
  });
  await storeParts(tx, row.id, { areas, shares });
  const designatedOn = areas.map((a) => a.designatedOn).toSorted()[0]!;
  await insertRows(
    tx,
    paPaper,
    papersOf({ declaredOn: row.declaredOn, designatedOn, plusDays, plusMonths }).map(
      (paper, place) => ({
        ...paper,
        orgId: row.orgId,
        id: newId(),
        declarationId: row.id,
        place,
      }),
    ),
  );
  note(tx, actor, "paDeclaration", row, { action: "create", after: { ...row, areas, shares } });
  await keep(tx, actor, row);
  return row;
};

const areasOf = (db: Db, id: string) =>
  db.rows<typeof paArea.$inferSelect>(sql`
    select *
    from pa_area
    where org_id = ${db.scope.orgId} and declaration_id = ${id}
    order by county
  `);

/** What an amendment would change, in sentences; nothing is written. 404. */
export const previewAmendment = async (
  db: Db,
  id: string,
  input: AmendmentInput,
): Promise<string[]> => {
  const d = await getRow(db, paDeclaration, id, "declaration");
  return changesOf({ periodTo: d.periodTo, areas: await areasOf(db, id) }, input);
};

/** Takes an amendment: what it changes is kept with it. 422 where it changes nothing. */
export const amend = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: AmendmentInput,
  version: number | null,
): Promise<Record_> => {
  return change(tx, actor, declarationNoun, {
    id,
    version,
    action: "amend",
    unless: (d) => (d.status === "closed" ? `${d.number} is closed.` : null),
    effect: async (d) => {
      const known = await areasOf(tx, id);
      const changes = changesOf({ periodTo: d.periodTo, areas: known }, input);
      if (changes.length === 0)
        throw invalidField("source", "It changes nothing: all of this holds already.");
      if (input.periodTo && input.periodTo < d.periodFrom)
        throw invalidField("periodTo", "The incident ends before it begins.");
      for (const area of input.areas) {
        const before = known.find((a) => a.county === area.county);
        if (before)
          await updateRow(tx, paArea, before.id, {
            categories: [...new Set([...before.categories, ...area.categories])].toSorted(),
          });
      }
      await storeParts(tx, id, {
        areas: input.areas.filter((a) => !known.some((k) => k.county === a.county)),
        shares: input.shares,
      });
      const number = await tx.one<{ next: number }>(sql`
        select coalesce(max(amendment_no), 0)::int + 1 as next
        from pa_amendment
        where org_id = ${tx.scope.orgId} and declaration_id = ${id}
      `);
      await insertRow(tx, paAmendment, {
        orgId: d.orgId,
        id: newId(),
        declarationId: id,
        amendmentNo: number.next,
        amendedOn: input.amendedOn,
        source: input.source,
        changes,
        createdBy: actor.personId,
      });
      return { patch: { periodTo: input.periodTo ?? d.periodTo }, content: { changes } };
    },
  });
};

/** Writes down that a paper is done. The scoping meeting begins the 60 days of the damage list. */
export const finishPaper = async (
  tx: Tx,
  actor: Actor,
  id: string,
  said: { doneOn: string; note: string },
): Promise<Record_> => {
  const paper = await lockRow(tx, paPaper, id, "paper");
  if (paper.doneOn) throw conflict("rule", "This paper is done already.");
  if (said.doneOn > businessDate(tx.scope))
    throw invalidField("doneOn", "This day has not come yet.");
  const d = await getRow(tx, paDeclaration, paper.declarationId, "declaration");
  const after = await updateRow(tx, paPaper, id, {
    ...said,
    doneBy: actor.personId,
  });
  if (paper.key === "scoping")
    await tx.rows(sql`
      update pa_paper
      set due_on = ${plusDays(said.doneOn, 60)}, version = version + 1
      where org_id = ${tx.scope.orgId} and declaration_id = ${d.id} and key = 'damage'
    `);
  note(tx, actor, "paDeclaration", d, { action: "paper", before: paper, after });
  await keep(tx, actor, d);
  return d;
};

/** A step of a declaration: what the recipient decided, or that it is closed. */
export const moveDeclaration = async (
  tx: Tx,
  actor: Actor,
  action: DeclarationAction,
  step: { id: string; version: number | null; reason?: string | null },
): Promise<Record_> => {
  const moved = await transition(tx, actor, declarationNoun, {
    ...step,
    action,
    effect: async (record) => {
      const d = record as Record_;
      if (action !== "close") return { patch: { statusReason: step.reason ?? null } };
      const open = await tx.maybe<{ number: string }>(sql`
        select number
        from pa_project
        where org_id = ${tx.scope.orgId}
          and declaration_id = ${d.id}
          and status not in ('closed', 'withdrawn')
        limit 1
      `);
      if (open) throw conflict("rule", `${open.number} is not closed yet.`);
      return { patch: { statusReason: step.reason ?? null } };
    },
  });
  await keep(tx, actor, moved);
  return moved;
};
