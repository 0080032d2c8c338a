import { JournalPart } from "../BooksParts.tsx";
import { EntryTable } from "./EntryTable.tsx";

/** Entries that people prepare and others post. */
export default function EntriesPage() {
  return (
    <JournalPart>
      <EntryTable />
    </JournalPart>
  );
}
