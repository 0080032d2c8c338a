import { beginCostCodes, costCodesNamed } from "#areas/budget/budget.server.ts";
import type { Story } from "#areas/procurement/procurement.server.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { getRow } from "#server/db/rows.ts";
import { distribute } from "../code/codes.service.ts";
import { approveTransfer, askTransfer } from "../code/transfer.service.ts";
import { project } from "../projects.tables.ts";
import { bridgeBudgets, bridgeTransfers, liftBudgets } from "./projects.data.ts";

type Told = { story: Story; ago: (days: number) => string };

/** The codes that the county begins with, by what they are called. */
export const beginCodes = async ({ story }: Told): Promise<ReadonlyMap<string, string>> => {
  const keeper = demoActor("manager");
  return story.app.database.transaction(keeper, async (tx) => {
    await beginCostCodes(tx);
    return costCodesNamed(tx);
  });
};

const give = (
  { story, ago }: Told,
  codes: ReadonlyMap<string, string>,
  id: string,
  budgets: Readonly<Record<string, number>>,
) =>
  story.as("engineer", ago(51), async (tx, actor) => {
    const { version } = await getRow(tx, project, id, "project");
    const given = Object.entries(budgets).map(([code, cents]) => ({
      costCodeId: codes.get(code)!,
      cents,
    }));
    await distribute(tx, actor, id, { codes: given }, version);
  });

/** What the codes of both projects have, one transfer that was approved, and one that waits. */
export const tellCodes = async (
  told: Told,
  codes: ReadonlyMap<string, string>,
  { station, crossing }: { station: string; crossing: string },
): Promise<void> => {
  await give(told, codes, station, liftBudgets);
  await give(told, codes, crossing, bridgeBudgets);
  const ask = (t: (typeof bridgeTransfers)[keyof typeof bridgeTransfers], days: number) =>
    told.story.as("engineer", told.ago(days), (tx, actor) =>
      askTransfer(tx, actor, crossing, {
        fromCodeId: codes.get(t.from)!,
        toCodeId: codes.get(t.to)!,
        cents: t.cents,
        why: t.why,
      }),
    );
  const { id } = await ask(bridgeTransfers.approved, 12);
  await told.story.as("manager", told.ago(11), (tx, actor) =>
    approveTransfer(tx, actor, { id, version: null, reason: null }),
  );
  await ask(bridgeTransfers.waiting, 2);
};
