import { type Actor, systemActor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { todayOf, namesOf } from "#server/restored/clocks.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { signableOf } from "./signable.service.ts";
import { signatureNoun, signersOf, type RequestRecord } from "./signature.noun.ts";
import { endWaiting, tellSigners } from "./turn.service.ts";

const ends = {
  decline: { status: "declined", words: "was declined" },
  expire: { status: "expired", words: "has expired" },
  void: { status: "voided", words: "is void" },
} as const;

/**
 * Ends a locked open request without a signed document: tasks and links end, both sides are told
 * once, the record's area hears of it.
 */
export const endRequest = async (
  tx: Tx,
  actor: Actor,
  r: RequestRecord,
  { action, reason }: { action: keyof typeof ends; reason: string },
): Promise<RequestRecord> => {
  const { status, words } = ends[action];
  const after = await transition(tx, asSystem(actor), signatureNoun, {
    id: r.id,
    action,
    reason,
    effect: async () => ({ patch: { statusReason: reason } }),
  });
  const signers = await signersOf(tx, r.id);
  await endWaiting(tx, actor, signers, `The request for signatures ${words}: ${reason}`);
  await tellSigners(tx, actor, r, signers, {
    title: `The signature under ${r.number} ${words}`,
    body: `${r.title}: ${reason} Signatures given so far do not count.`,
  });
  await signableOf(r.sourceType).ended?.(tx, asSystem(actor), r.sourceId, { status, reason });
  return after;
};

/** Ends requests whose last day has passed in the agency; gives how many. */
export const expireSignatures = async (tx: Tx): Promise<number> => {
  const actor = systemActor(tx.scope.orgId!);
  const { timeZone } = await readOrganization(tx);
  const due = await tx.rows<RequestRecord>(sql`
    select *
    from signature_request
    where org_id = ${tx.scope.orgId}
      and status = 'open'
      and expires_on < ${businessDate(tx.scope, timeZone)}::date
    order by id
    for update
  `);
  for (const r of due)
    await endRequest(tx, actor, r, {
      action: "expire",
      reason: `Not everybody had signed by ${formatDate(r.expiresOn)}.`,
    });
  return due.length;
};

/** Early on each day of an agency. */
export const signatureDay: AgencyDay = {
  name: "signatures-expire",
  at: "00:10",
  afterRestore: {
    kind: "courses",
    due: `
      select
        count(distinct r.id)::int as due, count(s.id)::int as people,
        min(r.expires_on)::timestamptz as since,
        ${namesOf("r.org_id", "r.number || ': ' || r.title")}
      from signature_request r
      left join signature_signer s on s.org_id = r.org_id and s.request_id = r.id
      where r.status = 'open' and r.expires_on < ${todayOf("r.org_id")}
    `,
  },
  run: (app: App, orgId) => app.database.transaction({ orgId, personId: null }, expireSignatures),
};
