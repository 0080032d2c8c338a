import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { approvableOf } from "../approval/approvable.service.ts";
import { partiesOf } from "../approval/stage.service.ts";
import type { ApprovableType } from "../policy/policy.model.ts";
import { reachedAt } from "./chain.model.ts";
import { linksOf, namesOf } from "./chain.service.ts";

type Waiting = {
  documentType: ApprovableType;
  documentId: string;
  documentNumber: string;
  requesterId: string | null;
  facts: Record<string, unknown>;
};

// What waits for somebody now, of the types; the newest where it is very much.
const waitingFor = (tx: Tx, personId: string, types: readonly string[]) =>
  tx.rows<Waiting>(sql`
    select q.document_type, q.document_id, q.document_number, q.requester_id, q.facts
    from approval_request q
    where q.org_id = ${tx.scope.orgId}
      and q.status = 'pending'
      and q.document_type = any(${types}::text[])
      and q.requester_id is not null
      and exists (
        select 1
        from approval_step s
        join approval_assignee a on a.org_id = s.org_id and a.step_id = s.id
        where s.org_id = q.org_id
          and s.request_id = q.id
          and s.status = 'open'
          and a.person_id = ${personId}
          and a.decision is null
      )
    order by q.requested_at desc
    limit 200
  `);

/**
 * Tells whoever asked for something that waits for `giver` who decides it now, after a delegation
 * of these types began or ended.
 */
export const tellRequesters = async (
  tx: Tx,
  giver: { id: string; name: string },
  types: readonly ApprovableType[],
): Promise<void> => {
  const waiting = await waitingFor(tx, giver.id, types);
  if (waiting.length === 0) return;
  const links = await linksOf(tx);
  const now = businessNow(tx.scope).getTime();
  const reached = waiting.map((w) =>
    reachedAt(links, giver.id, w.documentType, now, partiesOf(w)).map((path) => path.at(-1)!),
  );
  const names = await namesOf(tx, reached.flat());
  for (const [i, w] of waiting.entries()) {
    const people = [...new Set(reached[i])].map((id) => names.get(id) ?? "a former member");
    notify(tx, [w.requesterId!], {
      kind: "delegation",
      title: people.length
        ? `${w.documentNumber}: ${people.join(" or ")} decides for ${giver.name} now`
        : `${w.documentNumber}: ${giver.name} decides again`,
      body: people.length ? `${giver.name} delegated approvals and can still decide.` : "",
      link: approvableOf(w.documentType).href(w.documentId),
    });
  }
};
