import type { Actor } from "#kernel/access.ts";
import { conflict, Problem } from "#kernel/errors.ts";
import {
  receiptEnvelope,
  receiptFormat,
  signReceipt,
  type Receipt,
} from "#kernel/sealing/receipt.ts";
import { sql } from "#server/db/sql.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import type { App } from "#server/app.ts";
import { auditKeys } from "#server/keys.ts";
import { ownBid } from "./ciphertext.service.ts";
import { sealScope } from "./under-seal.service.ts";

type Names = { agency: string; number: string; title: string; vendor: string };

/**
 * The signed receipt of a bid that was taken in: the same bytes whenever it is asked for. 409 for a
 * bid in preparation, 503 until the ledger holds its entry.
 */
export const receiptOf = async (
  app: App,
  actor: Actor,
  id: string,
): Promise<{ note: string; receipt: Receipt }> => {
  const { row, envelopes } = await ownBid(app, actor, id);
  if (!row.receivedAt || !row.receiptEntry || !row.dueAt)
    throw conflict("not_submitted", "This bid was not submitted.");
  const [names, leaf] = await Promise.all([
    vendorSide(app.database, actor).one<Names>(sql`
      select o.name as agency, s.number, s.title, v.name as vendor
      from solicitation s
      join organization o on o.id = s.org_id
      join vendor v on v.org_id = s.org_id and v.id = ${row.vendorId}
      where s.org_id = ${row.orgId} and s.id = ${row.solicitationId}
    `),
    app.database.read(sealScope(row.orgId)).maybe<{ idx: number }>(sql`
      select idx
      from audit_leaf
      where org_id = ${row.orgId} and entry_id = ${row.receiptEntry}
    `),
  ]);
  if (!leaf)
    throw new Problem(
      "upstream",
      "audit_pending",
      "The receipt is being sealed in the audit ledger. Try again in a moment.",
      { status: 503, extra: { retryAfter: 2 } },
    );
  const receipt: Receipt = {
    format: receiptFormat,
    agency: { id: row.orgId, name: names.agency },
    solicitation: {
      id: row.solicitationId,
      number: names.number,
      title: names.title,
      deadline: row.dueAt,
    },
    vendor: { id: row.vendorId, name: names.vendor },
    bid: { id: row.id, revision: row.revision },
    receivedAt: row.receivedAt,
    envelopes: envelopes.flatMap((each) => (each.manifest ? [receiptEnvelope(each.manifest)] : [])),
    audit: { entryId: row.receiptEntry, index: leaf.idx },
  };
  const { verifier, sign } = auditKeys();
  return { receipt, note: signReceipt(receipt, verifier, sign) };
};
