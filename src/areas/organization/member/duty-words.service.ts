import type { Duty } from "#roles.ts";
import type { Tx } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type { RightSource } from "./right.labels.ts";

/**
 * One giver's word of a duty. The strongest stands in `member_duty`, which says who holds what; in
 * `duty_word` are the words beside it, and those of a provider or directory that a person ended
 * (`taken_at`): the source repeats itself, and its repetition gives nothing.
 */
type Word = {
  id: string;
  duty: Duty;
  expiresAt: string | null;
  source: RightSource;
  sourceId: string | null;
};

const kept = sql`id, duty, granted_by, granted_at, expires_at, source, source_id, reason`;
const live = sql`(expires_at is null or expires_at > clock_timestamp())`;
const isMapped = ({ source }: Pick<Word, "source">): boolean =>
  source === "provider" || source === "directory";

const ofPerson = (tx: Tx, personId: string): Sql =>
  sql`org_id = ${tx.scope.orgId} and person_id = ${personId}`;

/** The word that stands for a duty, also one that is over. */
export const standingWord = (tx: Tx, personId: string, duty: Duty): Promise<Word | null> =>
  tx.maybe<Word>(sql`
    select id, duty, expires_at, source, source_id
    from member_duty
    where ${ofPerson(tx, personId)} and duty = ${duty}
  `);

// A word that stood steps aside, and keeps its id.
const stepAside = (tx: Tx, personId: string, id: string, taken: boolean): Promise<unknown> =>
  tx.rows(sql`
    with gone as (
      delete from member_duty
      where ${ofPerson(tx, personId)} and id = ${id}
      returning *
    )
    insert into duty_word (
      org_id, person_id, id, duty, granted_by, granted_at, expires_at, source, source_id, reason,
      taken_at
    )
    select
      org_id, person_id, ${kept}, case when ${taken}::boolean then clock_timestamp() end as taken_at
    from gone
  `);

const standUp = (tx: Tx, personId: string, id: string): Promise<unknown> =>
  tx.rows(sql`
    with gone as (delete from duty_word where ${ofPerson(tx, personId)} and id = ${id} returning *)
    insert into member_duty (
      org_id, person_id, id, duty, granted_by, granted_at, expires_at, source, source_id, reason
    )
    select org_id, person_id, ${kept}
    from gone
  `);

const outlasts = (a: string | null, b: string | null): boolean =>
  b !== null && (a === null || Date.parse(a) > Date.parse(b));

/**
 * Lets the strongest of the words that hold stand for a duty: without an end before one with an end, a
 * later end before a sooner. True where another giver's word stands now.
 */
export const settleDuty = async (tx: Tx, personId: string, duty: Duty): Promise<boolean> => {
  const [stands, beside] = [
    await standingWord(tx, personId, duty),
    await tx.maybe<Word>(sql`
      select id, duty, expires_at, source, source_id
      from duty_word
      where ${ofPerson(tx, personId)} and duty = ${duty} and taken_at is null and ${live}
      order by expires_at desc nulls first, granted_at, id
      limit 1
    `),
  ];
  if (!beside || (stands && !outlasts(beside.expiresAt, stands.expiresAt))) return false;
  if (stands) await stepAside(tx, personId, stands.id, false);
  await standUp(tx, personId, beside.id);
  return true;
};

/**
 * Before people give a duty with another end: what a source gives stands beside their word, and holds on
 * behind it.
 */
export const makeRoom = async (
  tx: Tx,
  personId: string,
  duty: Duty,
  end: string | null,
): Promise<void> => {
  const stands = await standingWord(tx, personId, duty);
  const same = stands?.expiresAt === null ? end === null : stands?.expiresAt === end;
  if (stands && isMapped(stands) && !same) await stepAside(tx, personId, stands.id, false);
};

/** Writes a second giver's word of a duty that is held already. */
export const giveBeside = (
  tx: Tx,
  personId: string,
  duty: Duty,
  giving: { by: string | null; source: RightSource; sourceId: string; reason: string },
): Promise<unknown> =>
  tx.rows(sql`
    insert into duty_word (org_id, person_id, duty, granted_by, source, source_id, reason)
    values (
      ${tx.scope.orgId}, ${personId}, ${duty}, ${giving.by}, ${giving.source}, ${giving.sourceId},
      ${giving.reason}
    )
  `);

/** Duties of which a source's word stands beside another, or was ended by a person. */
export const dutiesBeside = async (
  tx: Tx,
  personId: string,
  { kind, id }: { kind: RightSource; id: string },
): Promise<Duty[]> =>
  (
    await tx.rows<{ duty: Duty }>(sql`
      select duty
      from duty_word
      where ${ofPerson(tx, personId)} and source = ${kind} and source_id = ${id}
    `)
  ).map(({ duty }) => duty);

/** Forgets what a source said of duties that it gives no longer; gives the duties that it had given. */
export const forgetWords = async (
  tx: Tx,
  personId: string,
  { kind, id }: { kind: RightSource; id: string },
  still: readonly Duty[],
): Promise<Duty[]> => {
  const ofSource = sql`source = ${kind} and source_id = ${id}`;
  const none = sql`not (duty = any(${[...still]}::text[]))`;
  const beside = await tx.rows<{ duty: Duty }>(sql`
    delete from duty_word
    where ${ofPerson(tx, personId)} and ${ofSource} and ${none}
    returning duty
  `);
  const stood = await tx.rows<{ duty: Duty }>(sql`
    delete from member_duty
    where ${ofPerson(tx, personId)} and ${ofSource} and ${none}
    returning duty
  `);
  for (const { duty } of stood) await settleDuty(tx, personId, duty);
  return [...beside, ...stood].map(({ duty }) => duty);
};

/** One giver's word that holds, by its id. */
export const dutyWordOf = (tx: Tx, personId: string, id: string): Promise<Word | null> =>
  tx.maybe<Word>(sql`
    select id, duty, expires_at, source, source_id
    from member_duty
    where ${ofPerson(tx, personId)} and id = ${id} and ${live}
    union all
    select id, duty, expires_at, source, source_id
    from duty_word
    where ${ofPerson(tx, personId)} and id = ${id} and taken_at is null and ${live}
  `);

/** Ends one giver's word; what others gave stays. A source that goes on saying the same gives it no more. */
export const endDutyWord = async (tx: Tx, personId: string, word: Word): Promise<void> => {
  if (isMapped(word)) {
    await stepAside(tx, personId, word.id, true);
    await tx.rows(sql`
      update duty_word
      set taken_at = clock_timestamp()
      where ${ofPerson(tx, personId)} and id = ${word.id}
    `);
  } else
    await tx.rows(sql`
      with beside as (delete from duty_word where ${ofPerson(tx, personId)} and id = ${word.id})
      delete from member_duty
      where ${ofPerson(tx, personId)} and id = ${word.id}
    `);
  await settleDuty(tx, personId, word.duty);
};

/** Lets one giver's word end sooner; the duty is held as long as another giver's holds. */
export const shortenDutyWord = async (
  tx: Tx,
  personId: string,
  word: Word,
  until: string,
): Promise<void> => {
  await tx.rows(sql`
    update member_duty
    set expires_at = ${until}
    where ${ofPerson(tx, personId)} and id = ${word.id}
  `);
  await tx.rows(sql`
    update duty_word
    set expires_at = ${until}
    where ${ofPerson(tx, personId)} and id = ${word.id}
  `);
  await settleDuty(tx, personId, word.duty);
};

/**
 * Takes duties away, whoever gave them: words of people go, those of sources stand as taken, so that
 * their next word does not give them again.
 */
export const takeDuties = async (
  tx: Tx,
  personId: string,
  duties: readonly Duty[],
): Promise<void> => {
  for (const duty of duties) {
    const stands = await standingWord(tx, personId, duty);
    if (stands && isMapped(stands)) await stepAside(tx, personId, stands.id, true);
    await tx.rows(sql`delete from member_duty where ${ofPerson(tx, personId)} and duty = ${duty}`);
    await tx.rows(sql`
      delete from duty_word
      where ${ofPerson(tx, personId)} and duty = ${duty} and source not in ('provider', 'directory')
    `);
    await tx.rows(sql`
      update duty_word
      set taken_at = coalesce(taken_at, clock_timestamp())
      where ${ofPerson(tx, personId)} and duty = ${duty}
    `);
  }
};
