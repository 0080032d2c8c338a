import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { day } from "#kernel/time.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import { failureFound } from "#areas/controls/controls.server.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { isRecordSource, type RecordSource } from "./finding.labels.ts";
import type { Taken, TakenDraft } from "./taken.model.ts";

type Source = {
  source: RecordSource;
  /** What one of its records tells of a finding, for whoever reads it; 404 for anybody else. */
  read: (db: Db, actor: Actor, id: string) => Promise<Taken>;
};
const known = new Map<string, Source>([["control", { source: "control", read: failureFound }]]);

/** Areas say what their records tell of a finding that an auditor takes over from them. */
export const findingSources = extensionPoint<Source>(
  "records that findings come from",
  (source) => {
    known.set(source.source, source);
  },
);

const takenBefore = (db: Db, source: RecordSource, sourceId: string) =>
  db.maybe<{ id: string; number: string }>(sql`
    select id, number
    from assurance_finding
    where org_id = ${db.scope.orgId}
      and source = ${source}
      and source_id = ${sourceId}
      and status <> 'withdrawn'
  `);

/**
 * What a failing control or a desk review already says of a finding. 404 for whom that record is not;
 * 409 while it tells nothing.
 */
export const draftTaken = async (
  db: Db,
  actor: Actor,
  source: RecordSource,
  sourceId: string,
): Promise<TakenDraft> => {
  const {
    number,
    from: _from,
    foundOn,
    ...said
  } = await known.get(source)!.read(db, actor, sourceId);
  const [finding, responder, { year }] = await Promise.all([
    takenBefore(db, source, sourceId),
    said.responderId ? membersNamed(db, { ids: [said.responderId] }) : [],
    fiscalYearOf(db, day(foundOn)),
  ]);
  const active = responder.find((member) => member.active);
  return {
    ...{ ...said, source, sourceId, sourceNumber: number, firstYear: year, finding },
    ...{ responderId: active?.id ?? null, responderName: active?.name ?? null },
  };
};

/**
 * The record that a finding is taken over from, once; null where it comes from no record. 404; 409
 * `already_taken`; 422 `source_missing`, `source_unasked`.
 */
export const takeOver = async (
  tx: Tx,
  actor: Actor,
  { source, sourceId }: { source: string; sourceId: string | null },
): Promise<{ sourceId: string; sourceNumber: string; from: Taken["from"] } | null> => {
  if (!isRecordSource(source)) {
    if (sourceId)
      throw invalidField(
        "sourceId",
        "Only a control or a desk review is taken over.",
        "source_unasked",
      );
    return null;
  }
  if (!sourceId)
    throw invalidField(
      "source",
      "Take it over on the page of the failing control or the desk review.",
      "source_missing",
    );
  const { number, from } = await known.get(source)!.read(tx, actor, sourceId);
  const before = await takenBefore(tx, source, sourceId);
  if (before) throw conflict("already_taken", `${number} was taken over as ${before.number}.`);
  return { sourceId, sourceNumber: number, from };
};
