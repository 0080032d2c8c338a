import type { Day } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { costWords } from "./cost-words.service.ts";
import type { ObjectClass } from "./cost.labels.ts";

/** A cost as whoever funds it sees it: what was charged, paid, moved away and claimed of it. */
export type Cost = {
  id: string;
  source: "invoice" | "payroll" | "transfer" | "stock";
  documentId: string;
  documentNumber: string;
  description: string;
  vendor: string | null;
  accountStringId: string;
  account: string;
  objectClass: ObjectClass;
  postedOn: Day;
  incurredFrom: Day;
  incurredTo: Day;
  cents: number;
  paid: number;
  paidOn: Day | null;
  moved: number;
  claimed: number;
  movesId: string | null;
  dueOn: string | null;
  requisitionId: string | null;
  purchaseOrderId: string | null;
  receiptId: string | null;
  invoiceId: string | null;
  journalId: string | null;
  emergency: boolean;
};

type Which = {
  accountStringIds?: readonly string[];
  ids?: readonly string[];
  /** What was bought by these requisitions. */
  requisitionIds?: readonly string[];
  emergency?: boolean;
  from?: string | null;
  to?: string | null;
};

/**
 * Costs that stand, by their day; those of account strings, by id, of requisitions, or of emergency
 * purchases.
 */
export const costsOf = (db: Db, which: Which): Promise<Cost[]> =>
  db.rows<Cost>(sql`
    select
      c.id, c.source, c.document_id, c.document_number, ${costWords} as description,
      v.name as vendor, c.account_string_id, s.code as account, c.object_class, c.posted_on,
      c.incurred_from, c.incurred_to, c.cents, c.paid, c.paid_on, c.moved, c.claimed, c.moves_id,
      i.due_on, c.requisition_id, c.purchase_order_id, c.receipt_id, c.invoice_id, c.journal_id,
      c.emergency
    from cost_line c
    join account_string s on s.org_id = c.org_id and s.id = c.account_string_id
    left join invoice i on i.org_id = c.org_id and i.id = c.invoice_id
    left join vendor v on v.org_id = i.org_id and v.id = i.vendor_id
    where c.org_id = ${db.scope.orgId}
      and c.reversed_on is null
      and (
        ${which.accountStringIds === undefined}::boolean
        or c.account_string_id = any(${[...(which.accountStringIds ?? [])]}::uuid[])
      )
      and (${which.ids === undefined}::boolean or c.id = any(${[...(which.ids ?? [])]}::uuid[]))
      and (
        ${which.requisitionIds === undefined}::boolean
        or c.requisition_id = any(${[...(which.requisitionIds ?? [])]}::uuid[])
      )
      and (${which.emergency !== true}::boolean or c.emergency)
      and (${which.from ?? null}::date is null or c.incurred_to >= ${which.from ?? null}::date)
      and (${which.to ?? null}::date is null or c.incurred_from <= ${which.to ?? null}::date)
    order by c.incurred_to, c.document_number, c.id
  `);

/** Which object class each account of the chart belongs to; `other` where nobody said it. */
export const objectClassesOf = async (
  db: Db,
  accountStringIds: readonly string[],
): Promise<Map<string, ObjectClass>> =>
  new Map(
    (
      await db.rows<{ id: string; objectClass: ObjectClass }>(sql`
        select s.id, coalesce(m.object_class, 'other') as object_class
        from account_string s
        left join object_class_account m on m.org_id = s.org_id and m.account_id = s.account_id
        where s.org_id = ${db.scope.orgId} and s.id = any(${[...accountStringIds]}::uuid[])
      `)
    ).map((r) => [r.id, r.objectClass]),
  );

/** Those of these account strings that pay for construction. */
export const accountsOfConstruction = async (
  db: Db,
  accountStringIds: readonly string[],
): Promise<string[]> =>
  [...(await objectClassesOf(db, accountStringIds))].flatMap(([id, objectClass]) =>
    objectClass === "construction" ? id : [],
  );

/** Says to which object class accounts belong; what is posted from now on carries it. */
export const mapAccounts = async (
  tx: Tx,
  entries: readonly { accountId: string; objectClass: ObjectClass }[],
): Promise<void> => {
  await tx.rows(sql`
    insert into object_class_account (org_id, account_id, object_class)
    select ${tx.scope.orgId}::uuid, t.account_id, t.object_class
    from unnest(
      ${entries.map((e) => e.accountId)}::uuid[], ${entries.map((e) => e.objectClass)}::text[]
    ) as t(account_id, object_class)
    on conflict (org_id, account_id)
    do update set object_class = excluded.object_class
  `);
};
