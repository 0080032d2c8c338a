import {
  proposeRun,
  saveAgencyBank,
  submitRun,
  createInvoice,
  submitInvoice,
} from "#areas/finance/finance.server.ts";
import { invoiceInput } from "#areas/finance/invoice/invoice.model.ts";
import { agencyBankInput } from "#areas/finance/payment/agency-bank.model.ts";
import { runInput } from "#areas/finance/payment/run.model.ts";
import { bankChangeInput, callBackInput } from "#areas/vendors/bank/bank.model.ts";
import { proposeBankChange, verifyBankChange } from "#areas/vendors/bank/bank.service.ts";
import type { Actor } from "#kernel/access.ts";
import type { Database } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "./agency.ts";
import { agencyDay } from "./days.ts";
import { makeExclusionList } from "./exclusions.ts";
import { approveDocument } from "./purchase.ts";

type Person = "admin" | "manager" | "otherManager" | "ap" | "otherAp" | "treasurer" | "everything";
export type PayingAgency = Agency & {
  people: Record<Person, Actor>;
  accountStringId: string;
  vendor: { id: string; name: string };
};

/**
 * The agency's bank as the tests set it up: account 0042119876 at First Bank of the Delta, checks
 * from 1001.
 */
export const agencyBank = agencyBankInput.parse({
  bankName: "First Bank of Delta",
  companyName: "Cane County",
  immediateDestination: "091000019",
  originatingRouting: "091000019",
  immediateOrigin: "1726000421",
  companyId: "1726000421",
  accountNumber: "0042119876",
  nextCheckNumber: 1001,
});

/**
 * An agency that can pay: people for each of the three steps, policies for invoices and runs, a
 * budget, a vendor, its own bank account, an exclusion list.
 */
export const payingAgency = async (database: Database): Promise<PayingAgency> => {
  const agency = await makeAgency(database);
  const people = await makeMembers(database, agency, {
    admin: { role: "admin" },
    manager: { role: "manager" },
    otherManager: { role: "manager" },
    ap: { duties: ["ap"] },
    otherAp: { duties: ["ap"] },
    treasurer: { duties: ["treasurer"] },
    everything: { role: "admin", duties: ["ap", "treasurer"] },
  });
  const { accountStringId } = await makeBudget(database, agency, 50_000_000_00);
  for (const documentType of ["invoice", "paymentRun"] as const)
    await makePolicy(database, people.admin, {
      documentType,
      steps: [
        {
          name: "Manager",
          stage: 1,
          mode: "any",
          quorum: 1,
          dueHours: 72,
          escalateTo: null,
          approvers: [
            { kind: "role", role: "manager" },
            { kind: "role", role: "admin" },
          ],
        },
      ],
    });
  await database.transaction(people.treasurer, (tx) =>
    saveAgencyBank(tx, people.treasurer, agencyBank, null),
  );
  await makeExclusionList(database, agency);
  return { ...agency, people, accountStringId, vendor: await makeVendor(database, agency) };
};

let serial = 0;

/** An approved invoice (or credit note) without an order, of `cents`. */
export const approvedInvoice = async (
  database: Database,
  agency: PayingAgency,
  over: {
    vendorId?: string;
    cents?: number;
    retainage?: number;
    kind?: "invoice" | "credit_note";
    vendorNumber?: string;
    terms?: string;
    invoiceDate?: string;
    receivedOn?: string;
  } = {},
): Promise<{ id: string; number: string }> => {
  const { ap, otherManager } = agency.people;
  const input = invoiceInput.parse({
    vendorId: over.vendorId ?? agency.vendor.id,
    kind: over.kind ?? "invoice",
    vendorNumber: over.vendorNumber ?? `S-${++serial}`,
    invoiceDate: over.invoiceDate ?? "2026-11-14",
    receivedOn: over.receivedOn ?? null,
    terms: over.terms ?? null,
    retainage: over.retainage ?? 0,
    lines: [
      {
        accountStringId: agency.accountStringId,
        description: "Repair stone",
        quantity: "1",
        unitPrice: ((over.cents ?? 100_00) / 100).toFixed(2),
      },
    ],
  });
  const row = await database.transaction(ap, (tx) => createInvoice(tx, ap, input));
  await database.transaction(ap, (tx) => submitInvoice(tx, ap, { id: row.id, version: null }));
  await approveDocument(database, otherManager, row.id);
  return row;
};

/**
 * Gives a vendor a bank account: proposed by AP, verified by the treasurer `hoursAgo` (its 48 hours
 * of hold run from then).
 */
export const bankAccount = async (
  database: Database,
  agency: PayingAgency,
  vendorId: string,
  over: {
    routingNumber?: string;
    accountNumber?: string;
    accountType?: "checking" | "savings";
    hoursAgo?: number;
  } = {},
): Promise<void> => {
  const { hoursAgo = 72, ...account } = over;
  const at = (actor: Actor, minutes: number): Actor => ({
    ...actor,
    businessNow: new Date(Date.now() - hoursAgo * 3_600_000 + minutes * 60_000).toISOString(),
  });
  const ap = at(agency.people.ap, -60);
  const treasurer = at(agency.people.treasurer, 0);
  await database.transaction(ap, (tx) =>
    tx.rows(sql`
      update vendor
      set phone = '952 555 0134'
      where org_id = ${agency.orgId} and id = ${vendorId}
    `),
  );
  const input = bankChangeInput.parse({
    bankName: "Prairie Community Bank",
    routingNumber: "021000021",
    accountNumber: `77300${++serial}`,
    accountType: "checking",
    reason: "Letter of the vendor, by mail",
    ...account,
  });
  const change = await database.transaction(ap, (tx) => proposeBankChange(tx, ap, vendorId, input));
  const call = callBackInput.parse({
    numberKey: "vendor",
    calledWho: "Nora Whitfield",
    calledAt: at(ap, -30).businessNow,
  });
  await database.transaction(treasurer, (tx) =>
    verifyBankChange(tx, treasurer, { id: change.id, version: null }, call),
  );
};

/**
 * A run that accounts payable proposed (everything due within 400 days, or `input`) and the manager
 * approved; gives its id.
 */
export const approvedRun = async (
  database: Database,
  { people: { ap, manager } }: PayingAgency,
  input: object = {},
): Promise<string> => {
  const run = await database.transaction(ap, (tx) =>
    proposeRun(tx, ap, runInput.parse({ payThrough: agencyDay(400), ...input })),
  );
  await database.transaction(ap, (tx) => submitRun(tx, ap, { id: run.id, version: null }));
  await approveDocument(database, manager, run.id);
  return run.id;
};
