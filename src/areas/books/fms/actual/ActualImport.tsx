import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** What arose in the finance system, from a file. */
export default function ActualImport() {
  return (
    <ImportPage
      title="Import documents of the finance system"
      kind="fms-actuals"
      things="lines"
      permission="entry.prepare"
      closed={{
        title: "You cannot import documents of the finance system",
        text: "The controller, budget officers and accounts payable can. An administrator grants a duty under Team.",
      }}
      nouns={["journal-entries"]}
      done={pathTo("journalEntries")}
      help={
        <p>
          CSV or XLSX with a row for each line of what arose there, such as payroll, interest and
          taxes: document, date, fund and account or account string in the finance system’s codes,
          debit, credit, text. The rows of a document become one entry that another person posts.
          Its lines are in the finance system already and go there in no batch.
        </p>
      }
    />
  );
}
