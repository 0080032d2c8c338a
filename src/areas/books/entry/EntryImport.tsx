import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** Entries of the general ledger, from a file. */
export default function EntryImport() {
  return (
    <ImportPage
      title="Import journal entries"
      kind="journalEntries"
      things="journal entries"
      permission="entry.prepare"
      closed={{
        title: "You cannot import journal entries",
        text: "The controller, budget officers and accounts payable can. An administrator grants a duty under Team.",
      }}
      nouns={["journal-entries"]}
      done={pathTo("journalEntries")}
      help={
        <p>
          CSV or XLSX, one row per line: entry, date, account (an account string, or an account of
          the books with its fund), memo, amount (debits above zero, credits below). The rows of a
          title and day become one draft; it is sent once debits and credits are the same in each
          fund, and another person posts it.
        </p>
      }
    />
  );
}
