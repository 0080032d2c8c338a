import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** Balances of the finance system from a file. */
export default function BalanceImport() {
  return (
    <ImportPage
      title="Import balances of the finance system"
      kind="fms-balances"
      things="balances"
      permission="books.import"
      closed={{
        title: "You cannot import balances",
        text: "The controller and administrators can.",
      }}
      nouns={["fms-balances"]}
      done="/budget-management/finance-system?tab=reconciliation"
      help={
        <p>
          CSV or XLSX with a row for each fund and account of a period as the finance system has it:
          period (2027-01), fund, account, net (debits less credits of the period). A later file
          takes the place of an earlier one.
        </p>
      }
    />
  );
}
