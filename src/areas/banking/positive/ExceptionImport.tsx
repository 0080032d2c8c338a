import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** Checks that a bank asks about, from its file. */
export default function ExceptionImport() {
  return (
    <ImportPage
      title="Import check exceptions"
      kind="check-exceptions"
      things="check exceptions"
      permission="bank.import"
      closed={{
        title: "You cannot import check exceptions",
        text: "Controllers and treasurers can. An administrator grants the duty under Team.",
      }}
      nouns={["check-exceptions", "positive-pay-standing"]}
      done="/payments?tab=positive"
      help={
        <p>
          CSV or XLSX of the bank, one check a row: account, check number, amount, payee, the day it
          was presented, and the cut-off of today. The same file again asks nothing twice.
        </p>
      }
    />
  );
}
