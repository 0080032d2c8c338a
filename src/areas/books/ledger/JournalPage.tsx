import { Link, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { AddressTabs, BooksFrame } from "../BooksParts.tsx";
import { EntryTable } from "../entry/EntryTable.tsx";
import { BeginBooks } from "../begin/BeginBooks.tsx";
import { GlEntryTable } from "./GlEntryTable.tsx";
import { PendingTable } from "./PendingTable.tsx";

const parts = [
  { id: "posted", label: "Posted", part: () => <GlEntryTable /> },
  { id: "pending", label: "Not posted", part: () => <PendingTable /> },
  { id: "entries", label: "Entries by hand", part: () => <EntryTable /> },
];

/** The general ledger, entry by entry: what is posted, what is not and why, what people enter. */
export default function JournalPage() {
  const [search] = useSearchParams();
  const open = parts.find((p) => p.id === search.get("tab")) ?? parts[0]!;
  return (
    <BooksFrame
      title="Journal"
      actions={
        <div className="flex flex-wrap gap-2">
          <Link className="btn" to={pathTo("glLines")}>
            Ledger lines
          </Link>
          <Link className="btn" to={pathTo("postingRules")}>
            Posting rules
          </Link>
        </div>
      }
    >
      {(standing) =>
        standing.beginsOn === null ? (
          <BeginBooks standing={standing} />
        ) : (
          <>
            <AddressTabs parts={parts} at={pathTo("booksJournal")} label="Parts of the journal" />
            <div key={open.id}>{open.part()}</div>
          </>
        )
      }
    </BooksFrame>
  );
}
