// An agency with purchase cards, for tests of them: its people, a bank, accounts, and the bank's file as it is read.
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { makeAgency, makeBudget, makeMembers, makeVendor } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { FindingRow } from "./finding/finding.model.ts";
import { lineImporter } from "./line/line.importer.ts";
import type { LineRow } from "./line/line.model.ts";

export type Written = { id: string; version: number; status: string; number: string };
export type Cells = Record<string, string | number | undefined>;

/** Addresses of what the tests ask. */
export const at = {
  cards: "/api/v1/purchase-cards",
  lines: "/api/v1/card-lines",
  cycles: "/api/v1/card-cycles",
  findings: "/api/v1/card-findings",
} as const;

const peopleOf = {
  keeper: { duties: ["card_administrator"] },
  holder: {},
  approver: {},
  other: { duties: ["card_administrator"] },
  clerk: { duties: ["ap"] },
  controller: { duties: ["controller"] },
} as const;

const membersOf = async (t: TestDatabase) => {
  const agency = await makeAgency(t.database);
  const people = await makeMembers(t.database, agency, peopleOf as never);
  const bank = await makeVendor(t.database, agency, { name: "First River Bank" });
  const first = await makeBudget(t.database, agency, 500_000_00);
  const second = await makeBudget(t.database, agency, 500_000_00);
  return {
    ...{ agency, bankId: bank.id, account: first.accountStringId, second: second.accountStringId },
    people: people as Record<keyof typeof peopleOf, Actor>,
  };
};

/** A row of the bank's file as its cells are read: cents, days. */
export const row = (reference: string, four: string, over: Cells = {}): Cells => ({
  ...{ reference, card: `****${four}`, postedOn: agencyDay(-2), merchant: "Anderson Supply #12" },
  ...{ category: "5200", amount: 120_00, ...over },
});

/** An agency with cards and what tests do to it. */
export const cardsOf = async (t: TestDatabase) => {
  const made = await membersOf(t);
  const { people, bankId, account } = made;
  const { keeper, holder, approver } = people;
  const asking = askingOf(() => t);
  const parsed = (cells: Cells) => lineImporter.schema.parse(cells);
  const planned = (rows: readonly Cells[]) =>
    lineImporter.plan(t.database.read(keeper), rows.map(parsed), "");
  const brought = async (rows: readonly Cells[]): Promise<string[]> => {
    const verdicts = await planned(rows);
    const created = rows.flatMap((cells, n) => {
      const verdict = verdicts[n]!;
      return verdict.action === "create"
        ? [{ row: parsed(cells), action: "create" as const, plan: verdict.plan }]
        : [];
    });
    await t.database.transaction(keeper, (tx) =>
      lineImporter.apply(tx, keeper, created, newId(), () => {}),
    );
    return verdicts.map(({ action }) => action);
  };
  const step = (what: string, by: Actor, id: string, name: string, body: object = {}) =>
    asking<Written>(by, `POST ${what}/${id}/actions/${name}`, body);
  const card = (lastFour: string, over: object = {}, by: Actor = keeper) =>
    asking<Written>(by, `POST ${at.cards}`, {
      ...{ bankId, holderId: holder.personId, administratorId: keeper.personId },
      ...{ approverId: approver.personId, lastFour, perPurchase: 500_00, perCycle: 5_000_00 },
      ...{ accountStringId: account, ...over },
    });
  const lineOf = async (reference: string) => {
    const { items } = await asking<{ items: LineRow[] }>(
      keeper,
      `GET ${at.lines}?q=${reference}&limit=20`,
    );
    return items.find(({ number }) => number === reference)!;
  };
  const code = (by: Actor, id: string, cents: number, over: object = {}) =>
    step(at.lines, by, id, "code", {
      ...{ purpose: "Hinges for the shelter", splits: [{ accountStringId: account, cents }] },
      ...{ lostReceipt: "The till was broken", ...over },
    });
  /** Coded and sent by the holder. */
  const sent = async (reference: string): Promise<LineRow> => {
    const line = await lineOf(reference);
    await code(holder, line.id, line.cents);
    await step(at.lines, holder, line.id, "send");
    return line;
  };
  const foundOf = async (reference: string) => {
    const { id } = await lineOf(reference);
    const path = `GET ${at.findings}?lineId=${id}&limit=20`;
    return (await asking<{ items: FindingRow[] }>(keeper, path)).items;
  };
  return { ...made, asking, planned, brought, step, card, lineOf, code, sent, foundOf };
};
