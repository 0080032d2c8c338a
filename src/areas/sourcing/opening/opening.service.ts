import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { shareHash } from "#kernel/sealing/envelope.ts";
import { unbase64 } from "#kernel/sealing/bytes.ts";
import type { Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { note } from "#server/change.ts";
import type { Database, Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { clockAgainst, sealScope } from "../bid/under-seal.service.ts";
import { heldByOutage, outageSentence } from "../outage/outage.service.ts";
import { solicitation } from "../solicitation/solicitation.tables.ts";
import { placeOf, sharesUnder } from "./handover.service.ts";
import { officersOf } from "./officer.service.ts";
import type { OpeningState, SealedShares, Stage } from "./opening.model.ts";
import { opening, openingAttendance } from "./opening.tables.ts";
import { tabulate } from "./tabulation.service.ts";
import { databaseMs } from "#server/db/database-clock.ts";

export type OpeningRow = typeof opening.$inferSelect;
export type SolicitationRow = typeof solicitation.$inferSelect;

/**
 * The sitting that is due: prices once the technical envelopes are done and the scores locked (its
 * row exists then), else the first.
 */
export const sittingOf = async (
  db: Db,
  row: SolicitationRow,
): Promise<{ current: OpeningRow | null; stage: Stage; earlier: Stage[] }> => {
  const rows = await db.rows<OpeningRow>(sql`
    select *
    from opening
    where org_id = ${row.orgId} and solicitation_id = ${row.id}
    order by created_at
  `);
  const current = rows.at(-1) ?? null;
  return {
    current,
    stage: current?.stage ?? (row.envelopes === 2 ? "technical" : "bid"),
    earlier: rows.slice(0, -1).map((each) => each.stage),
  };
};

/**
 * The sitting, begun on first use. 409 before the deadline has passed by the database's clock, and
 * for a solicitation that is not closed.
 */
export const beginSitting = async (tx: Tx, row: SolicitationRow): Promise<OpeningRow> => {
  if (!row.dueAt) throw conflict("not_published", "This solicitation is not published.");
  const { current, stage } = await sittingOf(tx, row);
  const clock = await clockAgainst(tx, row.dueAt);
  if (current && current.state !== "done") return current;
  if (current) throw conflict("done", "These envelopes are open already.");
  if (clock.timely) throw conflict("too_early", "Bids are opened after the deadline.");
  if (row.status !== "closed")
    throw conflict(
      "not_closed",
      "The solicitation must be closed first; this happens by itself within a minute of the deadline.",
    );
  return insertRow(tx, opening, { orgId: row.orgId, id: newId(), solicitationId: row.id, stage });
};

/**
 * Works on a sitting as the system of the agency, with the solicitation's row locked; people's own
 * scopes do not see sealed bids.
 */
const atSitting = <T>(
  database: Database,
  actor: Actor,
  solicitationId: string,
  work: (tx: Tx, row: SolicitationRow, sitting: OpeningRow) => Promise<T>,
): Promise<T> =>
  database.transaction(sealScope(actor.orgId!, actor), async (tx) => {
    const row = await tx.maybe<SolicitationRow>(sql`
      select *
      from solicitation
      where org_id = ${actor.orgId} and id = ${solicitationId}
      for update
    `);
    if (!row) throw notFound("solicitation");
    return work(tx, row, await beginSitting(tx, row));
  });

/** Takes part in the opening; written into the minutes. */
export const joinOpening = (
  database: Database,
  actor: Actor,
  solicitationId: string,
): Promise<{ id: string }> =>
  atSitting(database, actor, solicitationId, async (tx, row, sitting) => {
    const officer = (await officersOf(tx, solicitationId)).some(
      (each) => each.personId === actor.personId && !each.escrow,
    );
    const known = await tx.maybe(sql`
      select 1 as here
      from opening_attendance
      where org_id = ${row.orgId} and opening_id = ${sitting.id} and person_id = ${actor.personId}
    `);
    if (known) return { id: sitting.id };
    await insertRow(tx, openingAttendance, {
      orgId: row.orgId,
      id: newId(),
      openingId: sitting.id,
      personId: actor.personId!,
      name: actor.name,
      officer,
    });
    note(tx, actor, "solicitation", row, {
      action: "opening.join",
      after: { stage: sitting.stage, officer },
    });
    return { id: sitting.id };
  });

/** The sealed shares of this sitting's envelopes under one key. */
export const sharesToOpen = (
  database: Database,
  actor: Actor,
  solicitationId: string,
  keyId: string,
): Promise<SealedShares> =>
  atSitting(database, actor, solicitationId, async (tx, row, sitting) => {
    await placeOf(tx, actor, row.id, keyId);
    return sharesUnder(tx, row.id, keyId, sitting.stage);
  });

type Given = { envelopeId: string; x: number; bytes: string | null };

const checkShare = async (hash: string, { x, bytes }: Given): Promise<boolean> =>
  bytes !== null && (await shareHash({ x, bytes: unbase64(bytes) })) === hash;

/**
 * Takes the shares that an officer opened. A wrong or missing one is recorded with the officer's
 * name; a right one cannot be changed afterwards.
 */
export const giveShares = (
  database: Database,
  actor: Actor,
  solicitationId: string,
  keyId: string,
  shares: readonly Given[],
): Promise<{ taken: number; wrong: number }> =>
  atSitting(database, actor, solicitationId, async (tx, row, sitting) => {
    const place = await placeOf(tx, actor, row.id, keyId);
    const { items } = await sharesUnder(tx, row.id, keyId, sitting.stage);
    let taken = 0;
    let wrong = 0;
    for (const given of shares) {
      const sealed = items.find(
        (item) => item.envelopeId === given.envelopeId && item.x === given.x,
      );
      if (!sealed)
        throw conflict("unknown_share", "A share belongs to no envelope of this opening.");
      const good = await checkShare(sealed.hash, given);
      await tx.rows(sql`
        insert into opening_share (
          org_id, id, opening_id, envelope_id, x, person_id, name, share, good
        )
        values (
          ${row.orgId}, ${newId()}, ${sitting.id}, ${given.envelopeId}, ${given.x},
          ${actor.personId}, ${actor.name}, ${given.bytes}, ${good}
        )
        on conflict (org_id, envelope_id, x)
        do update set
          share = excluded.share, good = excluded.good, person_id = excluded.person_id,
          name = excluded.name, given_at = clock_timestamp()
        where not opening_share.good
      `);
      if (good) taken++;
      else wrong++;
    }
    note(tx, actor, "solicitation", row, {
      action: "opening.giveShares",
      after: { stage: sitting.stage, officer: place.label, key: place.fingerprint, taken, wrong },
      event: "opening.share",
    });
    return { taken, wrong };
  });

type Count = { x: number; personId: string; given: number; wrong: number };
const countsOf = (db: Db, sitting: OpeningRow): Promise<Count[]> =>
  db.rows<Count>(sql`
    select
      x, min(person_id::text) as person_id, count(*)::int as given,
      (count(*) filter (where not good))::int as wrong
    from opening_share
    where org_id = ${sitting.orgId} and opening_id = ${sitting.id}
    group by x
    order by x
  `);

/**
 * Why the envelopes cannot be opened yet, or null. Two persons must have given their shares; an
 * envelope that lacks two good ones waits for the other officers.
 */
export const blockedBy = async (
  db: Db,
  row: SolicitationRow,
  sitting: OpeningRow,
): Promise<string | null> => {
  const away = await heldByOutage(db, row);
  if (away) return outageSentence(away);
  if (row.protection === "held") return null;
  const [{ sealed }] = (await db.rows<{ sealed: number }>(sql`
    select count(*)::int as sealed
    from bid_envelope e
    join bid b on b.org_id = e.org_id and b.id = e.bid_id
    where e.org_id = ${row.orgId}
      and b.solicitation_id = ${row.id}
      and e.envelope = ${sitting.stage}
      and e.state = 'sealed'
  `)) as [{ sealed: number }];
  if (sealed === 0) {
    const { n } = await db.one<{ n: number }>(sql`
      select count(*)::int as n
      from opening_attendance
      where org_id = ${row.orgId} and opening_id = ${sitting.id} and officer
    `);
    return n < 2 ? "Two officers must be present." : null;
  }
  const counts = await countsOf(db, sitting);
  const complete = counts.filter((each) => each.given >= sealed);
  if (new Set(complete.map((each) => each.personId)).size < 2)
    return "Two officers must give their shares.";
  const { short } = await db.one<{ short: number }>(sql`
    select count(*)::int as short
    from bid_envelope e
    join bid b on b.org_id = e.org_id and b.id = e.bid_id
    where e.org_id = ${row.orgId}
      and b.solicitation_id = ${row.id}
      and e.envelope = ${sitting.stage}
      and e.state = 'sealed'
      and (
        select count(distinct h.person_id)
        from opening_share h
        where h.org_id = e.org_id and h.envelope_id = e.id and h.good
      ) < 2
  `);
  if (short === 0) return null;
  const officers = (await officersOf(db, row.id)).filter((each) => !each.escrow);
  const silent = officers.filter((each) => !complete.some((count) => count.x === each.x));
  return silent.length
    ? `${counted(short, "envelope")} did not open with these shares: ${silent.map((each) => each.name).join(", ")} must give theirs too.`
    : null;
};

const people = (db: Db, sitting: OpeningRow) =>
  db.rows<OpeningState["present"][number]>(sql`
    select name, joined_at as at, officer
    from opening_attendance
    where org_id = ${sitting.orgId} and opening_id = ${sitting.id}
    order by joined_at
  `);

const expectedOf = async (db: Db, row: SolicitationRow, stage: Stage): Promise<number> =>
  (
    await db.one<{ n: number }>(sql`
      select count(*)::int as n
      from bid_envelope e
      join bid b on b.org_id = e.org_id and b.id = e.bid_id
      where e.org_id = ${row.orgId}
        and b.solicitation_id = ${row.id}
        and e.envelope = ${stage}
        and e.state in ('sealed', 'opened', 'failed')
    `)
  ).n;

const waitingFor = (outage: Awaited<ReturnType<typeof heldByOutage>>, blocked: string | null) => ({
  blocked: blocked ?? (outage && outageSentence(outage)),
  outage: outage && {
    dueAt: outage.dueAt,
    awayFrom: outage.awayFrom,
    awayUntil: outage.awayUntil,
    minutes: outage.minutes,
  },
});

/** All that the opening's screen shows. How many bids there are is told only after the deadline. */
export const openingState = async (
  database: Database,
  actor: Actor,
  solicitationId: string,
): Promise<OpeningState> => {
  const db = database.read(sealScope(actor.orgId!, actor));
  const row = await getRow(db, solicitation, solicitationId, "solicitation");
  const { current, stage, earlier } = await sittingOf(db, row);
  const clock = row.dueAt ? await clockAgainst(db, row.dueAt) : null;
  const past = clock !== null && !clock.timely;
  const [outage, officers, present, counts, expected, blocked, rows, published] = await Promise.all(
    [
      heldByOutage(db, row),
      officersOf(db, row.id),
      current ? people(db, current) : [],
      current ? countsOf(db, current) : [],
      past ? expectedOf(db, row, stage) : null,
      current && current.state === "waiting" ? blockedBy(db, row, current) : null,
      current && current.state !== "waiting" ? tabulate(db, row, stage) : [],
      db.maybe<{ publishedAt: Instant }>(sql`
        select published_at
        from bid_tabulation
        where org_id = ${row.orgId} and solicitation_id = ${row.id} and stage = ${stage}
      `),
    ],
  );
  return {
    solicitationId: row.id,
    number: row.number,
    title: row.title,
    kind: row.kind,
    status: row.status,
    protection: row.protection,
    envelopes: row.envelopes,
    dueAt: row.dueAt,
    now: clock?.now ?? new Date(databaseMs()).toISOString(),
    stage,
    state: current?.state ?? "waiting",
    expected,
    present,
    ready: current !== null && current.state === "waiting" && blocked === null && past,
    ...waitingFor(outage, blocked),
    rows,
    minutes: current?.minutes ?? null,
    tabulationPublishedAt: published?.publishedAt ?? null,
    earlier,
    officers: officers.map((each) => {
      const count = counts.find((one) => one.x === each.x);
      return {
        ...each,
        present: present.some((one) => one.officer && one.name === each.name),
        given: count?.given ?? 0,
        wrong: count?.wrong ?? 0,
        mine: each.personId === actor.personId && !each.escrow,
      };
    }),
  };
};
