import type { ReadyReport } from "#server/facts/ready.ts";
import { awardsReports } from "./awards.data.ts";
import { budgetReports } from "./budget.data.ts";
import { councilReports } from "./council.data.ts";
import { encumbrancesReports } from "./encumbrances.data.ts";
import { pagesReports } from "./pages.data.ts";
import { payablesReports } from "./payables.data.ts";
import { purchasingReports } from "./purchasing.data.ts";
import { servicesReports } from "./services.data.ts";

/**
 * Ready reports that stand on facts alone, and the way to those that areas make themselves. Home
 * begins with the first ones of each duty.
 */
export const standing: readonly ReadyReport[] = [
  ...budgetReports,
  ...purchasingReports,
  ...payablesReports,
  ...awardsReports,
  ...servicesReports,
  ...encumbrancesReports,
  ...councilReports,
  ...pagesReports,
];
