// Bills of the operator: drafted, sent with their number, made void, given up, corrected by credit notes.
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { addDays } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, takeNumber, updateRow } from "#server/db/rows.ts";
import { asSystem, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { queueMail } from "#server/mail/mail.ts";
import { numberYear } from "#server/number-year.ts";
import { agencyBill } from "../billing.tables.ts";
import { customerAdministrators, customerNamed } from "../operator/operator.service.ts";
import { liveSubscription } from "../subscription/subscription.service.ts";
import { billLetter } from "./bill.letters.ts";
import type { BillInput, CreditInput } from "./bill.model.ts";
import { billNoun, numberOfBill, type BillStored } from "./bill.noun.ts";
import { putLines, termsOfBill, type NewLine } from "./draft.service.ts";
import { billPaperName, billUblName } from "./paper.service.ts";

const items = (lines: BillInput["lines"]): NewLine[] =>
  lines.map(({ description, cents }) => ({
    ...{ kind: "item" as const, description, cents, fromOn: null, toOn: null },
  }));

const told = (tx: Tx, actor: Actor, bill: BillStored) =>
  note(
    tx,
    actor,
    billNoun,
    { id: bill.id, number: numberOfBill(bill) },
    {
      ...{ action: "create", after: bill },
    },
  );

/** Drafts a bill by hand, for what no plan says. 422 `no_agency_of_this_id`. */
export const draftBill = async (
  tx: Tx,
  actor: Actor,
  { customerId, note: words, lines }: BillInput,
  app: Pick<App, "database">,
): Promise<BillStored> => {
  const customerName = await customerNamed(app.database, customerId);
  if (!customerName) throw invalidField("customerId", "Choose the agency.", "no_agency_of_this_id");
  const live = await liveSubscription(tx, customerId);
  const { id } = await insertRow(tx, agencyBill, {
    ...{ orgId: tx.scope.orgId!, id: newId(), customerId, customerName, note: words },
    ...(live && (await termsOfBill(tx, live))),
    draftedBy: actor.personId,
  });
  await putLines(tx, id, null, items(lines));
  const bill = await getRow(tx, agencyBill, id, "bill");
  told(tx, actor, bill);
  return bill;
};

const owedOf = ({ total, paid, credited }: BillStored): number => total - paid - credited;

/** Drafts a credit note to a bill that went out; another operator sends it. 404; 409 `not_open`; 422 `over_owed`. */
export const draftCredit = async (
  tx: Tx,
  actor: Actor,
  billId: string,
  { note: words, lines }: CreditInput,
): Promise<BillStored> => {
  const bill = await lockRow(tx, agencyBill, billId, "bill");
  if (bill.status !== "open" || bill.kind !== "bill")
    throw conflict("not_open", `${numberOfBill(bill)} is not open, so nothing is credited on it.`);
  const cents = lines.reduce((sum, line) => sum + line.cents, 0);
  if (cents > owedOf(bill))
    throw invalidField(
      "lines",
      `${formatCents(owedOf(bill))} are still owed of ${bill.number}; credit at most that.`,
      "over_owed",
    );
  const { customerId, customerName, orderNumber, exemptionNumber, exemptionReason } = bill;
  const { billTo, billEmail, agreementId } = bill;
  const { id } = await insertRow(tx, agencyBill, {
    ...{ orgId: tx.scope.orgId!, id: newId(), kind: "credit", creditsId: bill.id, note: words },
    ...{ customerId, customerName, orderNumber, exemptionNumber, exemptionReason },
    ...{ billTo, billEmail, agreementId, draftedBy: actor.personId },
  });
  await putLines(tx, id, null, items(lines));
  const credit = await getRow(tx, agencyBill, id, "bill");
  told(tx, actor, credit);
  return credit;
};

/** A bill of which nothing is owed any more is paid, and open again where money came back. */
export const settleBill = async (tx: Tx, actor: Actor, bill: BillStored): Promise<BillStored> => {
  const system = asSystem(actor);
  if (bill.status === "open" && owedOf(bill) === 0)
    return transition(tx, system, billNoun, { id: bill.id, action: "settle" });
  if (bill.status === "paid" && owedOf(bill) > 0)
    return transition(tx, system, billNoun, { id: bill.id, action: "reopen" });
  return bill;
};

const creditOff = async (tx: Tx, actor: Actor, credit: BillStored): Promise<void> => {
  const bill = await lockRow(tx, agencyBill, credit.creditsId!, "bill");
  if (bill.status !== "open" || credit.total > owedOf(bill))
    throw conflict(
      "over_owed",
      `Less is owed of ${numberOfBill(bill)} than this credit note takes off. Make it void, and draft it anew.`,
    );
  const after = await updateRow(tx, agencyBill, bill.id, {
    credited: bill.credited + credit.total,
  });
  note(
    tx,
    actor,
    billNoun,
    { id: bill.id, number: bill.number },
    {
      ...{ action: "credited", before: bill, after },
      note: `${formatCents(credit.total)} by a credit note`,
    },
  );
  await settleBill(tx, actor, after);
};

const sendLetters = async (
  tx: Tx,
  actor: Actor,
  app: Pick<App, "database">,
  bill: BillStored,
): Promise<number> => {
  const people = await customerAdministrators(app.database, bill.customerId);
  const to = new Set([...(bill.billEmail ? [bill.billEmail] : people.map(({ email }) => email))]);
  const name = bill.number!;
  for (const address of to)
    await queueMail(tx, {
      ...billLetter({
        ...{ customer: bill.customerName, number: name, total: bill.total, dueOn: bill.dueOn },
        credit: bill.kind === "credit",
      }),
      ...{ orgId: bill.orgId, to: address },
      ...(actor.personId && { replyTo: { personId: actor.personId } }),
      papers: [
        { maker: billPaperName, of: bill.id, name: `${name}.pdf` },
        { maker: billUblName, of: bill.id, name: `${name}.xml` },
      ],
    });
  return to.size;
};

/**
 * Sends a draft: it takes the next gapless number, its days begin, and its letter goes out with PDF and UBL. A
 * credit note takes off what its bill is owed. 404, 409 `nothing_billed`, `over_owed`, 412.
 */
export const issueBill = (
  tx: Tx,
  actor: Actor,
  at: StepAt,
  _input: unknown,
  app: Pick<App, "database">,
): Promise<BillStored> =>
  transition(tx, actor, billNoun, {
    ...at,
    action: "issue",
    effect: async (bill) => {
      if (bill.total === 0) throw conflict("nothing_billed", "Nothing stands on this draft.");
      const credit = bill.kind === "credit";
      if (credit) await creditOff(tx, actor, bill);
      const kind = credit ? "HC" : "HB";
      const number = await takeNumber(tx, kind, await numberYear(tx, kind));
      const issuedOn = businessDate(tx.scope);
      const dueOn = credit ? null : addDays(issuedOn, bill.payDays);
      const letters = await sendLetters(tx, actor, app, { ...bill, number, issuedOn, dueOn });
      return {
        to: credit ? "paid" : "open",
        patch: { number, issuedOn, dueOn, issuedBy: actor.personId },
        note: `${number}, ${letters === 1 ? "one letter" : `${letters} letters`}${dueOn ? `, due ${formatDate(dueOn)}` : ""}`,
      };
    },
  });

/**
 * Makes a draft void, or a bill that went out wrong and of which nothing is paid. Its period is not billed again by
 * itself: what is right is drafted by hand. 404, 409, 412.
 */
export const voidBill = (tx: Tx, actor: Actor, at: TakenStep): Promise<BillStored> =>
  transition(tx, actor, billNoun, { ...at, action: "void" });

/** Gives up what is owed of a bill; another operator than who sent it. 404, 409, 412. */
export const writeOffBill = (tx: Tx, actor: Actor, at: TakenStep): Promise<BillStored> =>
  transition(tx, actor, billNoun, { ...at, action: "writeOff" });
