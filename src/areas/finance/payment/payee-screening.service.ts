import type { Actor } from "#kernel/access.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { screenVendors, type Screening } from "#areas/vendors/vendors.server.ts";
import type { PaymentDetail } from "./payment.model.ts";
import type { PaymentRecord, RunRecord } from "./payment.noun.ts";

/**
 * By vendor: the evidence of the screening at this moment. `held` says in words why the run must
 * wait, or null.
 */
export type PayeeScreening = { evidence: ReadonlyMap<string, Screening>; held: string | null };

/**
 * Compares every payee of a run with the loaded exclusion list, in one go for the whole run, and
 * keeps the evidence under the run. A match that is
 * confirmed or not decided holds the run; who proposed it is told. 409 without a list: nobody is
 * paid unscreened. 2 CFR 200.214, 2 CFR 180.
 */
export const screenPayees = async (
  tx: Tx,
  actor: Actor,
  run: RunRecord,
): Promise<PayeeScreening> => {
  const payees = await tx.rows<{ id: string; name: string }>(sql`
    select v.id, v.name
    from vendor v
    where v.org_id = ${run.orgId}
      and v.id in (
        select p.vendor_id
        from payment p
        where p.org_id = ${run.orgId} and p.run_id = ${run.id} and p.status = 'approved'
      )
    order by v.name
  `);
  const evidence = await screenVendors(
    tx,
    actor,
    payees.map((p) => p.id),
    "payment",
    { type: "paymentRun", id: run.id, number: run.number },
  );
  const stopped = payees.filter((p) => evidence.get(p.id)?.outcome !== "clear");
  if (stopped.length === 0) return { evidence, held: null };
  const outcomeOf = (payeeId: string) =>
    evidence.get(payeeId)?.outcome === "excluded" ? "excluded" : "possible match";
  const names = stopped.map((p) => `${p.name} (${outcomeOf(p.id)})`).join(", ");
  const held = `Not released. The exclusion screening holds ${names}.`;
  if (run.proposedBy)
    notify(tx, [run.proposedBy], {
      kind: "paymentHeld",
      title: `${run.number} is held by the exclusion screening`,
      body: held.slice(0, 200),
      link: `/payments/runs/${run.id}`,
    });
  return { evidence, held };
};

/**
 * The screening behind a payment: the one it went out with, else the last one of its run, with what
 * a person decided about it. Null when it was never screened.
 */
export const screeningOfPayment = (
  db: Db,
  payment: PaymentRecord,
): Promise<PaymentDetail["screening"]> =>
  db.maybe<NonNullable<PaymentDetail["screening"]>>(sql`
    select
      s.at, s.outcome, jsonb_array_length(s.candidates) as candidates, s.list_name, s.list_date,
      s.list_sha256, s.list_rows, d.decision, d.reason as decision_reason, p.display_name as decider
    from vendor_screening s
    left join vendor_screening_decision d on d.org_id = s.org_id and d.screening_id = s.id
    left join person p on p.id = d.person_id
    where s.org_id = ${db.scope.orgId}
      and s.id = coalesce(
        ${payment.screeningId}::uuid,
        (
          select n.id
          from vendor_screening n
          where n.org_id = ${db.scope.orgId}
            and n.object_id = ${payment.runId}
            and n.vendor_id = ${payment.vendorId}
          order by n.at desc, n.id desc
          limit 1
        )
      )
  `);
