import type { Actor } from "#kernel/access.ts";
import { conflict, Problem } from "#kernel/errors.ts";
import { signReceipt, withdrawalFormat, type Withdrawal } from "#kernel/sealing/receipt.ts";
import { sql } from "#server/db/sql.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import type { App } from "#server/app.ts";
import { auditKeys } from "#server/keys.ts";
import { ownBid } from "./ciphertext.service.ts";
import { sealScope } from "./under-seal.service.ts";

/**
 * What was taken back, when, and the ledger's entry of it; `deadline` is the one that it had to
 * come before.
 */
export type TakenBack = {
  orgId: string;
  solicitationId: string;
  vendorId: string;
  bid: Withdrawal["bid"];
  deadline: string;
  receivedAt: string;
  withdrawnAt: string;
  entryId: string;
  ciphertexts: string[];
};
type Names = { agency: string; number: string; title: string; vendor: string };

/**
 * The signed receipt of a withdrawal: the same bytes whenever it is asked for. 503 until the ledger
 * holds its entry.
 */
export const withdrawalNote = async (
  app: App,
  actor: Actor,
  {
    orgId,
    solicitationId,
    vendorId,
    bid,
    deadline,
    receivedAt,
    withdrawnAt,
    entryId,
    ciphertexts,
  }: TakenBack,
): Promise<{ note: string; receipt: Withdrawal }> => {
  const [names, leaf] = await Promise.all([
    vendorSide(app.database, actor).one<Names>(sql`
      select o.name as agency, s.number, s.title, v.name as vendor
      from solicitation s
      join organization o on o.id = s.org_id
      join vendor v on v.org_id = s.org_id and v.id = ${vendorId}
      where s.org_id = ${orgId} and s.id = ${solicitationId}
    `),
    app.database
      .read(sealScope(orgId))
      .maybe<{ idx: number }>(
        sql`select idx from audit_leaf where org_id = ${orgId} and entry_id = ${entryId}`,
      ),
  ]);
  if (!leaf)
    throw new Problem(
      "upstream",
      "audit_pending",
      "The receipt is being sealed in the audit ledger. Try again in a moment.",
      { status: 503, extra: { retryAfter: 2 } },
    );
  const receipt: Withdrawal = {
    format: withdrawalFormat,
    agency: { id: orgId, name: names.agency },
    solicitation: { id: solicitationId, number: names.number, title: names.title, deadline },
    vendor: { id: vendorId, name: names.vendor },
    bid,
    receivedAt,
    withdrawnAt,
    ciphertexts,
    audit: { entryId, index: leaf.idx },
  };
  const { verifier, sign } = auditKeys();
  return { receipt, note: signReceipt(receipt, verifier, sign) };
};

/** The receipt of a bid's withdrawal. 409 for a bid that was not taken back. */
export const bidWithdrawal = async (
  app: App,
  actor: Actor,
  id: string,
): Promise<{ note: string; receipt: Withdrawal }> => {
  const { row, envelopes } = await ownBid(app, actor, id);
  if (row.status !== "withdrawn" || !row.endedAt || !row.endedEntry)
    throw conflict("not_withdrawn", "This bid was not taken back.");
  return withdrawalNote(app, actor, {
    orgId: row.orgId,
    solicitationId: row.solicitationId,
    vendorId: row.vendorId,
    bid: { id, revision: row.revision, round: null },
    deadline: row.dueAt!,
    receivedAt: row.receivedAt!,
    withdrawnAt: row.endedAt,
    entryId: row.endedEntry,
    ciphertexts: envelopes.map((each) => each.sha256!),
  });
};
