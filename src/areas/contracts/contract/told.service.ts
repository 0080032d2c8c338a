import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { readConfig } from "#server/config.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { queueMail } from "#server/mail/mail.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
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

export type VendorEvent = "send" | "sign" | "amend" | "suspend" | "resume" | "terminate";

// What a vendor reads of an event, with the reason where it must know it.
const said = (c: ContractRecord, event: VendorEvent, reason: string | null): [string, string] => {
  const why = reason ? ` Why: ${reason}` : "";
  return {
    send: ["is ready for signature", "Please sign it on paper; the agency sends you the document."],
    sign: [
      "is in force",
      `It runs to ${formatDate(c.endsOn)}, up to ${formatCents(c.ceiling)}. Deliver against purchase orders only.`,
    ],
    amend: [
      "is amended",
      `It runs to ${formatDate(c.endsOn)} now, up to ${formatCents(c.ceiling)}.`,
    ],
    suspend: ["is suspended", `No order is placed under it until it is resumed.${why}`],
    resume: ["is resumed", "Orders may be placed under it again."],
    terminate: ["is terminated", `No order is placed under it any more.${why}`],
  }[event] as [string, string];
};

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
  const [what, text] = said(c, event, reason);
  await queueMail(tx, {
    kind: "contract",
    orgId: c.orgId,
    to: vendor.email,
    subject: `Contract ${c.number} ${what}`,
    paragraphs: [`${vendor.name},`, `Contract ${c.number}, ${c.title}, ${what}. ${text}`],
    link: {
      label: "Your contracts",
      href: `${readConfig().origin}/vendor-portal/contracts`,
    },
  });
};
