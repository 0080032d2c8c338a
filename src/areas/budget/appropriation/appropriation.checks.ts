import { formatCents } from "#kernel/money.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Finding, Invariant } from "#server/operation/checking.ts";

type Split = {
  id: string;
  code: string;
  year: number;
  what: string;
  kept: number;
  counted: number;
};

// What was adopted and what changed it since, each against its own entries: their sum alone would
// not show an amendment that was written into the original.
const splitsOff = (db: Db): Promise<Split[]> =>
  db.rows<Split>(sql`
    select l.id, s.code, y.year, b.what, b.kept, b.counted
    from budget_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
    cross join lateral (
      select
        coalesce(
          sum(e.adjusted) filter (where e.kind in ('adopt', 'reverse')), 0
        )::bigint as adopted,
        coalesce(
          sum(e.adjusted) filter (where e.kind in ('amend', 'transfer', 'carry')), 0
        )::bigint as changed
      from commitment_entry e
      where e.org_id = l.org_id and e.budget_line_id = l.id
    ) e
    cross join lateral (
      values ('adopted', l.original, e.adopted), ('changed since', l.adjusted, e.changed)
    ) b(what, kept, counted)
    where l.org_id = ${db.scope.orgId} and b.kept <> b.counted
    order by s.code, y.year
    limit 100
  `);

type Off = { number: string; code: string; said: number; entered: number };

// What every posted document says of a line: amendments, single changes, decisions, take-backs.
const documentParts = (orgId: string | null) => sql`
  select
    'budgetAmendment' as type, a.id, a.number, a.fiscal_year_id as year,
    i.account_string_id as string_id, i.cents
  from budget_amendment a
  join budget_amendment_line i on i.org_id = a.org_id and i.amendment_id = a.id
  where a.org_id = ${orgId} and a.status = 'posted'
  union all
  select
    'budgetChange', c.id, c.number, l.fiscal_year_id, l.account_string_id,
    case when l.id = c.budget_line_id then c.amount else -c.amount end
  from budget_change c
  join budget_line l on l.org_id = c.org_id and l.id in (c.budget_line_id, c.from_line_id)
  where c.org_id = ${orgId} and c.status = 'posted'
  union all
  select 'budgetCycle', c.id, c.number, c.fiscal_year_id, g.account_string_id, sum(g.recommended)
  from budget_cycle c
  join budget_figure g on g.org_id = c.org_id and g.cycle_id = c.id
  where c.org_id = ${orgId} and c.adopted_at is not null
  group by c.id, c.number, c.fiscal_year_id, g.account_string_id
  having sum(g.recommended) > 0
  union all
  select
    'budgetTakeBack', b.id, b.number, b.fiscal_year_id, (x.line ->> 'accountStringId')::uuid,
    -(x.line ->> 'cents')::bigint
  from budget_take_back b
  cross join lateral jsonb_array_elements(b.lines) x(line)
  where b.org_id = ${orgId} and x.line ->> 'where' = 'line'
`;

// Each document against what the ledger entered for it, line by line. Plans that were adopted before
// plans came as amendments (`capitalScenario`) are left out.
const documentsOff = (db: Db): Promise<Off[]> =>
  db.rows<Off>(sql`
    with said as (
      select type, id, max(number) as number, year, string_id, sum(cents) as cents
      from (${documentParts(db.scope.orgId)}) part
      group by type, id, year, string_id
    ),
    entered as (
      select
        e.document_type as type, e.document_id as id, max(e.document_number) as number,
        l.fiscal_year_id as year, l.account_string_id as string_id, sum(e.adjusted) as cents
      from commitment_entry e
      join budget_line l on l.org_id = e.org_id and l.id = e.budget_line_id
      where e.org_id = ${db.scope.orgId}
        and e.kind in ('adopt', 'amend', 'transfer', 'reverse')
        and e.adjusted <> 0
        and not (e.kind = 'adopt' and e.document_type = 'budgetLine')
        and e.document_type <> 'capitalScenario'
      group by e.document_type, e.document_id, l.fiscal_year_id, l.account_string_id
    )
    select
      coalesce(d.number, e.number) as number, s.code, coalesce(d.cents, 0)::bigint as said,
      coalesce(e.cents, 0)::bigint as entered
    from said d
    full join entered e
      on e.type = d.type
      and e.id = d.id
      and e.year = d.year
      and e.string_id = d.string_id
    join account_string s
      on s.org_id = ${db.scope.orgId}
      and s.id = coalesce(d.string_id, e.string_id)
    where coalesce(d.cents, 0) <> coalesce(e.cents, 0)
    order by 1, 2
    limit 100
  `);

type FundOff = { number: string; fund: string; lines: number; documents: number };

// What each fund of an adopted year has in and out by its lines, against the decision and what
// documents changed since. A closing's carry brings its own money and counts on neither side; what
// came past the cycle is its own document, and so is what took it back.
const fundsOff = (db: Db): Promise<FundOff[]> =>
  db.rows<FundOff>(sql`
    with year as (
      select c.org_id, c.number, c.fiscal_year_id
      from budget_cycle c
      where c.org_id = ${db.scope.orgId} and c.adopted_at is not null
    ),
    moved as (
      select
        y.number, l.account_string_id as string_id,
        l.original + l.adjusted - coalesce(
          (
            select sum(e.adjusted)
            from commitment_entry e
            where e.org_id = l.org_id
              and e.budget_line_id = l.id
              and (e.kind = 'carry' or e.document_type = 'capitalScenario')
          ),
          0
        ) as lines,
        0 as documents
      from year y
      join budget_line l on l.org_id = y.org_id and l.fiscal_year_id = y.fiscal_year_id
      union all
      select y.number, d.string_id, 0, d.cents
      from year y
      join (${documentParts(db.scope.orgId)}) d on d.year = y.fiscal_year_id
      union all
      select y.number, l.account_string_id, 0, e.adjusted
      from year y
      join budget_line l on l.org_id = y.org_id and l.fiscal_year_id = y.fiscal_year_id
      join commitment_entry e on e.org_id = l.org_id and e.budget_line_id = l.id
      where e.kind = 'adopt' and e.document_type = 'budgetLine'
    ),
    signed as (
      select
        m.number, f.code as fund,
        m.lines * case when a.class in ('revenue', 'transfer_in') then 1 else -1 end as lines,
        m.documents * case
          when a.class in ('revenue', 'transfer_in') then 1
          else -1
        end as documents
      from moved m
      join account_string s on s.org_id = ${db.scope.orgId} and s.id = m.string_id
      join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
      join segment_value a on a.org_id = s.org_id and a.id = s.account_id
    )
    select number, fund, sum(lines)::bigint as lines, sum(documents)::bigint as documents
    from signed
    group by number, fund
    having sum(lines) <> sum(documents)
    order by 1, 2
    limit 100
  `);

/** What the one door of the budget keeps: lines, documents and fund balances say the same. */
export const documentRules: readonly Invariant[] = [
  {
    name: "budget.adopted",
    label: "What was adopted, and what changed since",
    area: "budget",
    what: "Original and adjustments of every line are each the sum of their own entries.",
    todo: "Open the line, tab Entries: the entries are right. Tell the operator which writer left it so.",
    check: async ({ db }) =>
      (await splitsOff(db)).map((o): Finding => ({
        sentence: `${o.code} of ${o.year}: ${o.what} says ${formatCents(o.kept)}, its entries come to ${formatCents(o.counted)}.`,
        link: `/budget-management/lines/${o.id}`,
      })),
  },
  {
    name: "budget.changes",
    label: "Lines against the documents that changed them",
    area: "budget",
    what: "Every posted decision, amendment, transfer and take-back stands in the ledger line by line, and nothing changed a line without one.",
    todo: "Open the document and the line: an amendment corrects what differs.",
    check: async ({ db }) =>
      (await documentsOff(db)).map((o): Finding => ({
        sentence: `${o.number} gives ${o.code} ${formatCents(o.said)}, the ledger has ${formatCents(o.entered)} of it.`,
        link: null,
      })),
  },
  {
    name: "budget.funds",
    label: "Fund balances against lines and documents",
    area: "budget",
    what: "What a fund of an adopted year has in and out by its lines is the decision and what documents changed since.",
    todo: "Compare Fund balances with the amendments of the year: one of them did not reach its lines, or a line changed without one.",
    check: async ({ db }) =>
      (await fundsOff(db)).map((o): Finding => ({
        sentence: `Fund ${o.fund} under ${o.number}: its lines come to ${formatCents(o.lines)}, decision and documents to ${formatCents(o.documents)}.`,
        link: "/budget-management/fund-balances",
      })),
  },
];
