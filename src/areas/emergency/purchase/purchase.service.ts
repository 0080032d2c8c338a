import type { Actor } from "#kernel/access.ts";
import { formatInstant } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { businessDate, databaseNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import { keepOrigin } from "#server/origin/origin.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { issueInEmergency, orderInput } from "#areas/procurement/procurement.server.ts";
import { priceAt } from "#areas/procurement/procurement.public.ts";
import { ratesOn } from "#areas/contracts/contracts.server.ts";
import { checksOf, type Wanted } from "./checks.service.ts";
import { keepPurchaseDays } from "../emergency-deadlines.service.ts";
import { approvedHows, emergencyRule } from "../emergency.labels.ts";
import { localDeclaration } from "../emergency.tables.ts";
import { kitsOf } from "../preparation/preparation.service.ts";
import { stopOf, totalOf, type PurchaseInput } from "./purchase.model.ts";
import { purchaseNoun, type PurchaseRecord } from "./purchase.noun.ts";
import { askToRatify } from "./ratification.service.ts";
import { ratificationTerm } from "../declaration/rules.service.ts";

type Asked = {
  declarationId: string | null;
  kitId: string;
  quantities: readonly { kitLineId: string; quantity: string }[];
  accountStringId: string | null;
  need: string;
};

// The same lines at the rates of today, where the kit's contract has a rate sheet.
const atRates = async (
  db: Db,
  { contractId, lines }: { contractId: string; lines: Omit<Wanted["lines"][number], "atRate">[] },
): Promise<Wanted["lines"]> => {
  const codes = lines.flatMap((line) => line.rateCode ?? []);
  const { rated, items } = await ratesOn(db, contractId, businessDate(db.scope), { codes }, 100);
  return lines.map((line) => {
    const item = items.find(({ code }) => code === line.rateCode);
    const unitPrice = item ? priceAt(item.tiers, line.wanted) : null;
    return item && unitPrice !== null
      ? { ...line, description: item.description, unit: item.unit, unitPrice, atRate: true }
      : { ...line, atRate: rated ? false : null };
  });
};

/** What is asked for, priced. 422 for a kit or a line that is not there, or without a quantity. */
export const wantedOf = async (db: Db, asked: Asked): Promise<Wanted> => {
  const [kit] = await kitsOf(db, asked.kitId);
  if (!kit) throw invalidField("kitId", "This kit is not prepared any more. Choose another one.");
  const named = asked.quantities.flatMap(({ kitLineId, quantity }, at) => {
    const line = kit.lines.find((each) => each.id === kitLineId);
    if (!line)
      throw invalidField(`quantities.${at}.kitLineId`, "The kit was changed. Choose it again.");
    return Number(quantity) > 0 ? [{ ...line, wanted: quantity }] : [];
  });
  const lines = await atRates(db, { contractId: kit.contractId, lines: named });
  const amount = totalOf(lines.map((l) => ({ quantity: l.wanted, unitPrice: l.unitPrice })));
  const { declarationId, accountStringId, need } = asked;
  return { declarationId, kit, lines, amount, accountStringId, need };
};

type Account = { departmentId: string; accountStringId: string };
const accountOf = async (tx: Tx, id: string): Promise<Account> => {
  const row = await tx.maybe<Account>(sql`
    select department_id, account_string_id
    from emergency_account
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);
  if (!row) throw invalidField("accountId", "This account is not prepared. Choose another one.");
  return row;
};

type Entered = { name: string; amountLimit: number | null; fromOn: string; toOn: string | null };

// Who said yes stands in the register for this amount and day, and is not who orders.
const requireApprover = async (
  tx: Tx,
  actor: Actor,
  input: PurchaseInput,
  amount: number,
): Promise<Entered> => {
  if (input.approverId === actor.personId)
    throw invalidField(
      "approverId",
      "You order it, so another person approves it.",
      "separation_of_duties",
    );
  const row = await tx.maybe<Entered>(sql`
    select p.display_name as name, a.amount_limit, a.from_on, a.to_on
    from emergency_approver a
    join person p on p.id = a.person_id
    where a.org_id = ${tx.scope.orgId} and a.person_id = ${input.approverId} and a.ended_at is null
  `);
  const today = businessDate(tx.scope);
  if (!row || row.fromOn > today || (row.toOn !== null && row.toOn < today))
    throw invalidField(
      "approverId",
      "This person may not approve by telephone today. Choose somebody of the register.",
    );
  if (row.amountLimit !== null && amount > row.amountLimit)
    throw invalidField(
      "approverId",
      `${row.name} may approve up to ${formatCents(row.amountLimit)}, and this is ${formatCents(amount)}. Ask somebody else, or order less.`,
    );
  return row;
};

const requireSaid = async (tx: Tx, input: PurchaseInput, declaredAt: string): Promise<void> => {
  const said = Date.parse(input.approvedAt);
  if (said > (await databaseNow(tx)).getTime() + 60_000)
    throw invalidField("approvedAt", "The approval was not given yet at this time.");
  // Within the minute: a screen knows no seconds.
  if (said < Date.parse(declaredAt) - 60_000)
    throw invalidField("approvedAt", "The approval was given before the declaration.");
};

const orderOf = (wanted: Wanted, input: PurchaseInput, account: Account) =>
  orderInput.parse({
    title: wanted.kit.name,
    vendorId: wanted.kit.vendorId,
    departmentId: account.departmentId,
    contractId: wanted.kit.contractId,
    deliverTo: input.deliverTo,
    instructions: `Emergency order. ${input.need}`,
    lines: wanted.lines.map((line) => ({
      rateCode: line.atRate ? line.rateCode : null,
      description: line.description,
      commodityCode: line.commodityCode,
      quantity: line.wanted,
      unit: line.unit,
      unitPrice: line.unitPrice,
      splits: [{ accountStringId: account.accountStringId }],
    })),
  });

/** The order that the same press has issued already; null where it has not. */
const issuedBefore = (tx: Tx, actor: Actor, requestId: string) =>
  tx.maybe<PurchaseRecord>(sql`
    select *
    from emergency_purchase
    where org_id = ${tx.scope.orgId}
      and request_id = ${requestId}
      and ordered_by = ${actor.personId}
  `);

type Resting = { wanted: Wanted; account: Account; approver: Entered; declaration: string };

const evidenceOf = async (tx: Tx, input: PurchaseInput, { approver, declaration }: Resting) => {
  const { timeZone } = await readOrganization(tx);
  const verbal = `${approver.name} approved it ${approvedHows[input.approvedHow].toLowerCase()} at ${formatInstant(input.approvedAt, timeZone)}`;
  return {
    citation: `${emergencyRule}, ${declaration}`,
    evidence: `${input.need} Under ${declaration}. ${verbal}.`.slice(0, 2000),
    note: `Emergency: ${verbal}; to be ratified`,
  };
};

const store = async (
  tx: Tx,
  actor: Actor,
  input: PurchaseInput,
  resting: Resting,
  origin: string,
): Promise<PurchaseRecord> => {
  const { wanted, account } = resting;
  const checks = await checksOf(tx, wanted);
  const stop = stopOf(checks);
  if (stop) throw conflict("check", stop);
  const order = await issueInEmergency(
    tx,
    actor,
    orderOf(wanted, input, account),
    await evidenceOf(tx, input, resting),
    origin,
  );
  const [{ count: hours }, year, now] = await Promise.all([
    ratificationTerm(tx),
    fiscalYearOf(tx, businessDate(tx.scope), "title"),
    databaseNow(tx),
  ]);
  const { requestId, declarationId, kitId, need, approverId, approvedHow, approvedAt } = input;
  const made = await create(tx, actor, purchaseNoun, {
    number: { kind: "EP", year: year.year },
    row: {
      ...{ requestId, declarationId, kitId, need, approverId, approvedHow, approvedAt, checks },
      ...account,
      orgId: actor.orgId!,
      id: newId(),
      contractId: wanted.kit.contractId,
      orderId: order.id,
      orderNumber: order.number,
      title: wanted.kit.name,
      amount: order.amount,
      orderedBy: actor.personId,
      ratifyBy: new Date(now.getTime() + hours * 3_600_000).toISOString(),
      issuedAt: now.toISOString(),
      priceBasis: wanted.lines.every((line) => line.contractLineId || line.atRate)
        ? `At the prices of ${wanted.kit.contract}.`
        : "",
    },
    from: [
      { type: "emergencyKit", id: kitId },
      { type: "localDeclaration", id: declarationId },
    ],
  });
  keepOrigin(tx, actor, { type: "purchaseOrder", id: order.id }, [
    { type: "emergencyPurchase", id: made.id },
  ]);
  return made;
};

/**
 * Issues an emergency order at once, on somebody's verbal approval, and asks that person to ratify
 * it. Behind the declaration's lock: no order goes out once it ended or its time has passed, and the
 * same press gives the same order (`again`). 409 with what stops it (`check`), the errors of
 * `issueInEmergency`, 422 for who approved, when, or what.
 */
export const issueEmergency = async (
  tx: Tx,
  actor: Actor,
  input: PurchaseInput,
  origin: string,
): Promise<PurchaseRecord & { again: boolean }> => {
  const declaration = await lockRow(tx, localDeclaration, input.declarationId, "local declaration");
  const before = await issuedBefore(tx, actor, input.requestId);
  if (before) return { ...before, again: true };
  const account = await accountOf(tx, input.accountId);
  const wanted = await wantedOf(tx, { ...input, accountStringId: account.accountStringId });
  if (wanted.lines.length === 0)
    throw invalidField("quantities", "Enter the quantity of at least one item.");
  const approver = await requireApprover(tx, actor, input, wanted.amount);
  await requireSaid(tx, input, declaration.declaredAt);
  const resting = { wanted, account, approver, declaration: declaration.number };
  const row = await store(tx, actor, input, resting, origin);
  await askToRatify(tx, actor, row);
  await keepPurchaseDays(tx, actor, row.id);
  return { ...row, again: false };
};
