import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { ImportWizard } from "#web/kit/import/ImportWizard.tsx";
import { BudgetNav } from "./BudgetNav.tsx";

const nouns = [
  "budget-lines",
  "account-strings",
  "segments",
  "commitment-entries",
  "budget-proposals",
];
const kinds = {
  "budget-lines": {
    label: "Adopted budget",
    things: "budget lines",
    help: "Columns: fiscal year, fund, department, account, project, award, amount. Funds and accounts that do not exist are named, not made.",
  },
  "budget-lines-summed": {
    label: "Adopted budget, repeated accounts added up",
    things: "budget lines",
    help: "The same columns; an account may stand on several rows, which are added up and named. Amounts in brackets or with a minus behind them are below zero.",
  },
  "budget-proposal-lines": {
    label: "Sheet of a department's proposal",
    things: "lines",
    help: "The sheet that was taken out on the proposal's page, with its columns key and version. A line that was changed since then is named and stays as it is.",
  },
  "budget-actuals": {
    label: "Actuals of past years by month",
    things: "monthly actuals",
    help: "Columns: fiscal year, month (1 is the first of the fiscal year), account string, amount. They stand beside the ledger, never in it.",
  },
} as const;
type Kind = keyof typeof kinds;

/** Imports an adopted budget, or what was spent in years before. */
export default function BudgetImport() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [kind, setKind] = useState<Kind>(
    search.get("kind") === "budget-proposal-lines" ? "budget-proposal-lines" : "budget-lines",
  );
  return (
    <>
      <BudgetNav />
      <h1 className="mb-4 text-22 font-semibold">Import a budget</h1>
      <label className="field mb-4 max-w-md">
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
      <ImportWizard
        key={kind}
        kind={kind}
        things={kinds[kind].things}
        nouns={nouns}
        help={kinds[kind].help}
        onDone={() => void navigate(pathTo("budget"))}
      />
    </>
  );
}
