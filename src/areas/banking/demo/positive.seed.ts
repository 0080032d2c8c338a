import { addDays } from "#kernel/time.ts";
import { agencyAccounts, checksOut } from "#areas/finance/finance.server.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import { enterException } from "../positive/exception.service.ts";
import { makePositiveFile } from "../positive/file.service.ts";
import { positiveLayoutInput } from "../positive/layout.model.ts";
import { positiveLayouts } from "../positive/layout.service.ts";

const line = (name: string, value: string, over: object = {}) => ({
  ...{ record: "line", name, value },
  ...over,
});

/** How the county's bank takes checks: commas, cents with their point, a letter for issue or void. */
const layoutOfBank = positiveLayoutInput.parse({
  ...{ name: "Prairie State Bank, checks", form: "delimited", separator: "comma" },
  quoting: "never",
  fields: [
    line("Issue or void", "mark", { text: "I/V" }),
    line("Account", "account"),
    line("Check", "check"),
    line("Issued", "issuedOn", { date: "MMDDYYYY" }),
    line("Amount", "amount", { amount: "point" }),
    line("Payee", "payee", { most: 40 }),
  ],
});

/**
 * The checks of Carver County go to its bank by a layout; the bank asks about one that comes for other cents than it
 * was written for. Until midnight somebody decides, or it goes back.
 */
export const seedPositivePay = async (app: App, log: (line: string) => void): Promise<void> => {
  const [treasurer, controller] = [demoActor("treasurer"), demoActor("controller")];
  const asked = await app.database.transaction(treasurer, async (tx) => {
    const [account] = await agencyAccounts(tx);
    const checks = account ? await checksOut(tx, account.id) : [];
    const altered = checks.findLast(({ status, clearedOn }) => status === "released" && !clearedOn);
    if (!account || !altered) return null;
    const draft = await positiveLayouts.draft(tx, treasurer, layoutOfBank);
    await positiveLayouts.publish(tx, treasurer, draft.id, draft.version);
    await makePositiveFile(tx, treasurer, { accountId: account.id, layoutId: draft.id });
    return { accountId: account.id, altered };
  });
  if (!asked) return log("positive pay: no check is out");
  const { accountId, altered } = asked;
  await app.database.transaction(controller, (tx) => {
    const presentedOn = addDays(businessDate(tx.scope), -1);
    return enterException(tx, controller, {
      ...{ accountId, checkNumber: altered.checkNumber, payee: altered.payee },
      ...{ cents: altered.cents + 9_000_00, cutOff: "23:59" },
      presentedOn: presentedOn < altered.issuedOn ? altered.issuedOn : presentedOn,
    });
  });
  log("positive pay: a layout, a file, and a check that came for other cents");
};
