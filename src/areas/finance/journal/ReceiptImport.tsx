import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** What came in, from a file. */
export default function ReceiptImport() {
  return (
    <ImportPage
      title="Import receipts"
      kind="receipts"
      things="receipts"
      permission="journal.prepare"
      closed={{
        title: "You cannot import receipts",
        text: "Accounts payable, grant managers and payroll can. An administrator grants a duty under Team.",
      }}
      nouns={["journals"]}
      done={pathTo("journals")}
      help={
        <p>
          CSV or XLSX, one row per receipt: batch, account string of revenue, received on,
          description, amount. The rows of a batch become a journal, which another person posts;
          then they count on the budget&apos;s lines of revenue.
        </p>
      }
    />
  );
}
