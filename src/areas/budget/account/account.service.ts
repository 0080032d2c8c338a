import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { invalid, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { change, note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { cached, cachedEach } from "#server/db/cache.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type {
  accountStringInput,
  AccountString,
  segmentInput,
  segmentPatch,
} from "../budget.model.ts";
import { accountString, segmentValue } from "../budget.tables.ts";

/** Adds a fund, account, project or award. 409 when the code exists. */
export const createSegment = async (tx: Tx, actor: Actor, input: z.output<typeof segmentInput>) => {
  if (input.startsOn && input.endsOn && input.endsOn < input.startsOn)
    throw invalidField("endsOn", "The end lies before the beginning.");
  const taken = await tx.maybe(sql`
    select id
    from segment_value
    where org_id = ${actor.orgId} and kind = ${input.kind} and code = ${input.code}
  `);
  if (taken) throw invalidField("code", `${input.code} exists already.`, "already_exists");
  const row = await insertRow(tx, segmentValue, { ...input, orgId: actor.orgId!, id: newId() });
  note(tx, actor, "segment", row.id, {
    number: row.code,
    action: "create",
    after: row,
    event: null,
  });
  return row;
};

/** The funds of the scope's agency, by code. */
export const listFunds = (db: Db): Promise<{ id: string; code: string; name: string }[]> =>
  db.rows(sql`
    select id, code, name
    from segment_value
    where org_id = ${db.scope.orgId} and kind = 'fund'
    order by code
  `);

const segmentNoun = {
  name: "segment",
  table: segmentValue,
  called: "segment",
  number: (row: typeof segmentValue.$inferSelect) => row.code,
};

/** Changes a segment value; its kind stays. */
export const updateSegment = async (
  tx: Tx,
  actor: Actor,
  id: string,
  patch: z.output<typeof segmentPatch>,
  version: number | null,
) => {
  return change(tx, actor, segmentNoun, { id, version, patch });
};

type Codes = {
  fund: string;
  department: string;
  account: string;
  project: string | null;
  award: string | null;
};

/** Finds or makes the account string of these segments; refuses segments that are not in use. */
export const ensureAccountString = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof accountStringInput>,
): Promise<{ id: string; code: string }> => {
  const codes = await tx.maybe<Codes>(sql`
    select
      f.code as fund, d.code as department, a.code as account, p.code as project, w.code as award
    from segment_value f
    join department d on d.org_id = f.org_id and d.id = ${input.departmentId} and d.active
    join segment_value a
      on a.org_id = f.org_id
      and a.id = ${input.accountId}
      and a.kind = 'account'
      and a.active
    left join segment_value p
      on p.org_id = f.org_id
      and p.id = ${input.projectId ?? null}
      and p.kind = 'project'
      and p.active
    left join segment_value w
      on w.org_id = f.org_id
      and w.id = ${input.awardId ?? null}
      and w.kind = 'award'
      and w.active
    where f.org_id = ${actor.orgId} and f.id = ${input.fundId} and f.kind = 'fund' and f.active
  `);
  if (!codes)
    throw invalidField("fundId", "Choose a fund, department and account that are in use.");
  if (input.projectId && !codes.project)
    throw invalidField("projectId", "This project is not in use.");
  if (input.awardId && !codes.award) throw invalidField("awardId", "This award is not in use.");
  const code = [codes.fund, codes.department, codes.account, codes.project, codes.award]
    .filter(Boolean)
    .join("-");
  const found = await tx.maybe<{ id: string; code: string }>(
    sql`select id, code from account_string where org_id = ${actor.orgId} and code = ${code}`,
  );
  if (found) return found;
  const row = await insertRow(tx, accountString, {
    orgId: actor.orgId!,
    id: newId(),
    code,
    fundId: input.fundId,
    departmentId: input.departmentId,
    accountId: input.accountId,
    projectId: input.projectId ?? null,
    awardId: input.awardId ?? null,
  });
  note(tx, actor, "accountString", row.id, {
    number: code,
    action: "create",
    after: row,
    event: null,
  });
  return row;
};

/**
 * Account strings that match a text, with what their budget line of `year` has available (null
 * without a line); those of `departmentId` first; at most 50. What cannot be charged any more is
 * found by id only; `all` finds revenue and transfers too, which nothing is bought from.
 */
export const findAccountStrings = (
  db: Db,
  q: string,
  fiscalYearId: string | null,
  ids: readonly string[] = [],
  departmentId: string | null = null,
  all = false,
): Promise<Omit<AccountString, "coded">[]> => {
  const likes = q
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.replace(/[\\%_]/g, (c) => `\\${c}`)}%`);
  return db.rows<Omit<AccountString, "coded">>(sql`
    select
      s.id, s.code, f.code || ' ' || f.name as fund, d.code || ' ' || d.name as department,
      a.code || ' ' || a.name as account, p.code || ' ' || p.name as project,
      w.code || ' ' || w.name as award, concat_ws(' · ', d.name, a.name, p.name, w.name) as label,
      coalesce(w.federal, f.federal) as federal,
      l.original + l.adjusted - l.pre_encumbered - l.encumbered - l.expended as available
    from account_string s
    join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
    join department d on d.org_id = s.org_id and d.id = s.department_id
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id
    left join segment_value p on p.org_id = s.org_id and p.id = s.project_id
    left join segment_value w on w.org_id = s.org_id and w.id = s.award_id
    left join budget_line l
      on l.org_id = s.org_id
      and l.account_string_id = s.id
      and l.fiscal_year_id = ${fiscalYearId}
    where s.org_id = ${db.scope.orgId}
      and (
        ${ids.length > 0}::boolean
        and s.id = any(${ids}::uuid[])
        or ${ids.length === 0}::boolean
        and f.active
        and a.active
        and coalesce(p.active, true)
        and coalesce(w.active, true)
        and (${all}::boolean or a.class = 'expenditure')
        and (w.id is not null or not f.federal)
        and coalesce(w.ends_on >= ${businessDate(db.scope)}::date, true)
        and concat_ws(
          ' ', s.code, d.name, a.name, f.name, p.name, w.name
        ) ilike all (${likes}::text[])
      )
    order by (l.id is null), (s.department_id is distinct from ${departmentId}::uuid), s.code
    limit 50
  `);
};

type YearOfDays = { id: string; year: number; status: string; startsOn: Day; endsOn: Day };
/** The agency's fiscal years in their order, open or closed. Kept between transactions. */
export const fiscalYears = cached({
  name: "fiscal years",
  from: ["fiscal_year"],
  read: (db: Db): Promise<readonly YearOfDays[]> =>
    db.rows<YearOfDays>(sql`
      select id, year, status, starts_on, ends_on
      from fiscal_year
      where org_id = ${db.scope.orgId}
      order by starts_on
    `),
});

/** The open fiscal year of a day, null when none is open. Kept between transactions. */
export const openYearOf = async (
  db: Db,
  day: string,
): Promise<{ id: string; year: number } | null> => {
  const year = (await fiscalYears(db)).find((y) => y.startsOn <= day && day <= y.endsOn);
  return year?.status === "open" ? { id: year.id, year: year.year } : null;
};

/** The same; 422 at `path` when none is open. */
export const fiscalYearOf = async (
  db: Db,
  day: string,
  path = "neededOn",
): Promise<{ id: string; year: number }> => {
  const year = await openYearOf(db, day);
  if (!year)
    throw invalidField(
      path,
      `No fiscal year is open on ${day}. Ask the budget officer to open it.`,
      "fiscal_year_closed",
    );
  return year;
};

/** Whether the agency's fiscal year with this id is closed. Kept between transactions. */
export const yearIsClosed = async (db: Db, id: string): Promise<boolean> =>
  (await fiscalYears(db)).find((y) => y.id === id)?.status === "closed";

/** The first day of the agency's fiscal year with this id. Kept between transactions. */
export const yearStartOf = async (db: Db, id: string): Promise<Day> =>
  (await fiscalYears(db)).find((y) => y.id === id)!.startsOn;

/** The last day of the agency's fiscal year with this id. Kept between transactions. */
export const yearEndOf = async (db: Db, id: string): Promise<Day> =>
  (await fiscalYears(db)).find((y) => y.id === id)!.endsOn;

/** The number of the agency's fiscal year with this id, such as 2027. Kept between transactions. */
export const yearOfId = async (db: Db, id: string): Promise<number> =>
  (await fiscalYears(db)).find((y) => y.id === id)!.year;

/**
 * What an account string says of itself; `federal` is its award's word, else its fund's. `retired`
 * names a part that is not in use any more, `awardEndsOn` its award's last day; `unawarded` says
 * that its fund is federal and it names no award.
 */
export type AccountFacts = {
  id: string;
  code: string;
  departmentId: string;
  fundId: string;
  fundCode: string;
  accountId: string;
  awardId: string | null;
  federal: boolean;
  retired: string | null;
  awardEndsOn: Day | null;
  unawarded: boolean;
  class: string;
};

const factsById = cachedEach({
  name: "account facts",
  from: ["account_string", "segment_value"],
  read: async (db: Db, ids) => {
    const rows = await db.rows<AccountFacts>(sql`
      select
        s.id, s.code, s.department_id, s.fund_id, f.code as fund_code, s.account_id, s.award_id,
        coalesce(w.federal, f.federal) as federal, w.ends_on as award_ends_on,
        f.federal and s.award_id is null as unawarded,
        case
          when not f.active then f.name
          when not a.active then a.name
          when not p.active then p.name
          when not w.active then w.name
        end as retired,
        a.class
      from account_string s
      join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
      join segment_value a on a.org_id = s.org_id and a.id = s.account_id
      left join segment_value p on p.org_id = s.org_id and p.id = s.project_id
      left join segment_value w on w.org_id = s.org_id and w.id = s.award_id
      where s.org_id = ${db.scope.orgId} and s.id = any(${ids}::uuid[])
    `);
    return new Map(rows.map((r) => [r.id, r]));
  },
});

// As the database writes ids.
const distinct = (ids: readonly string[]) => [...new Set(ids.map((id) => id.toLowerCase()))];

/**
 * The department, fund and award of account strings; 404 for an id that is not the agency's. Kept
 * between transactions.
 */
export const accountFacts = async (
  db: Db,
  ids: readonly string[],
): Promise<Map<string, AccountFacts>> => {
  const asked = distinct(ids);
  const facts = await factsById(db, asked);
  if (facts.size !== asked.length) throw notFound("account string");
  return facts;
};

/** Why something cannot be charged to an account string anew on a day; null where it can. */
export const chargeRefusal = (
  { code, fundCode, retired, awardEndsOn, unawarded, class: of }: AccountFacts,
  today: string,
): string | null =>
  of !== "expenditure"
    ? `${code} cannot be charged: it is an account of revenue or transfers, not of expenditure.`
    : unawarded
      ? `${code} cannot be charged: fund ${fundCode} is federal assistance, and the account names no award. Choose one that does, or ask the budget officer for one.`
      : retired
        ? `${code} cannot be charged: ${retired} is not in use any more.`
        : awardEndsOn && awardEndsOn < today
          ? `${code} cannot be charged: its award ended on ${formatDate(awardEndsOn)}.`
          : null;

/**
 * `accountFacts` of accounts that something is charged to anew. 422 at the path of each that has a
 * part which is not in use any more, whose award has
 * ended by `on` (the day on which the cost is incurred, the business day where none is said), or
 * whose fund is federal without an award (2 CFR 200.302(b)(1): the
 * award that is spent is identified); what is committed already may still be billed.
 */
export const chargeable = async (
  tx: Tx,
  charged: readonly { id: string; path: string }[],
  on = businessDate(tx.scope),
): Promise<Map<string, AccountFacts>> => {
  const facts = await accountFacts(
    tx,
    charged.map((c) => c.id),
  );
  const errors = charged.flatMap(({ id, path }) => {
    const message = chargeRefusal(facts.get(id.toLowerCase())!, on);
    return message ? [{ path, message }] : [];
  });
  if (errors.length)
    throw invalid(
      "account_not_in_use",
      "Some accounts cannot be charged. Nothing was saved.",
      errors,
    );
  return facts;
};

type Charged = { departmentId: string; fundId: string };

/**
 * The departments that a document concerns: the one that asks, and those whose accounts it charges.
 * Lower case, the first one first, the others in order.
 */
export const chargedDepartments = (
  asking: string,
  accounts: readonly { departmentId: string }[],
): string[] => [...new Set([asking.toLowerCase(), ...accounts.map((a) => a.departmentId).sort()])];

/**
 * The departments and funds that a document on file charges (`accounts` selects its accounts' ids),
 * without what accounts say of themselves, in order.
 */
export const chargedBy = (db: Db, accounts: Sql): Promise<Charged[]> =>
  db.rows(sql`
    select distinct s.department_id, s.fund_id
    from account_string s
    where s.org_id = ${db.scope.orgId} and s.id in (${accounts})
    order by 1, 2
  `);

/** The same of accounts whose ids are known, passing over those that are not the agency's. */
export const chargedTo = async (db: Db, ids: readonly string[]): Promise<Charged[]> => {
  const charged = new Map<string, Charged>();
  for (const { departmentId, fundId } of (await factsById(db, distinct(ids))).values())
    charged.set(`${departmentId} ${fundId}`, { departmentId, fundId });
  return [...charged].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, c]) => c);
};
