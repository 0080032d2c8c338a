import { addDays } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import { agencyAccounts, paymentsAtBank } from "#areas/finance/finance.server.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { storeStatement } from "../statement/statement.service.ts";
import { seedPositivePay } from "./positive.seed.ts";
import { seedMonths } from "./months.seed.ts";
import { demoStatements } from "./statements.model.ts";

/**
 * Two months of statements of Carver County's account; one check comes for other cents. Its first month
 * is reconciled.
 */
export const seedBanking = async (app: App, log: (line: string) => void): Promise<void> => {
  const controller = demoActor("controller");
  const accountId = await app.database.transaction(controller, async (tx) => {
    const [account] = await agencyAccounts(tx);
    if (!account) return null;
    const until = addDays(businessDate(tx.scope), -1);
    const payments = await paymentsAtBank(tx, account.id, addDays(until, -90));
    const statements = demoStatements(payments, until);
    for (const said of statements)
      await storeStatement(tx, controller, account, said, {
        source: "bai2",
        fileId: null,
        fileName: null,
      });
    log(`bank statements: ${statements.length} days`);
    return account.id;
  });
  if (accountId) await seedMonths(app, controller, demoActor("manager"), accountId);
  await seedPositivePay(app, log);
};
