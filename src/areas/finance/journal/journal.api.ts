import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { journal } from "../cost/cost.tables.ts";
import { journalKinds, journalStatuses } from "./journal.labels.ts";
import {
  journalDetail,
  journalRow,
  transferInput,
  type Journal,
  type JournalDetail,
} from "./journal.model.ts";
import { journalNoun } from "./journal.noun.ts";
import { draftTransfer, postJournal, reverseJournal } from "./journal.service.ts";

const path = "/api/v1/journals";

export const journalList: ListDefinition = {
  name: "journals",
  from: "journal j left join person p on p.id = j.prepared_by",
  base: "journal j",
  alias: "j",
  columns: {
    id: { sql: "j.id", hidden: true },
    number: { sql: "j.number", label: "Number", sort: true },
    kind: { sql: "j.kind", label: "Kind", codes: journalKinds },
    status: { sql: "j.status", label: "Status", sort: true, codes: journalStatuses },
    title: { sql: "j.title", label: "What", sort: true },
    total: { sql: "j.total", label: "Amount", money: true, sort: true },
    paidOn: { sql: "j.paid_on", label: "Paid on", sort: true },
    preparedBy: { sql: "p.display_name", label: "Prepared by" },
    version: { sql: "j.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "j.status", type: "text" },
    kind: { kind: "set", sql: "j.kind", type: "text" },
    paidOn: { kind: "range", sql: "j.paid_on", type: "date" },
  },
  search: ["j.number", "j.title"],
  defaultSort: "-number",
};

const linesOf = (db: Db, id: string, pay: boolean) =>
  db.rows<JournalDetail["lines"][number]>(sql`
    select
      l.id, l.line_no, s.code as account, coalesce(l.object_class, '') as object_class,
      l.description, case when ${pay}::boolean then l.employee else '' end as employee,
      case when ${pay}::boolean then l.hours else '' end as hours, l.incurred_from, l.incurred_to,
      l.cents, c.document_number as moves
    from journal_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    left join cost_line c on c.org_id = l.org_id and c.id = l.moves_id
    where l.org_id = ${db.scope.orgId} and l.journal_id = ${id}
    order by l.line_no
  `);

// Whoever may not read pay sees a register by account only: a row per person would be their pay.
const byAccount = (lines: readonly JournalDetail["lines"][number][]) => {
  const sums = new Map<string, JournalDetail["lines"][number]>();
  for (const line of lines) {
    const key = `${line.account} ${line.objectClass}`;
    const sum = sums.get(key);
    sums.set(key, sum ? { ...sum, cents: sum.cents + line.cents } : { ...line, hours: "" });
  }
  return [...sums.values()].map((line, n) => ({ ...line, lineNo: n + 1 }));
};

const readJournal = async (db: Db, actor: Actor, id: string): Promise<JournalDetail> => {
  const head = await db.maybe<Journal & Pick<JournalDetail, "reason" | "approvedBy">>(sql`
    select
      j.id, j.number, j.kind, j.status, j.title, j.reason, j.total, j.paid_on,
      p.display_name as prepared_by, a.display_name as approved_by, j.version
    from journal j
    left join person p on p.id = j.prepared_by
    left join person a on a.id = j.approved_by
    where j.org_id = ${db.scope.orgId} and j.id = ${id}
  `);
  if (!head) throw notFound("journal");
  const payShown = head.kind !== "payroll" || actor.permissions.has("payroll.read");
  const [row, lines] = await Promise.all([
    getRow(db, journal, id, "journal"),
    linesOf(db, id, payShown),
  ]);
  const reverses = row.reverses ? await getRow(db, journal, row.reverses, "journal") : null;
  return {
    ...head,
    reverses: reverses && { id: reverses.id, number: reverses.number },
    payShown,
    lines: payShown ? lines : byAccount(lines),
    actions: await actionsAsked(db, actor, journalNoun, row),
  };
};

export const journalEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "cost.read", journalList, journalRow),
  endpoint({
    method: "POST",
    path,
    permission: "journal.prepare",
    summary: "Draft a cost transfer",
    status: 201,
    body: transferInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => draftTransfer(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "cost.read",
    summary: "A journal with its lines; pay by person with the right to payroll only",
    params: idParams,
    response: journalDetail,
    handler: ({ db, actor, params }) => readJournal(db, actor, params.id),
  }),
  historyEndpoint(path, "journal", "cost.read"),
  ...stepEndpoints(journalNoun, {
    post: { summary: "Post a journal that another person prepared", take: postJournal },
    reverse: { summary: "Reverse a posted journal by one of its own", take: reverseJournal },
    submit: { summary: "Send a journal to be posted" },
    return: {},
  }),
];
