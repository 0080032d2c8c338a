import { formatCents } from "#kernel/money.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { queueMail } from "#server/mail/mail.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import { contractLetter, type VendorEvent } from "./contract.letter.ts";
import type { ContractRecord } from "./contract.noun.ts";

const link = (c: ContractRecord) => `/contracts/${c.id}`;

/** A request waits for somebody who drafts contracts: contract managers, else buyers. */
export const tellOfRequest = async (tx: Tx, c: ContractRecord, from: string): Promise<void> => {
  const managers = await peopleOnDuty(tx, "contract_manager");
  notify(tx, managers.length ? managers : await peopleOnDuty(tx, "buyer"), {
    kind: "contract",
    title: `${c.number} is requested`,
    body: `${from} asks for a contract: ${c.title}, ${formatCents(c.ceiling)}.`,
    link: link(c),
  });
};

/** A contract waits for counsel; nobody who wrote it is asked. */
export const tellCounsel = async (tx: Tx, c: ContractRecord): Promise<void> =>
  notify(
    tx,
    (await peopleOnDuty(tx, "counsel")).filter((person) => !c.draftedBy.includes(person)),
    {
      kind: "contract",
      title: `${c.number} waits for counsel`,
      body: `${c.title}, ${formatCents(c.ceiling)}.`,
      link: link(c),
    },
  );

/** Mails a vendor what became of its contract, where it has an address. */
export const tellVendor = async (
  tx: Tx,
  c: ContractRecord,
  event: VendorEvent,
  reason: string | null = null,
): Promise<void> => {
  const vendor = await tx.one<{ name: string; email: string | null }>(sql`
    select name, email
    from vendor
    where org_id = ${c.orgId} and id = ${c.vendorId}
  `);
  if (!vendor.email) return;
  await queueMail(tx, {
    ...contractLetter({ ...c, vendor: vendor.name, event, reason }),
    orgId: c.orgId,
    to: vendor.email,
    replyTo: { personId: c.ownerId },
  });
};
