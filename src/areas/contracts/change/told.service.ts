import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { queueMail } from "#server/mail/mail.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import type { ContractRecord } from "../contract/contract.noun.ts";
import { contract } from "../contracts.tables.ts";
import { changeLetter, type ChangeEvent } from "./change.letter.ts";
import type { ChangeRecord } from "./change.noun.ts";

type Notice = { title: string; body: string; link: string };

/** Whoever keeps a contract hears: its owner, else those on duty. */
export const tellKeepers = async (tx: Tx, c: ContractRecord, notice: Notice): Promise<void> =>
  notify(tx, c.ownerId ? [c.ownerId] : await peopleOnDuty(tx, "contract_manager"), {
    kind: "contract",
    ...notice,
  });

/** The vendor's address of letters in the scope's agency; null without one. */
export const vendorOf = async (
  tx: Tx,
  vendorId: string,
): Promise<{ name: string; email: string | null }> =>
  tx.one<{ name: string; email: string | null }>(sql`
    select name, email
    from vendor
    where org_id = ${tx.scope.orgId} and id = ${vendorId}
  `);

/** Mails a vendor what became of a change, where it has an address. */
export const tellVendorOfChange = async (
  tx: Tx,
  change: ChangeRecord,
  event: ChangeEvent,
  reason: string | null = null,
): Promise<void> => {
  const c = await getRow(tx, contract, change.contractId, "contract");
  const vendor = await vendorOf(tx, c.vendorId);
  if (!vendor.email) return;
  await queueMail(tx, {
    ...changeLetter({
      vendor: vendor.name,
      number: change.number,
      title: change.title,
      contract: c.number,
      increase: change.increase,
      decrease: change.decrease,
      days: change.days,
      path: `/vendor-portal/contracts/${c.orgId}/${c.id}`,
      event,
      reason,
    }),
    orgId: c.orgId,
    to: vendor.email,
    replyTo: { personId: c.ownerId },
  });
};
