import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** Statements from a CSV: a row for each line, with the balance behind it. */
export default function BankLineImport() {
  return (
    <ImportPage
      title="Import bank lines"
      kind="bank-lines"
      things="bank lines"
      permission="bank.import"
      closed={{
        title: "You cannot import bank lines",
        text: "The controller, the treasurer and administrators can.",
      }}
      nouns={["bank-statements", "bank-lines", "bank-standing"]}
      done="/payments?tab=bank"
      help={
        <p>
          CSV or XLSX from the bank&rsquo;s site, the oldest line first: account, day, amount (or
          credit and debit), and the balance behind each line. Every day of an account becomes a
          statement; a day whose balances do not go on from the line before is refused whole.
        </p>
      }
    />
  );
}
