// Records of the demo for addresses to which no link of a page before leads: a list behind a tab or a
// filter, a label's tag, a kind of list.
import { url } from "../people.ts";
import { enter } from "../spec/identities.ts";
import { token } from "../steps.ts";
import type { Step } from "./plan.ts";

type Source = readonly [page: string, list: string, who: string, field?: string];

const sources: readonly Source[] = [
  ["/admin/roles/reviews/:id", "rights-reviews", "admin"],
  ["/api-connectors/programs/:id", "programs", "admin"],
  ["/bid-evaluation/:id", "evaluations", "buyer"],
  ["/bid-evaluation/protests/:id", "protests", "manager"],
  ["/budget-management/changes/:id", "budget-changes", "budget"],
  ["/budget-management/close/:id", "accounting-periods", "controller"],
  ["/budget-management/finance-system/batches/:id", "fms-batches", "controller"],
  ["/budget-management/finance-system/layouts/:id", "fms-layouts", "controller"],
  ["/budget-management/journal-entries/:id", "journal-entries", "controller"],
  ["/budget-management/journal/:id", "gl-entries", "controller"],
  ["/capital-planning-management/scenarios/:id", "capital-scenarios", "budget"],
  ["/contracts/clauses/:id/edit", "clauses", "contracts"],
  ["/contracts/lots/:id", "contract-masters", "contracts"],
  ["/fema-grants-hub/extensions/:id", "pa-extensions", "recovery"],
  ["/fema-grants-hub/mitigation/:id", "pa-mitigation", "recovery"],
  ["/incident-risk-register/:id", "risks", "manager"],
  ["/inspections-checklists/:id", "inspection-checklists", "works"],
  ["/label/:tag", "assets", "works", "tag"],
  ["/market-intelligence/imports/:id", "ocds-imports", "buyer"],
  ["/master-data/merges/:id", "vendor-merges", "buyer"],
  ["/payments/reconciliations/:id", "bank-months", "treasurer"],
  ["/reports/:id", "saved-reports", "budget"],
  ["/reports/dashboards/:id", "report-dashboards", "budget"],
  ["/reports/schedules/:id", "report-schedules", "budget"],
  ["/signatures/:id", "signature-requests", "contracts"],
  ["/solicitations/:id/minutes", "solicitations", "buyer"],
  ["/solicitations/:id/opening", "solicitations", "buyer"],
  ["/testing-dashboard/:id", "check-runs", "admin"],
  ["/utility-form-filler/papers/:id", "paper-templates", "admin"],
];

/** Addresses that name no record, and hubs whose other visitors are led on to other records. */
const further: readonly Step[] = [
  { page: "/master-data/:list/import", path: "/master-data/units/import", who: "buyer" },
  {
    page: "/fema-integration/published/:dataset",
    path: "/fema-integration/published/declarations",
    who: "recovery",
  },
  ...["/vendor-portal/grants", "/vendor-portal/forms"].map((path) => ({
    page: `${path} of a subrecipient`,
    path,
    who: "subrecipient",
  })),
  ...["vendor2", "vendor3"].map((who) => ({
    page: `/vendor-portal of ${who}`,
    path: "/vendor-portal",
    who,
  })),
];

/** What is to be seen beside what pages lead to; a list without a record in the demo gives nothing. */
export const furtherSteps = async (): Promise<Step[]> => {
  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (who: string) =>
    tokens.get(who) ??
    tokens
      .set(
        who,
        enter(who).then(async ({ page, context }) => {
          await page.goto(`${url}/verify-email`);
          const mine = await token(page);
          await context.close();
          return mine;
        }),
      )
      .get(who)!;
  const found = await Promise.all(
    sources.map(async ([page, list, who, field = "id"]): Promise<Step[]> => {
      const answer = await fetch(`${url}/api/v1/${list}?limit=1`, {
        headers: { authorization: `Bearer ${await tokenOf(who)}` },
      });
      const { items = [] } = (await answer.json()) as { items?: Record<string, string>[] };
      return items
        .slice(0, 1)
        .map((each) => ({ page, path: page.replace(/:\w+/, String(each[field])), who }));
    }),
  );
  return [...found.flat(), ...further];
};
