import { JournalPart } from "../BooksParts.tsx";
import { GlEntryTable } from "./GlEntryTable.tsx";

/** The general ledger, entry by entry. */
export default function JournalPage() {
  return (
    <JournalPart>
      <GlEntryTable />
    </JournalPart>
  );
}
