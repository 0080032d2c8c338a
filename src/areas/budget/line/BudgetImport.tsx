import { useState } from "react";
import { useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { download } from "#web/kit/api.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { BudgetNav } from "./BudgetNav.tsx";
import { yearQuery } from "./line.labels.ts";

const nouns = [
  "budget-lines",
  "account-strings",
  "segments",
  "commitment-entries",
  "budget-proposals",
];
const kinds = {
  "budget-lines": {
    permission: "budget.import",
    label: "Adopted budget",
    things: "budget lines",
    help: "Columns: fiscal year, fund, department, account, project, award, amount. Funds and accounts that do not exist are named, not made.",
  },
  "budget-lines-summed": {
    permission: "budget.import",
    label: "Adopted budget, repeated accounts added up",
    things: "budget lines",
    help: "The same columns; an account may stand on several rows, which are added up and named. Amounts in brackets or with a minus behind them are below zero.",
  },
  "budget-proposal-lines": {
    permission: "proposal.edit",
    label: "Sheet of a department's proposal",
    things: "lines",
    help: "The sheet that was taken out on the proposal's page, with its columns key and version. A line that was changed since then is named and stays as it is.",
  },
  "budget-actuals": {
    permission: "budget.import",
    label: "Actuals of past years by month",
    things: "monthly actuals",
    help: "Columns: fiscal year, month (1 is the first of the fiscal year), account string, amount; or twelve columns of months, chosen under Rows. Amounts in brackets are below zero. A source (the former system) is named beside charts. A month that is on file with another amount asks whether the file corrects it. They stand beside the ledger, never in it.",
  },
} as const;
type Kind = keyof typeof kinds;

const takeActuals = () =>
  void download("/api/v1/budget-actuals/export?format=xlsx").catch((error: unknown) =>
    notify.failed("The actuals were not written", error),
  );

/** Imports an adopted budget, or what was spent in years before. */
export default function BudgetImport() {
  const [search] = useSearchParams();
  const [kind, setKind] = useState<Kind>(
    search.get("kind") === "budget-proposal-lines" ? "budget-proposal-lines" : "budget-lines",
  );
  return (
    <>
      <BudgetNav />
      <ImportPage
        title="Import a budget"
        kind={kind}
        things={kinds[kind].things}
        permission={kinds[kind].permission}
        closed={{
          title: "You cannot import a budget",
          text: "Budget officers can; sheets of a proposal come from its department too.",
        }}
        nouns={nouns}
        done={(run) =>
          kind === "budget-proposal-lines"
            ? pathTo("budgetProposals")
            : `${pathTo("budget")}${yearQuery(run.counts.groups)}`
        }
        help={kinds[kind].help}
        above={
          <div className="grid gap-2">
            <label className="field max-w-md">
              <span>What the file holds</span>
              <select
                className="field-control"
                value={kind}
                onChange={(e) => setKind(e.target.value as Kind)}
              >
                {Object.entries(kinds).map(([value, { label }]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
            {kind === "budget-actuals" && (
              <button type="button" className="btn justify-self-start" onClick={takeActuals}>
                Download what is on file
              </button>
            )}
          </div>
        }
      />
    </>
  );
}
