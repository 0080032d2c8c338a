// Carver County's purchase cards: a cycle that is tied to the cent, and the one that runs.
import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { dateIn, instantIn } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, type Day, type Instant } from "#kernel/time.ts";
import { chargeableByCode } from "#areas/budget/budget.server.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { activateVendor, createVendor, vendorInput } from "#areas/vendors/vendors.server.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { cardInput } from "../card/card.model.ts";
import { addCard } from "../card/card.service.ts";
import { groupInput } from "../card/group.model.ts";
import { cardGroups } from "../card/group.service.ts";
import { openCycle, reconcileCycle, stateCycle } from "../cycle/cycle.service.ts";
import { cycleTold } from "../cycle/cycle.noun.ts";
import { lineImporter } from "../line/line.importer.ts";
import { approveLine, codeLine, sendLine } from "../line/line.service.ts";
import { closedDaysAgo, demoCards, demoGroups, demoLines, type DemoLine } from "./cards.data.ts";

type At = <T>(who: string, day: Day, work: (tx: Tx, actor: Actor) => Promise<T>) => Promise<T>;

const keeper = "cards";

const addBank = (at: At, today: Day): Promise<string> =>
  at("buyer", addDays(today, -200), async (tx, buyer) => {
    const input = vendorInput.parse({
      ...{ name: "First River Bank", email: "cards@firstriver.test", phone: "(952) 555-0177" },
      ...{ address1: "12 Chestnut Street", city: "Chaska", state: "MN", postalCode: "55318" },
      ...{ tin: "41-0999777", tinKind: "ein", termsDays: 25, paymentMethod: "check" },
    });
    const { id } = await createVendor(tx, buyer, input);
    await activateVendor(tx, buyer, { id, version: null });
    return id;
  });

const addCards = (at: At, day: Day, bankId: string): Promise<void> =>
  at(keeper, day, async (tx, actor) => {
    for (const group of demoGroups) {
      const draft = await cardGroups.draft(tx, actor, groupInput.parse(group), null);
      await cardGroups.publish(tx, actor, draft.id, draft.version);
    }
    const accounts = await chargeableByCode(
      tx,
      demoCards.map(({ account }) => account),
    );
    for (const { holder, approver, four, account } of demoCards)
      await addCard(
        tx,
        actor,
        cardInput.parse({
          ...{ bankId, holderId: demoActor(holder).personId, administratorId: actor.personId },
          ...{ approverId: demoActor(approver).personId, lastFour: four, perPurchase: 2_500_00 },
          ...{ perCycle: 10_000_00, accountStringId: accounts.get(account)!.id },
        }),
      );
  });

const rowOf = (today: Day, line: DemoLine) =>
  lineImporter.schema.parse({
    ...{ reference: line.reference, card: line.four, merchant: line.merchant },
    ...{ category: line.category, amount: line.cents, currency: "USD" },
    postedOn: addDays(today, -line.daysAgo),
    purchasedOn: addDays(today, -line.daysAgo - 1),
  });

const bringIn = (at: At, today: Day, lines: readonly DemoLine[], day: Day): Promise<void> =>
  at(keeper, day, async (tx, actor) => {
    const rows = lines.map((line) => rowOf(today, line));
    const verdicts = await lineImporter.plan(tx, rows, "");
    const planned = rows.flatMap((row, n) => {
      const verdict = verdicts[n]!;
      return verdict.action === "create"
        ? [{ row, action: "create" as const, plan: verdict.plan }]
        : [];
    });
    await lineImporter.apply(tx, actor, planned, newId(), () => {});
  });

const receiptOf = async (app: App, at: At, holder: string, day: Day): Promise<string> => {
  const words = "Receipt of the merchant, as its till printed it.";
  const stored = await app.files.put(Readable.from([words]));
  return at(holder, day, (tx, actor) =>
    recordFile(tx, {
      ...{ ...stored, orgId: carverCountyId, name: "receipt.txt" },
      uploadedBy: actor.personId,
    }),
  );
};

type Stored = { id: string; number: string; cents: number; account: string };

const storedOf = (tx: Tx, four: string): Promise<Stored[]> =>
  tx.rows<Stored>(sql`
    select l.id, l.number, l.cents, c.account_string_id as account
    from card_line l
    join purchase_card c on c.org_id = l.org_id and c.id = l.card_id
    where l.org_id = ${tx.scope.orgId} and c.last_four = ${four}
    order by l.posted_on, l.number
  `);

// What the holder of one card did, and its approver.
const handle = async (
  at: At,
  { holder, approver, four }: (typeof demoCards)[number],
  fileId: string,
  day: Day,
): Promise<void> => {
  const told = new Map(demoLines.map((line) => [line.reference, line]));
  const stored = await at(keeper, day, (tx) => storedOf(tx, four));
  const [done, sent] = (["approved", "sent"] as const).map((stage) =>
    stored.filter(({ number }) => told.get(number)?.stage === stage),
  );
  await at(holder, day, async (tx, actor) => {
    for (const { id, number, cents, account } of [...done!, ...sent!]) {
      const line = told.get(number)!;
      const splits = [{ accountStringId: account, cents }];
      const receipt = line.receipt
        ? { receiptFileIds: [fileId], lostReceipt: "" }
        : { receiptFileIds: [], lostReceipt: "The till gave no receipt" };
      const said = { purpose: line.purpose, note: "", orderId: null, splits, ...receipt };
      await codeLine(tx, actor, { id, version: null }, said);
      await sendLine(tx, actor, { id, version: null });
    }
  });
  await at(approver, day, async (tx, actor) => {
    for (const { id } of done!) await approveLine(tx, actor, { id, version: null });
  });
};

const tie = (at: At, day: Day, cycleId: string, today: Day): Promise<unknown> =>
  at(keeper, day, async (tx, actor) => {
    const { linesCents } = await cycleTold(tx, cycleId);
    await stateCycle(
      tx,
      actor,
      { id: cycleId, version: null },
      {
        ...{ statementNumber: "FRB-2026-10", statementOn: addDays(today, -closedDaysAgo + 1) },
        ...{ dueOn: addDays(today, 6), statementCents: linesCents, fileId: null },
      },
    );
    await reconcileCycle(tx, actor, { id: cycleId, version: null });
  });

/** Tells the county's purchase cards. */
export const seedCards = async (app: App, log: (line: string) => void): Promise<void> => {
  const db = app.database.read({ orgId: carverCountyId, personId: null });
  const { timeZone } = await readOrganization(db);
  const today = dateIn(new Date().toISOString(), timeZone) as Day;
  const at: At = (who, day, work) => {
    const businessNow = new Date(instantIn(`${day}T09:10`, timeZone)).toISOString() as Instant;
    const actor: Actor = { ...demoActor(who, businessNow), timeZone };
    return app.database.transaction(actor, (tx) => work(tx, actor));
  };
  const bankId = await addBank(at, today);
  await addCards(at, addDays(today, -120), bankId);
  const [first, second] = await at(keeper, addDays(today, -60), async (tx, actor) => [
    await openCycle(tx, actor, {
      ...{ bankId, opensOn: addDays(today, -60), closesOn: addDays(today, -closedDaysAgo) },
    }),
    await openCycle(tx, actor, {
      ...{ bankId, opensOn: addDays(today, -closedDaysAgo + 1), closesOn: addDays(today, 9) },
    }),
  ]);
  // As their bank sent them: ten days at a time, before a receipt is late.
  for (const until of [41, 31, 21, 11, 2]) {
    const came = demoLines.filter(({ daysAgo }) => daysAgo >= until && daysAgo < until + 10);
    await bringIn(at, today, came, addDays(today, -until));
  }
  for (const card of demoCards) {
    const fileId = await receiptOf(app, at, card.holder, today);
    await handle(at, card, fileId, today);
  }
  await tie(at, today, first!.id, today);
  log(`purchase cards: ${demoCards.length}, ${demoLines.length} lines in ${second!.number}`);
};
